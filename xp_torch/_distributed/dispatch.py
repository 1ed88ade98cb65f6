"""Dispatch of public functions to rules: one that is given a distributed array calls the rule registered for it.

Once `xp_torch.distributed` is imported, each function has new code with its own signature and statements, which first
asks whether the required arguments are distributed. Where a distributed array comes in another way, as in a list, a
statement reads the tensor of the array, which raises `DistributedArgument`, and the call starts anew. The function
objects stay the same, so it does not matter how a program has imported them.
"""

from __future__ import annotations

import ast
import linecache
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from inspect import CO_VARARGS, CO_VARKEYWORDS
from types import CodeType, FunctionType
from typing import Any, TypeVar

from torch.distributed.tensor import DTensor

from xp_torch._array.ndarray import ndarray
from xp_torch._distributed.array import (
    DistributedArray,
    from_dtensor,
    layout_among,
    place,
    replicated,
)
from xp_torch._distributed.guard import agreeing, checks
from xp_torch._distributed.layout import HERE, Device
from xp_torch._distributed.views import changed, refuse_writes
from xp_torch._facts.errors import DistributedArgument
from xp_torch._facts.torch_state import version_of

_Rule = TypeVar("_Rule", bound=Callable[..., Any])


_RULES: dict[str, Callable[..., Any]] = {}
#: The names of rules whose function reads the tensors of its arguments, and so notices those that are distributed.
_READING: set[str] = set()
#: The functions as they were, by the names of their rules, and the functions that have the new code.
_PLAIN: dict[str, Callable[..., Any]] = {}
_HOOKED: set[Callable[..., Any]] = set()
#: The rule of functions with an argument `device` that is a `Device`.
_ON_DEVICE: list[Callable[..., Any]] = []


def rule(
    *names: str, reads: bool = False, first: bool = False, sized: bool = False, named: bool = False
) -> Callable[[_Rule], _Rule]:
    """Register a function as the rule of public functions, such as "sum" and "linalg.svd", or of members of `ndarray`.

    A rule has the signature of its function, and gets arguments at least one of which is distributed, alone or in a
    list. It returns distributed arrays, or NotImplemented if the inputs have to be gathered. The rules of members, such
    as "ndarray.sort", have `self` first.

    Parameters
    ----------
    reads : bool
        Whether the function itself reads the tensors of all arguments.
    first : bool
        Whether the rule is for a distributed first argument only.
    sized : bool
        Whether the function also has the arguments `size` and `fill_value`, without which the rule is called.
    named : bool
        Whether the rule gets the name of the public function before its arguments.
    """

    def register(function: _Rule) -> _Rule:
        for name in names:
            called = partial(function, name) if named else function
            _RULES[name] = _checked(called, first) if first or sized else called
        _READING.update(names if reads else ())
        return function

    return register


def _checked(function: Callable[..., Any], first: bool) -> Callable[..., Any]:
    """Return a rule that is called without `size`, and with a distributed first argument if `first` is true."""

    def checked(*args: Any, size: Any = None, fill_value: Any = None, **kwargs: Any) -> Any:
        if size is not None or (first and type(args[0]) is not DistributedArray):
            return NotImplemented
        return function(*args, **kwargs)

    return checked


def on_device(function: _Rule) -> _Rule:
    """Register the function that makes arrays on a `Device`: it gets the name, arguments and device."""
    _ON_DEVICE[:] = [function]
    return function


def plain_function(name: str) -> Callable[..., Any]:
    """Return the public function `name` as it was before the import."""
    return _PLAIN[name]


@contextmanager
def _without_device() -> Iterator[None]:
    """Within a rule new arrays are plain."""
    outer = HERE[:]
    HERE.clear()
    try:
        yield
    finally:
        HERE[:] = outer


def enter(name: str, args: tuple, kwargs: dict[str, Any]) -> Any:
    """Return the result of the function `name` for arguments of which one is distributed."""
    if HERE:
        with _without_device():
            return enter(name, args, kwargs)
    if checks():
        with agreeing(name, args, kwargs, _mesh_among((args, kwargs))):
            return enter(name, args, kwargs)
    found = _RULES.get(name)
    if found is None:
        with suppress(DistributedArgument, TypeError):
            return _PLAIN[name](*args, **kwargs)  # which may only ask for shapes, or call other functions
    elif (result := found(*args, **kwargs)) is not NotImplemented:
        return result
    return _gathered(name, args, kwargs)


