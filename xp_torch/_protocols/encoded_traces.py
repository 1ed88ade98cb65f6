"""Encoded tensors in compiled code: Dynamo traces the function that torch calls for them.

Graphs compute with the storage. Dynamo guards the class of a tensor, and each encoding has a class of its own
(``docs/design/dtype-registration.md``).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextlib import suppress
from types import FunctionType, GetSetDescriptorType, SimpleNamespace
from typing import Any

import torch

from xp_torch._kernels import encoded
from xp_torch._kernels.encoded import VIEWS, EncodedTensor, TensorEncoding, name_of, storage


def _is_encoded(t: Any) -> bool:
    """Return whether a tensor of Dynamo's is an encoded one."""
    return issubclass(t.class_type, EncodedTensor)


def _trace(dynamo: SimpleNamespace) -> None:
    """Have Dynamo trace encoded tensors."""
    build, plain, subclass = dynamo.tracker.build, dynamo.tensor, dynamo.subclass
    wrap_tensor, compile_graph = dynamo.builder.wrap_tensor, dynamo.graph.call_user_compiler
    as_subclass, get_attribute, call_method = plain.method_as_subclass, subclass.var_getattr, subclass.call_method

    def wrap(self: Any, value: Any) -> Any:
        if not isinstance(value, EncodedTensor):
            return wrap_tensor(self, value)
        self.tx.output.xp_torch_has_encoded = True
        with torch._C.DisableTorchFunctionSubclass():
            return wrap_tensor(self, value)

    def compiled(self: Any, *args: Any) -> Any:
        if not hasattr(self, "xp_torch_has_encoded"):
            return compile_graph(self, *args)
        with torch._C.DisableTorchFunctionSubclass():
            graph = compile_graph(self, *args)
        return lambda *values: graph(*[storage(t) if isinstance(t, EncodedTensor) else t for t in values])

    def as_class(self: Any, tx: Any, cls: Any) -> Any:
        kind = cls.as_python_constant()
        if kind is not torch.Tensor and not issubclass(kind, EncodedTensor):
            return as_subclass(self, tx, cls)
        fields = {key: x for key, x in vars(self).items() if key not in ("source", "mutation_type")}
        t = plain(**fields | {"class_type": torch.Tensor})
        return t if kind is torch.Tensor else subclass.from_tensor_var(tx, t, kind, None)

    def attribute(self: Any, tx: Any, name: str) -> Any:
        if _is_encoded(self):
            if name in ("dtype", "encoding"):
                return build(tx, self.class_type.encoding)
            known = inspect.getattr_static(torch.Tensor, name, None)
            if isinstance(known, GetSetDescriptorType) and f".{name}" not in VIEWS:
                return plain.var_getattr(self, tx, name)
        return get_attribute(self, tx, name)

    def method(self: Any, tx: Any, name: str, args: Any, kwargs: Any) -> Any:
        if _is_encoded(self):
            if not tx.symbolic_torch_function_state.torch_function_subclass_enabled:
                return as_class(self, tx, build(tx, torch.Tensor)).call_method(tx, name, args, kwargs)
            if isinstance(own := vars(EncodedTensor).get(name), FunctionType):
                return build(tx, own).call_function(tx, [self, *args], kwargs)
        return call_method(self, tx, name, args, kwargs)

    def overriding(inherited: Callable[..., Any], is_own: Callable[[Any], bool]) -> Callable[..., Any]:
        def call_torch_function(self: Any, tx: Any, fn: Any, types: Any, args: Any, kwargs: Any) -> Any:
            if not is_own(self):
                return inherited(self, tx, fn, types, args, kwargs)
            # Dynamo does not trace `__name__` of torch's functions.
            operands = [fn, build(tx, name_of(fn.as_python_constant())), build(tx, tuple(args)), build(tx, kwargs)]
            return build(tx, encoded.call).call_function(tx, operands, {})

        return call_torch_function

    of_tensor = overriding(subclass.call_torch_function, _is_encoded)
    of_dtype = overriding(dynamo.object.call_torch_function, lambda x: isinstance(x.value, TensorEncoding))
    dynamo.builder.wrap_tensor, plain.method_as_subclass, dynamo.graph.call_user_compiler = wrap, as_class, compiled
    subclass.var_getattr, subclass.call_method, subclass.call_torch_function = attribute, method, of_tensor
    dynamo.object.call_torch_function = of_dtype


def _trace_encoded(dynamo: Any) -> None:
    # Another torch may have none of these names; encoded tensors then raise while they are traced.
    with suppress(AttributeError):
        variables = dynamo.variables
        _trace(
            SimpleNamespace(
                builder=variables.builder.VariableBuilder,
                graph=dynamo.output_graph.OutputGraph,
                object=variables.user_defined.UserDefinedObjectVariable,
                subclass=variables.torch_function.TensorWithTFOverrideVariable,
                tensor=variables.tensor.TensorVariable,
                tracker=variables.base.VariableTracker,
            )
        )
        encoded.TRACED.append(True)
