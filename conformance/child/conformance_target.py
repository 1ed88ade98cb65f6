"""The namespace under test, as the suite's process imports it.

This folder holds nothing but what that process needs, so that putting it on the path can't make the checkout
importable. Run as a script, it prints what was found as one line of JSON.
"""

import datetime as dt
import functools
import importlib
import importlib.metadata
import json
import os
import platform

MODULE = "CONFORMANCE_MODULE"
VERSION = "CONFORMANCE_API_VERSION"
DEFAULT_DTYPE = "CONFORMANCE_DEFAULT_DTYPE"
COMPILED = "CONFORMANCE_COMPILED"
DEVICE = "CONFORMANCE_DEVICE"
PROCESS = "CONFORMANCE_PROCESS"

# The packages whose versions decide the outcome.
PACKAGES = ("numpy", "torch", "array-api-compat", "array-api-strict", "hypothesis", "pytest")


def load(module, api_version, default_dtype=None, device=None):
    """The namespace that stands for `module` at `api_version`; the default dtype and torch's default device are set."""
    xp = importlib.import_module(module)
    if device:
        torch = importlib.import_module("torch")
        torch.empty(0, device=device)  # raises if it is not there
        torch.set_default_device(device)
    if default_dtype:
        set_default_dtype(xp, default_dtype)
    if module == "array_api_strict" and xp.__array_api_version__ != api_version:
        xp.set_array_api_strict_flags(api_version=api_version)
    if os.environ.get(PROCESS):
        shard_arrays(*os.environ[PROCESS].split(maxsplit=2))
    if module == "xp_torch":
        # Users get the older namespaces from an array, so the test does too.
        found = xp.asarray(0).__array_namespace__(api_version=api_version)
        if narrow := os.environ.get("CONFORMANCE_LOW_PRECISION"):
            found = importlib.import_module("low_precision").offer(found, narrow)
        # Other namespaces are tested without torch.
        return importlib.import_module("compiled_namespace").compiled(found) if os.environ.get(COMPILED) else found
    return xp


def shard_arrays(rank, size, store):
    """Join the processes of a run, and make every array on their mesh."""
    dist = importlib.import_module("torch.distributed")
    mesh = importlib.import_module("torch.distributed.device_mesh")
    limit = dt.timedelta(seconds=120)
    group = dist.FileStore(store, int(size))
    dist.init_process_group("gloo", store=group, rank=int(rank), world_size=int(size), timeout=limit)
    distributed = importlib.import_module("xp_torch.distributed")
    distributed.Device(mesh.init_device_mesh("cpu", (int(size),))).__enter__()


def set_default_dtype(xp, name):
    """Make `name` the default floating dtype of `xp`, or raise ``ValueError`` where it has no such switch."""
    if xp.__name__ == "array_api_compat.torch":
        torch = importlib.import_module("torch")
        torch.set_default_dtype(getattr(torch, name))
    elif hasattr(xp, "set_default_dtype"):
        xp.set_default_dtype(fp_dtype=getattr(xp, name))
    else:
        raise ValueError(f"{xp.__name__} has no default dtype to set")


@functools.cache
def namespace():
    """The namespace named by the environment."""
    return load(os.environ[MODULE], os.environ[VERSION], os.environ.get(DEFAULT_DTYPE), os.environ.get(DEVICE))


def describe():
    """Name, version and file of the namespace, and the versions of what it stands on."""
    xp = namespace()
    # The version namespaces and array_api_compat's are described by the package that they come from.
    package = importlib.import_module(os.environ[MODULE].partition(".")[0])
    versions = {"python": platform.python_version()}
    for name in PACKAGES:
        try:
            versions[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return {
        "module": os.environ[MODULE],
        "namespace": xp.__name__,
        "version": getattr(package, "__version__", "unknown"),
        "file": getattr(package, "__file__", None),
        "versions": versions,
        "platform": platform.platform(),
    }


if __name__ == "__main__":
    print(json.dumps(describe()))