def enter_on_device(name: str, args: tuple, kwargs: dict[str, Any], device: Any) -> Any:
    """Return the array that the function `name` makes on a `Device`; that of ``with device:`` if `device` is None."""
    here = device is None
    device = HERE[0] if here else device
    with _without_device():
        if here and args and isinstance(args[0], ndarray):
            # by default the result is where the argument is
            return enter(name, args, kwargs) if type(args[0]) is DistributedArray else _PLAIN[name](*args, **kwargs)
        if checks():
            with agreeing(name, args, kwargs, device.mesh):
                return _ON_DEVICE[0](name, args, kwargs, device)
        return _ON_DEVICE[0](name, args, kwargs, device)


def any_distributed(args: tuple, kwargs: dict[str, Any]) -> bool:
    """Return whether there is a distributed array or a `DTensor` in arguments that raised an error."""
    try:
        return any(True for _ in _leaves((args, kwargs)))
    except RecursionError:  # a list that contains itself
        return False


def _leaves(value: Any) -> Iterator[Any]:
    """Yield the distributed arrays and tensors in arguments."""
    if isinstance(value, (DistributedArray, DTensor)):
        yield value
    elif type(value) in (list, tuple):
        for item in value:
            yield from _leaves(item)
    elif type(value) is dict:
        yield from _leaves(list(value.values()))


def _mesh_among(arguments: Any) -> Any:
    """Return the mesh of the distributed arrays and tensors in arguments."""
    return layout_among(*[from_dtensor(x) if isinstance(x, DTensor) else x for x in _leaves(arguments)]).mesh


def mapped(value: Any, function: Callable[[Any], Any]) -> Any:
    """Return arguments or results with `function` of the arrays in them."""
    if isinstance(value, (ndarray, DTensor)):
        return function(value)
    if isinstance(value, tuple) and hasattr(value, "_make"):
        return value._make(mapped(item, function) for item in value)
    if type(value) in (list, tuple):
        return type(value)(mapped(item, function) for item in value)
    if type(value) is dict:
        return {key: mapped(item, function) for key, item in value.items()}
    return value


def _gathered(name: str, args: tuple, kwargs: dict[str, Any]) -> Any:
    """Compute a function without a rule on the whole arrays, on every process; what it writes goes to the parts."""
    given: dict[int, DistributedArray] = {}
    plain: dict[int, ndarray] = {}
    versions: dict[int, int] = {}

    def gather(x: Any) -> Any:
        if isinstance(x, DTensor):
            x = from_dtensor(x)
        if type(x) is not DistributedArray:
            return x
        if id(x) not in plain:
            given[id(x)], plain[id(x)] = x, replicated(x, name)
            versions[id(x)] = version_of(plain[id(x)]._tensor)
        return plain[id(x)]

    mesh = _mesh_among((args, kwargs))
    result = _PLAIN[name](*mapped(args, gather), **mapped(kwargs, gather))
    for key, x in given.items():
        if version_of(plain[key]._tensor) == versions[key]:
            continue
        if x._layout.cut:
            axes = x._layout.axes
            x._part[...] = place(plain[key], mesh, axes)._part
        changed(x)
    sources = {id(plain[key]): x for key, x in given.items()}
    copies = {plain[key]._tensor.untyped_storage().data_ptr() for key, x in given.items() if x._layout.cut}

    def back(y: Any) -> Any:
        if id(y) in sources:
            return sources[id(y)]
        if type(y) is DistributedArray:
            return y
        result = place(y, mesh, None)
        memory = y._tensor.untyped_storage().data_ptr()
        return refuse_writes(result, name) if memory and memory in copies else result

    return mapped(result, back)


