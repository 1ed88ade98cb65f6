"""What torch is doing at the moment: the one module that asks, and that knows torch's private names for it.

Each private name has one line that says why no public one does. Everything else calls these functions. Most of them are
torch's own function under a name of ours, which costs no call and which Dynamo knows.
"""

from __future__ import annotations

import functools
import gc
import logging
import operator
import threading
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NoReturn, TypeVar

import torch
from torch._C._functorch import TransformType
from torch._functorch import config as autograd_config
from torch._functorch import eager_transforms, pyfunctorch
from torch._guards import TracingContext
from torch._subclasses import fake_tensor
from torch.autograd import forward_ad
from torch.utils import _python_dispatch

F = TypeVar("F", bound=Callable)

# Questions about this thread. In code that Dynamo traces, `is_compiling` comes first: it is a constant there, so that
# what follows is not traced.

#: Whether Dynamo traces this code: `torch.compile`, and `torch.export` in strict mode.
is_compiling = torch.compiler.is_dynamo_compiling
#: The same, or `torch.export` without Dynamo runs this code; asking takes five times as long.
is_compiling_or_exporting = torch.compiler.is_compiling
#: Whether `torch.export` runs this code.
is_exporting = torch.compiler.is_exporting
#: The state of torch's compiler, None if it does not run; no public name tells. It is for code that the compiler calls
#: and does not trace, where `is_compiling` is False.
compiler_state = TracingContext.try_get
#: Whether a transform of `torch.func` is active; torch has no public question for it.
is_transforming = torch._C._are_functorch_transforms_active
#: Whether `torch.jit.trace` records. `torch.jit.is_tracing` asks the same in twice the time.
is_tracing = torch._C._is_tracing
#: Number of active dispatch modes, fake tensors among them. Torch has no public count.
in_dispatch_mode = torch._C._len_torch_dispatch_stack
#: Number of active function modes, such as `with torch.device(...)`. Torch has no public count.
in_function_mode = torch._C._len_torch_function_stack
#: Whether `torch.inference_mode` is active: views have no base there.
is_inference = torch.is_inference_mode_enabled
#: Whether `torch.autocast` is active for any device; the public question is for one device.
is_autocast = torch._C._is_any_autocast_enabled

#: The transforms of `torch.func` that differentiate.
_DERIVATIVES = (TransformType.Grad, TransformType.Jvp)
_GRAPH_MODES = (torch._C._TorchDispatchModeKey.FAKE, torch._C._TorchDispatchModeKey.PROXY)


#: Where torch logs the traceback of an operation that raises for fake tensors, before the error is raised, and that a
#: function has been compiled too often.
_logs_of_errors = [logging.getLogger(f"torch.{name}") for name in ("_subclasses.fake_tensor", "_dynamo.convert_frame")]


@contextmanager
def without_log_of_traced_errors() -> Iterator[None]:
    """Silence torch's log, in this thread, of operations that raise while they are traced."""
    thread = threading.get_ident()

    def is_of_others(record: logging.LogRecord) -> bool:
        return record.thread != thread

    for log in _logs_of_errors:
        log.addFilter(is_of_others)
    try:
        yield
    finally:
        for log in _logs_of_errors:
            log.removeFilter(is_of_others)


#: How `xp_torch.compile` has Dynamo trace: a change of an object from outside is an error, a number is a constant, and
#: NumPy's functions are no operations of the graph.
_STRICT: dict[str, Any] = {
    "side_effect_replay_policy": "error",
    "specialize_int": True,
    "specialize_float": True,
    "trace_numpy": False,
}


@functools.cache
def strict_tracing() -> Any:
    """Return the context in which Dynamo traces strictly in this thread; its settings have no public names."""
    return torch._dynamo.config.patch(**_STRICT)


def is_tracing_strictly() -> bool:
    """Return whether `strict_tracing` is active."""
    return all(getattr(torch._dynamo.config, name) == value for name, value in _STRICT.items())


