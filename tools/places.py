"""Places of a source file in which a bug can be planted: each with its span in bytes, and the text to put there."""

import ast
import re
from dataclasses import dataclass
from itertools import pairwise

COMPARISONS = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
LOGIC = {ast.And: ("and", "or"), ast.Or: ("or", "and")}
OPERATORS = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "/"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "//"),
    ast.Pow: ("**", "*"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
}
PAIRS = (
    ("float64", "float32"),
    ("complex128", "complex64"),
    ("int64", "int32"),
    ("int16", "int8"),
    ("uint64", "int64"),
    ("uint32", "int32"),
    ("uint16", "int16"),
    ("float16", "bfloat16"),
    ("bool", "uint8"),
)
DTYPES = {**{second: first for first, second in PAIRS}, **dict(PAIRS)}
AXES = {"dim", "dims", "axis", "axes", "axis1", "axis2", "dim1", "dim2", "dim0"}
#: Methods of tensors whose first argument is an axis.
OF_AXES = {"size", "squeeze", "unsqueeze", "select", "narrow", "movedim", "flatten", "unbind", "transpose"}
CHECK = re.compile(r"_?(check|raise|require|refuse|validate)")
#: Calls whose arguments are no part of the computation, `lru_cache` among them: its argument is a size.
LEFT_OUT = {"isinstance", "issubclass", "cast", "TypeVar", "dataclass", "warn", "lru_cache"}


@dataclass(frozen=True)
class Change:
    """Bytes `start` to `end` of the file `path` of the package, `old`, and what is put in their place, `new`."""

    kind: str
    path: str
    line: int
    function: str
    start: int
    end: int
    old: str
    new: str

    def __str__(self):
        old, new = (" ".join(text.split()) or "nothing" for text in (self.old, self.new))
        return f"{self.kind}: {self.path}:{self.line} ({self.function}) {old} -> {new}"

    def applied(self, source):
        """Return the bytes of the file with the change."""
        return source[: self.start] + self.new.encode() + source[self.end :]


