"""Arrays under `torch.compile`: what Dynamo traces, what breaks the graph, what raises, and what it guards."""

import operator

import pytest
import torch
from support.graphs import compiled, counted
from support.versions import sentinel
from torch._C._dynamo.eval_frame import _debug_get_cache_entry_list

import xp_torch as xp

ORDER = {operator.lt: xp.less, operator.le: xp.less_equal, operator.gt: xp.greater, operator.ge: xp.greater_equal}
EQUALITY = {operator.eq: xp.equal, operator.ne: xp.not_equal}
COMPARISONS = EQUALITY | ORDER


pytestmark = [pytest.mark.usefixtures("fresh_dynamo"), pytest.mark.compiled]


def broken(function, **options):
    """Return `function` compiled, with graph breaks where Dynamo cannot trace it."""
    return torch.compile(function, backend="eager", **options)


class TestComparisonsWithSymbolicNumbers:
    """Dynamo of torch 2.13 compares objects with symbolic numbers without their methods."""

    @pytest.mark.parametrize("numbers", [(1.5, 2.0, 3.0), (1, 2, 3)], ids=["floats", "ints"])
    @pytest.mark.parametrize("name", [f.__name__ for f in COMPARISONS.values()])
    def test_functions_of_arguments(self, name, numbers):
        x, function = xp.asarray([1.0, 2.0, 3.0]), getattr(xp, name)
        program, graphs = counted(lambda x, n: (function(x, n), function(n, x)))
        for n in numbers:
            assert [r.tolist() for r in program(x, n)] == [function(x, n).tolist(), function(n, x).tolist()]
        assert len(graphs) == 2

    @pytest.mark.basic
    def test_functions_of_sizes(self):
        program, graphs = counted(lambda x: xp.equal(x, x.shape[0]))
        for n in range(2, 5):
            assert program(xp.arange(n) + 2).tolist() == [m + 2 == n for m in range(n)]
        assert len(graphs) == 2

    @pytest.mark.parametrize("dtype", ["bool", "uint64", "float16", "complex128"])
    def test_functions_with_numbers_beyond_the_dtype(self, dtype):
        x = xp.asarray([1, 0, 1], dtype=dtype)
        program = compiled(xp.equal)
        for n in (0, 1, 2**40):
            assert program(x, n).tolist() == (x == n).tolist()

    @pytest.mark.parametrize("act", COMPARISONS, ids=lambda act: act.__name__)
    def test_operators_where_numbers_and_sizes_are_fixed(self, act):
        x = xp.asarray([1.0, 2.0, 3.0])
        program = compiled(lambda x, n: (act(x, n), act(n, x), act(x, x.shape[0]), act(x, 2)), dynamic=False)
        for n in (1.5, 2.0, 3):
            for x in (xp.asarray([1.0, 2.0, 3.0]), xp.asarray([1.0, 4.0])):
                expected = [act(x, n), act(n, x), act(x, len(x)), act(x, 2)]
                assert [r.tolist() for r in program(x, n)] == [r.tolist() for r in expected]

    @pytest.mark.basic
    @sentinel
    @pytest.mark.parametrize("compile", [compiled, broken])
    @pytest.mark.parametrize("act", ORDER, ids=lambda act: act.__name__)
    def test_order_raises(self, act, compile):
        """Fails when torch calls the method: then the guide need not name `xp.less`."""
        program = compile(act, dynamic=True)
        with pytest.raises(torch._dynamo.exc.InternalTorchDynamoError, match="not supported between instances"):
            program(xp.asarray([1.0, 2.0]), 3)

    @pytest.mark.basic
    @sentinel
    def test_equality_of_any_object_is_false(self):
        """Fails when torch calls the method: then the guide need not name `xp.equal` and ``dynamic=False``."""

        class Meters:
            def __eq__(self, other):
                return "compared"

            __hash__ = None

        program = compiled(lambda t, x, n: (t + n, x == n), dynamic=True)
        assert program(torch.ones(2), Meters(), 3)[1] is False
        assert program(torch.ones(2), xp.ones(2), 3)[1] is False


def write_equal(x, n):
    y = x * 2
    y[x == n] = 0
    return y


def count_in_place(x, n):
    count = xp.zeros(x.shape)
    count += x == n
    return count


def read_unequal_later(x, n):
    mask = x != n
    y = x * 2
    return y[mask]


#: Programs that give the result of a comparison to a function, an operator or an index.
USES = {
    "read": lambda x, n: (x * 2)[x == n],
    "read_later": read_unequal_later,
    "write": write_equal,
    "where": lambda x, n: xp.where(n == x, 1.0, x),
    "sum": lambda x, n: xp.sum(x != n),
    "argwhere": lambda x, n: xp.argwhere(x == n),
    "product": lambda x, n: (x == n) * x,
    "reflected": lambda x, n: x - (x == n),
    "logical": lambda x, n: (x > 0) & (x == n),
    "in_place": count_in_place,
    "out": lambda x, n: xp.add(x, x == n, out=x.copy()),
    "list": lambda x, n: xp.asarray([x == n, x == n]),
    "option": lambda x, n: xp.sum(x, where=x == n),
}