def release_trace(error: BaseException, handled: BaseException | None, is_complete: bool) -> None:
    """Free what the frames of a failed trace hold, also in cycles unless the trace `is_complete`.

    Guards of torch set the state of the thread when they are freed: later, gradients of other graphs would be 0.
    `handled` is the error that the caller of the trace handles.
    """
    errors: list[BaseException | None] = [error]
    seen: set[int] = set()
    with torch.inference_mode(is_inference()), torch._C._PreserveDispatchKeyGuard():
        while errors:
            if (one := errors.pop()) is not None and one is not handled and id(one) not in seen:
                seen.add(id(one))
                traceback.clear_frames(one.__traceback__)
                errors += [one.__cause__, one.__context__]
        if not is_complete:
            gc.collect()


def donating_buffers(donates: bool) -> Any:
    """Return the context in which a backward graph may reuse the memory of its arguments; it has no public name."""
    return autograd_config.patch(donated_buffer=donates)


@functools.cache
def load_forward_rules() -> None:
    """Let torch load its rules of forward mode; to load them it calls functions that it deprecates itself."""
    one = torch.ones((), device="cpu")
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "`torch.jit")
        torch.func.jvp(torch.neg, (one,), (one,))


def in_forward_mode() -> bool:
    """Return whether a level of forward-mode differentiation is active; torch has a private counter of them only."""
    return forward_ad._current_level >= 0


def is_observed() -> bool:
    """Return whether a mode, forward mode or `torch.jit.trace` must see each operation; not asked in compiled code."""
    return in_dispatch_mode() > 0 or forward_ad._current_level >= 0 or is_tracing()


def is_compiling_or_transforming() -> bool:
    """Return whether tensors stand for other values than their own, in a graph or a transform."""
    return is_compiling() or is_transforming()


def is_traced() -> bool:
    """Return whether a graph is made: by `torch.compile`, `torch.export`, `torch.jit.trace` or `make_fx`.

    While Dynamo examines an argument, only its context says so. The modes of fake tensors and of `make_fx` have no
    public question.
    """
    return bool(
        is_compiling()
        or is_tracing()
        or compiler_state() is not None
        or any(torch._C._get_dispatch_mode(key) is not None for key in _GRAPH_MODES)
    )


def is_transformed() -> bool:
    """Return whether a tracer, a transform or a mode may be active, so that torch has to do every operation."""
    return bool(is_compiling_or_transforming() or is_observed())


def is_differentiated(*tensors: torch.Tensor) -> bool:
    """Return whether a derivative with respect to one of `tensors`, of either mode, may be wanted."""
    for t in tensors:
        if t.requires_grad:
            return True
    return bool(is_transforming() or in_forward_mode())


def records_derivatives(*tensors: torch.Tensor) -> bool:
    """Return whether torch records derivatives by one of `tensors` now; inside its own rules it does not.

    Only the private stack of transforms says whether one of them differentiates, and a private flag whether the rule
    of a function for forward mode runs. Dynamo traces neither, and knows tensors that are differentiated.
    """
    if torch.is_grad_enabled() and any(t.requires_grad for t in tensors):
        return True
    if is_compiling():
        return False
    if in_forward_mode() and torch._C._is_fwd_grad_enabled():
        return True
    return torch.is_grad_enabled() and TransformType.Grad in _transforms()


def _transforms() -> list[TransformType]:
    """Return the kinds of the transforms that run now, the outermost first."""
    return [level.key() for level in torch._C._functorch.get_interpreter_stack()] if is_transforming() else []


def is_differentiated_twice(*tensors: torch.Tensor) -> bool:
    """Return whether derivatives of derivatives are computed now, as the gradient of a gradient.

    Only the private stack of transforms says so. Dynamo can't trace it: there forward mode counts as two derivatives.
    """
    if is_compiling() or not (is_transforming() or in_forward_mode()):
        return is_compiling() and in_forward_mode()
    recorded = torch.is_grad_enabled() and any(innermost(t).requires_grad for t in tensors)
    if not recorded and (torch._C._functorch.maybe_current_level() or 0) < 2:
        return False  # to ask for the kinds takes 10 times as long
    order = sum([kind in _DERIVATIVES for kind in _transforms()]) or in_forward_mode()
    return order + recorded > 1