class Places:
    """The places of one file where a bug can be planted, in the list `found`."""

    def __init__(self, path, source):
        self.path, self.source, self.found = path, source, []
        self.lines = [0]
        for line in source.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))
        self.taken = set()
        self.visit(ast.parse(source), ())

    def visit(self, node, names):
        """Add the places of a node and of all below it."""
        if is_left_out(node):
            return
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names = (*names, node.name)
        for rule in RULES.get(type(node), ()):
            for kind, start, end, new in rule(self, node):
                self.add(kind, start, end, new, names)
        for field, value in ast.iter_fields(node):
            if field not in {"annotation", "returns"}:
                for child in value if isinstance(value, list) else [value]:
                    if isinstance(child, ast.AST):
                        self.visit(child, names)

    def add(self, kind, start, end, new, names):
        """Add one place."""
        line = self.source.count(b"\n", 0, start) + 1
        old = self.source[start:end].decode()
        self.found.append(Change(kind, self.path, line, ".".join(names) or "module", start, end, old, new))

    def start(self, node):
        """Return the first byte of a node."""
        return self.lines[node.lineno - 1] + node.col_offset

    def end(self, node):
        """Return the byte after a node."""
        return self.lines[node.end_lineno - 1] + node.end_col_offset

    def between(self, first, second, word):
        """Return the span of an operator between two nodes."""
        pattern = rb"\s+".join(re.escape(part).encode() for part in word.split())
        match = re.compile(pattern).search(self.source, self.end(first), self.start(second))
        return match.span()

    def comparisons(self, node):
        """Yield another comparison for each one."""
        for (left, right), operator in zip(pairwise([node.left, *node.comparators]), node.ops, strict=True):
            old, new = COMPARISONS[type(operator)]
            yield ("comparison", *self.between(left, right, old), new)

    def logic(self, node):
        """Yield ``or`` for each ``and``, and the reverse."""
        old, new = LOGIC[type(node.op)]
        for left, right in pairwise(node.values):
            yield ("logic", *self.between(left, right, old), new)

    def operators(self, node):
        """Yield another operator of arithmetic."""
        left, right = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.target, node.value)
        if type(node.op) in OPERATORS and not is_text(left) and not is_text(right):
            old, new = OPERATORS[type(node.op)]
            yield ("operator", *self.between(left, right, old), new)

    def negations(self, node):
        """Yield the operand of ``not``."""
        if isinstance(node.op, ast.Not):
            start = self.start(node)
            yield ("negation", start, re.compile(rb"not\s*").match(self.source, start).end(), "")

    def constants(self, node):
        """Yield another number or truth value."""
        if id(node) in self.taken or not isinstance(node.value, (bool, int, float)):
            return
        larger = node.value + 1 if node.value + 1 != node.value else node.value * 2
        new = not node.value if isinstance(node.value, bool) else larger
        yield "constant", self.start(node), self.end(node), repr(new)

    def dtypes(self, node):
        """Yield another dtype for one of torch's."""
        if isinstance(node.value, ast.Name) and node.value.id == "torch" and node.attr in DTYPES:
            yield "dtype", self.start(node), self.end(node), f"torch.{DTYPES[node.attr]}"

    def axes(self, node):
        """Yield another number for the axis `node`, or for each one of a tuple."""
        for item in node.elts if isinstance(node, ast.Tuple) else [node]:
            number = number_of(item)
            if number is not None:
                self.taken |= {id(item), id(getattr(item, "operand", None))}
                # Not -1 for 0, which is the same axis of a vector.
                new = {0: 1, -1: -2}.get(number, number - 1 if number > 0 else number + 1)
                yield "axis", self.start(item), self.end(item), str(new)

    def axes_of_call(self, node):
        """Yield changes of the arguments that are axes."""
        for keyword in node.keywords:
            if keyword.arg in AXES:
                yield from self.axes(keyword.value)
        if node.args and isinstance(node.func, ast.Attribute) and node.func.attr in OF_AXES:
            yield from self.axes(node.args[0])

    def axes_of_defaults(self, node):
        """Yield changes of the defaults of parameters that are axes."""
        positional = [*node.posonlyargs, *node.args]
        pairs = [*zip(reversed(positional), reversed(node.defaults), strict=False)]
        for parameter, default in [*pairs, *zip(node.kwonlyargs, node.kw_defaults, strict=True)]:
            if parameter.arg in AXES and default is not None:
                yield from self.axes(default)

    def axes_of_shapes(self, node):
        """Yield another axis for ``x.shape[0]``."""
        if getattr(node.value, "attr", getattr(node.value, "id", None)) == "shape":
            yield from self.axes(node.slice)

    def copies(self, node):
        """Yield calls without their copies."""
        if getattr(node.func, "attr", None) in {"clone", "contiguous", "copy"} and not node.args and not node.keywords:
            yield "copy", self.end(node.func.value), self.end(node), ""
        for keyword in node.keywords:
            if keyword.arg == "copy" and getattr(keyword.value, "value", None) is True:
                self.taken.add(id(keyword.value))
                yield "copy", self.start(keyword.value), self.end(keyword.value), "False"

    def conditions(self, node):
        """Yield False for the condition of an error."""
        if len(node.body) == 1 and isinstance(node.body[0], ast.Raise):
            yield "check", self.start(node.test), self.end(node.test), "False"

    def calls_of_checks(self, node):
        """Yield ``pass`` for a call of a function that checks, whose value is not used."""
        called = getattr(node.value, "func", None)
        if CHECK.match(getattr(called, "attr", getattr(called, "id", ""))):
            yield "check", self.start(node), self.end(node), "pass"


RULES = {
    ast.Compare: (Places.comparisons,),
    ast.BoolOp: (Places.logic,),
    ast.BinOp: (Places.operators,),
    ast.AugAssign: (Places.operators,),
    ast.UnaryOp: (Places.negations,),
    ast.Constant: (Places.constants,),
    ast.Attribute: (Places.dtypes,),
    ast.arguments: (Places.axes_of_defaults,),
    ast.Call: (Places.axes_of_call, Places.copies),
    ast.Subscript: (Places.axes_of_shapes,),
    ast.If: (Places.conditions,),
    ast.Expr: (Places.calls_of_checks,),
}


def is_left_out(node):
    """Whether a node has no part in the computation: types, messages of errors and warnings, lists of names."""
    if isinstance(node, ast.Call):
        return getattr(node.func, "attr", getattr(node.func, "id", None)) in LEFT_OUT
    if isinstance(node, ast.keyword):
        return node.arg == "strict"  # of `zip`, which asserts what always holds
    if isinstance(node, ast.Assign):
        return getattr(node.targets[0], "id", None) in {"__all__", "__slots__"}
    if isinstance(node, ast.FunctionDef):
        return any(getattr(decorator, "id", None) == "overload" for decorator in node.decorator_list)
    return isinstance(node, (ast.Raise, ast.JoinedStr)) or (
        isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
    )


def is_text(node):
    """Whether a node is a string."""
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def number_of(node):
    """Return the integer of a literal, which may have a sign; else None."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        number = number_of(node.operand)
        return None if number is None else -number
    is_number = isinstance(node, ast.Constant) and isinstance(node.value, int) and not isinstance(node.value, bool)
    return node.value if is_number else None