class TestUsesOfComparisonsWithSymbolicNumbers:
    """A bool that may be Dynamo's wrong result leaves the function to eager code, or raises."""

    @pytest.mark.parametrize("label", USES)
    def test_of_arguments(self, label):
        act, x = USES[label], xp.asarray([1.0, 2.0, 3.0])
        program = broken(act)
        for n in (1, 2, 3):
            assert program(x, n).tolist() == act(x, n).tolist()

    @pytest.mark.parametrize("label", USES)
    def test_of_sizes(self, label):
        act = USES[label]
        program = broken(lambda x: act(x, x.shape[0]))
        for n in (2, 3, 4):
            x = xp.arange(n) + 1.0
            assert program(x).tolist() == act(x, n).tolist()

    @pytest.mark.basic
    @pytest.mark.parametrize("label", USES)
    def test_in_one_graph(self, label):
        program = compiled(USES[label], dynamic=True)
        with pytest.raises(torch._dynamo.exc.InternalTorchDynamoError, match=r"Write xp\.equal\(x, n\)"):
            program(xp.asarray([1.0, 2.0, 3.0]), 2)

    def test_a_bool_that_is_meant(self):
        x = xp.asarray([1.0, 2.0, 3.0])
        program, graphs = counted(lambda x, n: xp.greater(x, n) ^ xp.full((), True), dynamic=True)
        assert program(x, 2).tolist() == [True, True, False]
        assert len(graphs) == 1

    @pytest.mark.basic
    def test_membership(self):
        program = broken(lambda x: (x.shape[0] in x, x * 2))
        for n in (2, 3, 4):
            assert program(xp.arange(n) + 1.0)[0] is True
            assert program(xp.zeros(n))[0] is False

    @sentinel
    def test_membership_in_a_list_is_false(self):
        """Fails when torch calls the methods of its elements: then the guide need not name `any`."""
        x = xp.asarray([1.0, 2.0])
        assert broken(lambda x: (2.0 in [x[0], x[1]], x + 1))(x)[0] is False


def write_from(x, k):
    y = x.copy()
    y[k:] = 0
    return y


class TestSlicesWithArrays:
    """A bound that is an array is read in one graph, and leaves a function that may have several to eager code."""

    @pytest.mark.parametrize(
        "act",
        [
            lambda x, k: x[k:],
            lambda x, k: (x * 2)[k : k + 2],
            lambda x, k: x[-k:],
            lambda x, k: x[::k],
            lambda x, k: x[None, k:],
            write_from,
        ],
        ids=["start", "sum", "negative", "step", "tuple", "write"],
    )
    def test_with_graph_breaks(self, act):
        x, program = xp.arange(6), broken(act)
        for k in (1, 2, 3):
            assert program(x, xp.asarray(k)).tolist() == act(x, k).tolist()

    @pytest.mark.basic
    def test_in_one_graph(self):
        x, program = xp.arange(6), compiled(lambda x, k: (x[k:], x[:k]))
        for k in (1, 2, 3):
            assert [r.tolist() for r in program(x, xp.asarray(k))] == [x[k:].tolist(), x[:k].tolist()]


class TestOperators:
    def test_products_break_the_graph(self):
        x = xp.asarray([[1.0, 2.0], [3.0, 4.0]])

        def act(x):
            z = x.copy()
            z @= x
            return x @ x, x @ [1.0, 2.0], [1.0, 2.0] @ x, z, -x

        assert [r.tolist() for r in broken(act)(x)] == [r.tolist() for r in act(x)]

    def test_inversions_break_the_graph(self):
        x = xp.asarray([1, 2, 3])
        assert [r.tolist() for r in broken(lambda x: (~x, ~(x > 1)))(x)] == [[-2, -3, -4], [True, False, False]]

    def test_functions_are_traced(self):
        x, m = xp.asarray([[1.0, 2.0], [3.0, 4.0]]), xp.asarray([1, 2, 3])

        def act(x, m):
            return xp.matmul(x, x), xp.matmul(x, [1.0, 2.0]), xp.vecdot(x, x), xp.logical_not(m > 1), xp.invert(m)

        assert [r.tolist() for r in compiled(act)(x, m)] == [r.tolist() for r in act(x, m)]

    def test_of_a_layer(self):
        layer = torch.nn.Linear(2, 2, dtype=torch.float64)

        def act(x):
            return xp.matmul(xp.asarray(layer.weight), x) + xp.asarray(layer.bias)

        x = xp.asarray([1.0, 2.0])
        assert torch.equal(compiled(act)(x).tensor, act(x).tensor)

    @sentinel
    @pytest.mark.parametrize("act", [operator.matmul, lambda x, y: ~x], ids=["matmul", "invert"])
    def test_one_graph_raises(self, act):
        """Fails when torch traces the operator, as torch 2.15 does."""
        x = xp.asarray([[1, 2], [3, 4]])
        with pytest.raises(torch._dynamo.exc.Unsupported, match="Failed to trace builtin operator"):
            compiled(act)(x, x)