def without_tangent(t: torch.Tensor) -> torch.Tensor:
    """Return `t` without its tangent of the innermost forward mode; `torch.vmap` has no rule for it."""
    axis = torch._C._functorch.maybe_get_bdim(t)
    if axis < 0:
        return forward_ad.unpack_dual(t).primal
    level = torch._C._functorch.maybe_get_level(t)
    return torch._C._functorch._add_batch_dim(without_tangent(unwrapped(t)), axis, level)


def innermost(t: torch.Tensor) -> torch.Tensor:
    """Return the tensor in the wrappers of all active transforms."""
    while is_wrapped(t):
        t = unwrapped(t)
    return t


def untransformed(t: torch.Tensor) -> torch.Tensor | None:
    """Return `t` without the wrappers of active transforms, None if one of them maps it or differentiates by it.

    Only the private stack of transforms says so, one transform at a time. Dynamo can't trace it.
    """
    transform = pyfunctorch.retrieve_current_functorch_interpreter() if is_transforming() else None
    backward = transform is None or isinstance(transform, pyfunctorch.GradInterpreter)
    forward = transform is None or isinstance(transform, pyfunctorch.JvpInterpreter)
    if backward and t.requires_grad and torch.is_grad_enabled():
        return None
    if forward and in_forward_mode() and forward_ad.unpack_dual(t).tangent is not None:
        return None
    if transform is None:
        return t
    if torch._C._functorch.maybe_get_level(t) == transform.level():
        if isinstance(transform, pyfunctorch.VmapInterpreter):
            return None
        t = unwrapped(t)
    with pyfunctorch.temporarily_pop_interpreter_stack():
        return untransformed(t)


def active_maps() -> list[pyfunctorch.VmapInterpreter]:
    """Return the active maps of `torch.vmap`, the outermost first; no public name lists them. Dynamo can't trace it."""
    stack = pyfunctorch.retrieve_all_functorch_interpreters()
    return [level for level in stack if isinstance(level, pyfunctorch.VmapInterpreter)]


def map_randomness() -> tuple[str, ...]:
    """Return how each active map of `torch.vmap` treats random numbers: "different", "same" or "error"."""
    return tuple(level.randomness() for level in active_maps()) if is_transforming() else ()


# Dynamo calls it and takes its result for a constant; `torch.compiler.assume_constant_result` would import Dynamo.
map_randomness._dynamo_marked_constant = True  # type: ignore[attr-defined]


# Questions about a tensor.


def has_derivative(t: torch.Tensor) -> bool:
    """Return whether torch differentiates by `t`, in either mode; in compiled code, in reverse mode."""
    if t.requires_grad or is_compiling():
        return t.requires_grad
    if not in_forward_mode():
        return False
    while torch._C._functorch.maybe_get_bdim(t) >= 0:  # `torch.vmap` has no rule for it
        t = unwrapped(t)
    return forward_ad.unpack_dual(t).tangent is not None


#: Whether a transform of `torch.func` wraps a tensor, and the tensor that it wraps: public only for printing.
is_wrapped, unwrapped = torch._C._functorch.is_functorch_wrapped_tensor, torch._C._functorch.get_unwrapped


def base_of(t: torch.Tensor) -> torch.Tensor | None:
    """Return the tensor that `t` is a view of, or None. Only private names of torch give it."""
    return t._base


#: How often a tensor was written to: autograd's own counter, which has no public name.
version_of: Callable[[torch.Tensor], int] = operator.attrgetter("_version")


def in_memory(t: torch.Tensor) -> torch.Tensor:
    """Return `t`, zeros in place of a tensor of zeros without memory, as tangents may be; no public name tells."""
    return t.new_zeros(t.shape) if innermost(t)._is_zerotensor() else t


# What is done to torch's state.

#: Context with or without forward mode. Torch has no public form of it.
forward_mode = forward_ad._set_fwd_grad_enabled