def _template(function: FunctionType, name: str, plain: str, place: str, assigned: Iterable[str]) -> str:
    """Return the source of the new code of a function, which calls the function as it was, by the name `plain`.

    It is within a function whose parameters are the free variables of `function`, and copies the parameters `assigned`.
    For ``def sum(a, axis=None, *, device=None)`` it is, where CHECK stands for a test of `device`::

        def make():
         def _hooked(a, axis, *, device):
          try:
           if CHECK and _type(a) is not _DistributedArray:
            return _plain_sum(a, axis, device=device)  # `_new_code` puts the statements of `sum` here
            return None
          except (_DistributedArgument, _TypeError):
           if not _any_distributed((a, axis), {'device': device}): raise
          if not CHECK: return _enter_on_device('sum', (a, axis), {'device': device}, device)
          return _enter('sum', (a, axis), {'device': device})
         return _hooked
    """
    code = function.__code__
    names, npos, nkw = list(code.co_varnames), code.co_argcount, code.co_kwonlyargcount
    positional, keywords, rest = names[:npos], names[npos : npos + nkw], names[npos + nkw :]
    # the signature, and the arguments as `enter` and the function take them
    args = [f"*{rest.pop(0)}"] if code.co_flags & CO_VARARGS else []
    kwargs = [f"**{rest.pop(0)}"] if code.co_flags & CO_VARKEYWORDS else []
    star = args or (["*"] if keywords else [])
    parameters = [*positional, *star, *keywords, *kwargs]
    if code.co_posonlyargcount:
        parameters.insert(code.co_posonlyargcount, "/")
    named = "{" + ", ".join([*[f"{k!r}: {k}" for k in keywords], *kwargs]) + "}"
    passed = f"({''.join(f'{p}, ' for p in [*positional, *args])}), {named}"
    call = ", ".join([*positional, *args, *[f"{k}={k}" for k in keywords], *kwargs])
    # the tests of plain arguments, and what follows if one fails
    required = _required(function) if name in _RULES and name not in _READING else []
    checks = [f"_type({p}) is not _DistributedArray" for p in required if p != "inputs"]
    several = [p for p in required if p == "inputs"] + [p[1:] for p in args if name in _RULES]
    checks += [f"_DistributedArray not in _map(_type, {p})" for p in several]
    on_device = f"_enter_on_device({name!r}, {passed}, "
    ends = [f" return _enter({name!r}, {passed})"]
    if "device" in positional or "device" in keywords:
        checks.insert(0, "(not _HERE if device is None else _type(device) is not _Device)")
        ends.insert(0, f" if not {checks[0]}: return {on_device}device)")
    if place:
        checks.insert(0, "_place is None")
        ends.insert(0, f" if _place is not None: return {on_device}_place)")
    lines = [
        f"def _hooked({', '.join(parameters)}):",
        # named, so that the new code has the same free variables
        *([f" if 0: {', '.join(code.co_freevars)}"] if code.co_freevars else []),
        *([f" _place = _HERE[0] if _HERE else {place}"] if place else []),
        " try:",
        *(f"  {parameter}_ = {parameter}" for parameter in assigned),
        f"  if {' and '.join(checks) or 'True'}:",
        f"   return {plain}({call})",
        "   return None",
        # a kernel may have been given the device of a distributed array
        " except (_DistributedArgument, _TypeError):",
        f"  if not _any_distributed({passed}): raise",
        *ends,
    ]
    body = "\n".join(f" {line}" for line in lines)
    return f"def make({', '.join(code.co_freevars)}):\n{body}\n return _hooked\n"


def _required(function: FunctionType) -> list[str]:
    """Return the positional parameters without a default, and at least the first one."""
    code = function.__code__
    names = code.co_varnames[: code.co_argcount]
    return list(names[: max(len(names) - len(function.__defaults__ or ()), 1)])


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of a function and of the functions in it."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)


def _parsed(code: CodeType) -> ast.FunctionDef | None:
    """Return the definition of a function from its file."""
    first = code.co_firstlineno
    last = max(line or 0 for inner in _codes(code) for _, line, *_ in inner.co_positions())  # of its last expression
    lines = linecache.getlines(code.co_filename)[first - 1 : last]
    if not lines or first == 1:
        return None
    nested = lines[0][0].isspace()  # a method, or a function in a function, which parses within a block
    try:
        tree: Any = ast.parse("\n" * (first - 1 - nested) + "if 1:\n" * nested + "".join(lines))
    except SyntaxError:
        return None
    found = tree.body[0].body[0] if nested else tree.body[0]
    return found if isinstance(found, ast.FunctionDef) else None


