"""Sizes, axes and other ints that are 0-D arrays, in the calls of the tests of tracing."""

import ast

import pytest
import torch
from support.cases import cases

import xp_torch as xp
from tools.calls import EAGER_EXAMPLES, EXAMPLES, OPERANDS
from tools.calls.row import _HELPERS

CALLS = [act.text for table in (EXAMPLES, EAGER_EXAMPLES) for acts in table.values() for act in acts]
CALLS = [text for text in CALLS if any(c.isdigit() for c in text) and "emath" not in text]
MOST_INTS = 5


class AsArray(ast.NodeTransformer):
    """Replaces int number `n` of an expression by a call of `as_array`."""

    def __init__(self, n):
        self.n, self.seen = n, 0

    def visit_Constant(self, node):
        if type(node.value) is not int:
            return node
        self.seen += 1
        return ast.Call(ast.Name("as_array", ast.Load()), [node], []) if self.seen == self.n else node


def wrapped(value):
    if isinstance(value, (list, tuple)):
        return [t for item in value for t in wrapped(item)]
    return [value._tensor] if isinstance(value, xp.ndarray) else []


@pytest.mark.filterwarnings("ignore")
@cases("text", sorted(set(CALLS)))
def test_results_wrap_tensors(text):
    names = {name: xp.asarray(a.copy()) for name, a in OPERANDS.items()}
    for n in range(1, MOST_INTS + 1):
        tree = ast.fix_missing_locations(AsArray(n).visit(ast.parse(text, mode="eval")))
        code = compile(tree, text, "eval")
        try:
            result = eval(code, {**_HELPERS, "m": xp, "as_array": xp.asarray, **names})
        except (TypeError, ValueError, IndexError, NotImplementedError):
            continue  # not every int may be an array
        assert all(type(t) is torch.Tensor for t in wrapped(result)), ast.unparse(tree)


@pytest.mark.parametrize("size", [True, 2.0])
@pytest.mark.parametrize(
    "act",
    [
        lambda x, size: xp.reshape(x, (size, -1)),
        lambda x, size: x.reshape(size, -1),
        lambda x, size: xp.broadcast_to(x, (size, 2, 3)),
        lambda x, size: xp.zeros((size, 2)),
    ],
)
def test_an_array_of_another_kind_is_no_size(act, size):
    with pytest.raises(TypeError, match="integer"):
        act(xp.ones((2, 3)), xp.asarray(size))