class TestFormats:
    def test_of_arguments_text_and_numbers(self):
        def act(x):
            total, text = xp.sum(x), str(x + 1)
            return f"{x}", f"{total.item():.2f} {float(total)}", f"{text} {total!r}", x * 2

        x = xp.asarray([1.0, 2.0])
        assert str(broken(act)(x)) == str(act(x))

    @sentinel
    @pytest.mark.parametrize("act", [lambda x: f"{xp.sum(x):.2f}", lambda x: f"{x + 1}"])
    def test_of_arrays_that_the_function_makes(self, act):
        """Fails when torch formats them once they are complete: then `ndarray.__format__` need not raise."""
        with pytest.raises(RuntimeError, match=r"torch\.compile cannot format an array"):
            broken(act)(xp.ones(2))


def of_arrays(x, y):
    z = xp.sin(x + y) * 2.0 - xp.maximum(x, y) / (1 + xp.abs(y))
    return xp.sum(z) + xp.sqrt(z * z + 1.0)[1:]


def of_tensors(x, y):
    z = torch.sin(x + y) * 2.0 - torch.maximum(x, y) / (1 + torch.abs(y))
    return torch.sum(z) + torch.sqrt(z * z + 1.0)[1:]


def number_of_guards(function):
    """Return the number of guards of the graph that was compiled last."""
    tree = str(_debug_get_cache_entry_list(function.__code__)[0].guard_manager)
    return sum("+- " in line and "GuardManager" not in line for line in tree.splitlines())


@pytest.mark.basic
def test_number_of_guards():
    x = xp.asarray([1.0, 2.0, 3.0])
    compiled(of_tensors)(x.tensor, x.tensor + 1)
    compiled(of_arrays)(x, x + 1)
    tensors, all_guards = number_of_guards(of_tensors), number_of_guards(of_arrays)
    torch._dynamo.reset()
    compiled(of_arrays, options={"guard_filter_fn": torch.compiler.skip_guard_on_globals_unsafe})(x, x + 1)
    assert number_of_guards(of_arrays) < all_guards <= tensors + 130


@pytest.mark.basic
class TestStateIsGuarded:
    def test_default_dtype(self):
        program, x = compiled(lambda x: (x / 2, xp.zeros(2), xp.mean(x))), xp.asarray([1, 2])
        for name, dtype in (("numpy", xp.float64), ("pytorch", xp.float32), ("numpy", xp.float64)):
            with xp.set_default_dtype(name):
                assert {r.dtype for r in program(x)} == {dtype}

    def test_default_device(self):
        program = compiled(lambda: xp.zeros(2) + 1)
        assert program().device.type == "cpu"
        with torch.device("meta"):
            assert program().device.type == "meta"

    def test_gradients(self):
        t = torch.tensor([1.0, 2.0], requires_grad=True)
        program, x = compiled(lambda x: xp.sin(x) * x), xp.asarray(t)
        with torch.no_grad():
            assert not program(x).tensor.requires_grad
        assert program(x).tensor.requires_grad

    def test_autocast(self):
        program, x = (
            compiled(lambda x: (xp.matmul(x, x), (x.tensor @ x.tensor).dtype)),
            xp.ones((2, 2), dtype="float32"),
        )
        assert [r if isinstance(r, torch.dtype) else r.dtype for r in program(x)] == ["float32", torch.float32]
        with torch.autocast("cpu", torch.bfloat16):
            assert [r if isinstance(r, torch.dtype) else r.dtype for r in program(x)] == ["float32", torch.bfloat16]

    def test_a_function_that_takes_the_name_of_another(self, monkeypatch):
        program, x = compiled(lambda x: xp.sin(x) + 0), xp.asarray([0.0])
        assert program(x).tolist() == [0.0]
        monkeypatch.setattr(xp, "sin", xp.cos)
        assert program(x).tolist() == [1.0]

    def test_what_a_function_of_the_users_closes_over(self):
        scale = 2.0

        def scaled(x):
            return x * scale

        program, x = compiled(xp.vmap(scaled)), xp.asarray([1.0])
        assert program(x).tolist() == [2.0]
        scale = 3.0
        assert program(x).tolist() == [3.0]

    def test_a_function_made_again_for_another_user_function(self):
        x = xp.asarray([1.0, 2.0])
        program = compiled(lambda f, x: f(x))
        for function in (xp.sin, xp.cos, lambda v: v + 1, lambda v: v + 2):
            assert xp.allclose(program(xp.vmap(function), x), function(x))