class _Renamed(ast.NodeTransformer):
    """Gives other names to variables."""

    def __init__(self, names: set[str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.AST:
        node.id += "_" * (node.id in self.names)
        return node

    def visit_Lambda(self, node: Any) -> ast.AST:
        node.args = self.visit(node.args)  # the default values
        inner = _Renamed(self.names - {a.arg for a in ast.walk(node.args) if isinstance(a, ast.arg)})
        node.body = [inner.visit(s) for s in node.body] if isinstance(node.body, list) else inner.visit(node.body)
        return node

    visit_FunctionDef = visit_Lambda


def _is_fast_path(statement: ast.stmt, required: list[str], on_device: bool) -> bool:
    """Return whether a statement is for plain arguments: ``if type(x) is ndarray and (axis is None or ...):``.

    If there is an argument `device`, it must be None, and the others arrays, by which the result is.
    """
    if not isinstance(statement, ast.If) or statement.orelse:
        return False
    test = statement.test
    both = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]
    conditions = [ast.unparse(t) for t in both]
    kinds = r"type\({0}\) is ndarray" if on_device else r"((type\({0}\) is \w+|{0} is None)( or |$))+"
    plain = all(any(re.fullmatch(kinds.format(name), c) for c in conditions) for name in required)
    return plain and (not on_device or "device is None" in conditions)


def _new_code(function: FunctionType, name: str, plain: str, place: str, source: ast.FunctionDef | None) -> CodeType:
    """Return the new code of a function, with its statements, if their source is given, in place of the call.

    Plain arrays then take no further call in Python, which would cost 40 to 150 ns, 2 to 9 % of a call. A fast path for
    plain arrays goes before the checks.
    """
    code, fast = function.__code__, 0
    body = source.body[ast.get_docstring(source, clean=False) is not None :] if source else []
    parameters = {a.arg for a in ast.walk(source.args) if isinstance(a, ast.arg)} if source else set()
    while fast < len(body) and _is_fast_path(body[fast], _required(function), "device" in parameters):
        fast += 1
    names = [n for s in body for n in ast.walk(s) if isinstance(n, ast.Name)]
    # the new code passes the parameters on as they were given
    assigned = parameters & {n.id for n in names if not isinstance(n.ctx, ast.Load)}
    body = [_Renamed(assigned).visit(s) for s in body] if assigned else body
    module: Any = ast.parse(_template(function, name, plain, place, sorted(assigned)))
    for node in ast.walk(module):
        if isinstance(node, (ast.stmt, ast.expr, ast.arg, ast.excepthandler)):
            node.lineno = node.end_lineno = code.co_firstlineno
    if source:
        attempt: Any = next(s for s in module.body[0].body[0].body if isinstance(s, ast.Try))
        *copies, checked = attempt.body
        checked.body[:-1] = body[fast:]  # before its last one, which returns None
        attempt.body = [*copies, *body[:fast], checked]
    made: dict[str, Any] = {}
    exec(compile(module, code.co_filename, "exec"), made)
    new = made["make"](*code.co_freevars).__code__
    return _qualified(new, new.co_qualname, code.co_qualname).replace(co_name=code.co_name)


def _qualified(code: CodeType, old: str, new: str) -> CodeType:
    """Return code with the qualified name `new` for `old`, with that of the functions in it."""
    consts = tuple([_qualified(c, old, new) if isinstance(c, CodeType) else c for c in code.co_consts])
    return code.replace(co_consts=consts, co_qualname=new + code.co_qualname.removeprefix(old))


def _facts(code: CodeType) -> set[Any]:
    """Return the lines and the names of a function: the file may have changed since the function was imported."""
    return {line for *_, line in code.co_lines()}.union(*(c.co_names for c in _codes(code)))


_INJECTED = {
    "_DistributedArray": DistributedArray,
    "_DistributedArgument": DistributedArgument,
    "_Device": Device,
    "_HERE": HERE,
    "_TypeError": TypeError,
    "_any_distributed": any_distributed,
    "_enter": enter,
    "_enter_on_device": enter_on_device,
    "_map": map,
    "_type": type,
}


def hook(names: Sequence[str], function: FunctionType, place: str = "", **injected: Any) -> None:
    """Give a function the code that looks for distributed arguments; its rule is registered under one of `names`.

    The function also makes its result on the `Device` that is the value of `place`, an expression of its parameters
    and of `injected`, unless that is None.
    """
    name = next((n for n in names if n in _RULES), names[0])
    code, module = function.__code__, function.__globals__
    plain = FunctionType(code, module, function.__name__, function.__defaults__, function.__closure__)
    plain.__kwdefaults__, plain.__doc__ = function.__kwdefaults__, None
    key = f"_plain_{name.replace('.', '_')}"
    _PLAIN.update(dict.fromkeys(names, plain))
    _HOOKED.add(function)
    module.update(_INJECTED | injected | {key: plain})
    given = function, name, key, place
    source = _parsed(code)
    new = _new_code(*given, source)
    function.__code__ = new if source and _facts(code) <= _facts(new) else _new_code(*given, None)


def adopt(name: str, function: Callable[..., Any]) -> None:
    """Let `enter` find a function that keeps its own code under `name`."""
    _PLAIN[name] = function


def hooked() -> frozenset[Callable[..., Any]]:
    """Return the functions that have new code."""
    return frozenset(_HOOKED)