#: Count a write of a sequence of tensors that was not by a kernel; `torch.autograd.graph.increment_version`, the public
#: form, takes twice as long.
increment_version = torch._C._increment_version
#: Have a graph check a condition on its sizes when it runs; documented under this name only.
check_in_graph: Callable[..., None] = torch._check
#: Have a graph raise when it runs, unless a 0-D tensor is true; torch's only condition on values in graphs.
assert_in_graph: Callable[[torch.Tensor, str], None] = torch._assert_async
#: Context without the transforms of `torch.func`. Torch has no public form of it.
outside_of_transforms = pyfunctorch.temporarily_clear_interpreter_stack
#: Context without `__torch_function__` of classes and of modes; torch has no public one.
without_torch_function = torch._C.DisableTorchFunction


@contextmanager
def outside_of_modes() -> Iterator[None]:
    """Disable dispatch modes and transforms, so that a tensor that is made outlives them; no public name does."""
    with _python_dispatch._disable_current_modes(), torch._C._DisableFuncTorch():
        yield


def storage_of(t: torch.Tensor) -> int:
    """Return an identifier of the memory of a tensor, even of a fake one.

    Torch has no public name for it.

    It is valid as long as the tensor lives.
    """
    return t.untyped_storage()._cdata


#: The levels of the maps by which `mapping_tangents` maps tangents.
_MAPS_OF_TANGENTS: ContextVar[frozenset[int]] = ContextVar("xp_torch.maps_of_tangents", default=frozenset())


@contextmanager
def mapping_tangents() -> Iterator[None]:
    """Run a transform that maps tangents by one `torch.vmap`, as `torch.func.jacfwd` does, and no values."""
    level = len(pyfunctorch.retrieve_all_functorch_interpreters()) + 1 if is_transforming() else 1
    token = _MAPS_OF_TANGENTS.set(_MAPS_OF_TANGENTS.get() | {level})
    try:
        yield
    finally:
        _MAPS_OF_TANGENTS.reset(token)


def mapped_false(device: torch.device) -> torch.Tensor | None:
    """Return False, mapped by each active `torch.vmap`, which itself maps only arguments; None if none is active.

    The map of `mapping_tangents` is left out. Dynamo can't trace it.
    """
    of_tangents = _MAPS_OF_TANGENTS.get()
    maps = [level for level in active_maps() if level.level() not in of_tangents]
    if not maps:
        return None
    with outside_of_transforms():
        mask = torch.zeros([level.batch_size() for level in maps], dtype=torch.bool, device=device)
        for level in maps:
            mask = torch._C._functorch._add_batch_dim(mask, 0, level.level())
    return mask


def exclude_from_graphs(reason: str) -> Callable[[F], F]:
    """Return a decorator that excludes functions from compiled graphs; `torch.compiler.disable` would import Dynamo."""

    def exclude(function: F) -> F:
        function._torchdynamo_disable = True  # type: ignore[attr-defined]
        function._torchdynamo_disable_msg = reason  # type: ignore[attr-defined]
        return function

    return exclude


# Functions that Dynamo calls while it traces; their results are constants of the graph.


def marked_constant(function: F) -> F:
    """Mark a function that Dynamo calls and does not trace; `torch.compiler.assume_constant_result` imports Dynamo."""
    function._dynamo_marked_constant = True  # type: ignore[attr-defined]
    return function


@marked_constant
def check_read() -> bool:
    """Raise if `xp_torch.compile` traces: Dynamo compares arrays wrongly with a number that it reads from values."""
    if is_tracing_strictly():
        raise RuntimeError("compile: it reads values of arrays as numbers, as float(x) and x.item() do; return arrays")
    return True


def _makes_one_graph() -> bool:
    """Return whether Dynamo raises where a graph would break, as with ``fullgraph=True``; only its translator says."""
    return bool(torch._dynamo.symbolic_convert.InstructionTranslator.current_tx().one_graph)


def _leave(reason: str) -> NoReturn:
    """Leave compiled code for eager code; raise if it must be one graph."""
    raise RuntimeError(reason) if _makes_one_graph() else torch._dynamo.exc.SkipFrame(reason)


