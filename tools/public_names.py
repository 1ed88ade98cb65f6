"""The public names that a chapter documents: what the reference pages list."""

import importlib
import pkgutil

import xp_torch

__all__ = ["public_names"]


def public_names(chapter: str, namespace: str) -> list[str]:
    """Return the names of `namespace` that a file or folder of ``xp_torch/_functions`` defines, or a module's own."""
    if namespace != "xp_torch":
        return sorted(importlib.import_module(namespace).__all__)
    module = importlib.import_module(f"xp_torch.{chapter}" if chapter[0] == "_" else f"xp_torch._functions.{chapter}")
    modules = (
        [importlib.import_module(f"{module.__name__}.{m.name}") for m in pkgutil.iter_modules(module.__path__)]
        if hasattr(module, "__path__")
        else [module]
    )
    public = vars(xp_torch)
    return sorted(
        {name for module in modules for name in module.__all__ if public.get(name, ...) is getattr(module, name)}
    )