def _tracer() -> Any:
    """Return the tracer of the graph that Dynamo makes now: of the function, a step or a branch."""
    return torch._dynamo.symbolic_convert.InstructionTranslator.current_tx().output.current_tracer


def _are_recorded(nodes: Iterable[Any]) -> bool:
    """Return whether a derivative by the value of any node of a graph is recorded."""
    values = [node.meta.get("example_value") for node in nodes]
    return any(isinstance(t, torch.Tensor) and t.requires_grad for t in values)


@marked_constant
def check_bool() -> bool:
    """Leave compiled code if a bool may be a wrong result; raise if it must be one graph.

    Dynamo takes ``x == n`` for False, and ``x != n`` for True, if ``n`` is a symbolic number. The public way to eager
    code, `torch._dynamo.skip_frame`, leaves out the innermost function only, after its arguments were computed.
    """
    state: Any = compiler_state()
    if not state.fake_mode.shape_env.var_to_range:
        return True
    text = (
        "a bool in compiled code with symbolic numbers: torch.compile takes x == n for False, and x != n for True, if "
        "n is a size or an argument that has changed. Write xp.equal(x, n), or compile with dynamic=False. Where a "
        "bool is meant, write xp.full((), True)"
    )
    _leave(text)


@marked_constant
def check_bound() -> bool:
    """Leave compiled code if a slice's bound is an array that breaks the graph.

    After the break Dynamo would give eager code a slice of its own objects.
    """
    if not (_makes_one_graph() or torch._dynamo.config.capture_scalar_outputs):
        raise torch._dynamo.exc.SkipFrame("a bound of a slice is an array: x[int(k):] breaks the graph only")
    return True


@marked_constant
def graph_is_differentiated() -> bool:
    """Return whether a derivative by any array in the graph so far is recorded.

    Only Dynamo knows.
    """
    return _are_recorded(_tracer().graph.nodes)


@marked_constant
def graph_inputs_are_differentiated() -> bool:
    """Return whether a derivative by any input of the graph so far is recorded.

    Only Dynamo knows.
    """
    return _are_recorded(_tracer().graph.find_nodes(op="placeholder"))


@marked_constant
def traces_a_step() -> bool:
    """Return whether Dynamo traces a step of a loop or a branch of `cond`, which torch runs below autograd.

    Only Dynamo knows.
    """
    return _tracer().parent is not None


@marked_constant
def check_branch() -> bool:
    """Leave compiled code in a branch of `cond` that is differentiated: torch's backward pass of it would be 0.

    The autograd of `cond` takes what reverse mode computes in a branch for a constant.
    """
    tracer, in_branch, recorded = _tracer(), False, False
    while tracer is not None:
        # a derivative that the branch itself records is no derivative of the branch
        recorded |= in_branch and _are_recorded(tracer.graph.nodes)
        in_branch |= tracer.source_target is torch.ops.higher_order.cond
        tracer = tracer.parent
    if recorded:
        _leave(
            "compile: in a branch of cond that is differentiated, torch takes a gradient for a constant; compute it "
            "outside of cond, and choose by xp.where"
        )
    return True


# What else has no public name.

#: The class of dispatch modes, which torch's guides use from its private module.
DispatchMode = _python_dispatch.TorchDispatchMode
#: The mode of fake tensors, which have a shape and no memory; torch documents it under this name.
FakeMode = fake_tensor.FakeTensorMode
#: What operations of fake tensors raise that need values: for their result, or for its shape. It has no public name.
NEEDS_VALUES = fake_tensor.DataDependentOutputException, fake_tensor.DynamicOutputShapeException
#: Have autograd record derivatives by tensors that a graph makes; Dynamo refuses the public ``requires_grad_``.
recording = eager_transforms._create_differentiable
#: Gradients in a graph; Dynamo refuses the public `torch.autograd.grad`, unless a private option is set.
gradients_in_graph = eager_transforms._autograd_grad
#: Standard gamma numbers of a generator, which `torch.distributions.Gamma` does not take.
standard_gamma = torch._standard_gamma
