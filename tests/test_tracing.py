"""Records, functions, reads and writes compiled with every size, and compiled programs.

`test_transforms.py` has them under the other transforms.
"""

import array_api_compat
import numpy as np
import pytest
import torch
from support.elementwise_rules import BINARY, DATA_DEPENDENT_SHAPES, ulps
from support.graphs import compiled, counted
from support.oracle import same

import xp_torch as xp
from tools.calls import EAGER_EXAMPLES, OPERANDS, all_examples, operands_of
from xp_torch._array.ufunc.records import OF_NEIGHBOURS, OPS
from xp_torch._facts.dtypes import of_kind

#: calls whose result's shape, or which entry point, is decided by values: not traced as a whole.
TRACED = [
    (label, act)
    for label, act in all_examples()
    if label.rsplit("-", 1)[0].rpartition(".")[2] not in DATA_DEPENDENT_SHAPES
    and label != "matmul and invert"  # torch 2.13 does not trace them (`protocols/test_dynamo.py`)
]
TRACED += [(label, act) for label, act in all_examples() if label == "repeat-0"]
#: calls whose results depend on values in eager code only, and that NumPy refuses for other operands than it documents.
_STATIC = "asarray_chkfinite poly polydiv polyfit polymul roots"
TRACED += [(f"{name}-0", EAGER_EXAMPLES[name][0]) for name in _STATIC.split()]
IDS = [label for label, _ in TRACED]


pytestmark = pytest.mark.usefixtures("fresh_dynamo")


def numpy_of(result):
    """A result of ours as NumPy's, tuples and lists kept."""
    if isinstance(result, (tuple, list)):
        return tuple(numpy_of(r) for r in result)
    return np.asarray(xp.asarray(result.tensor.detach())) if isinstance(result, xp.ndarray) else result


def assert_equal(got, expected, tolerance=0):
    """Assert that a traced result is the eager one: dtype and value, in the same containers."""
    if isinstance(expected, (tuple, list)):
        assert len(got) == len(expected)
        for g, e in zip(got, expected, strict=True):
            assert_equal(g, e, tolerance)
    elif isinstance(expected, xp.ndarray):
        assert isinstance(got, xp.ndarray)
        assert got.dtype is expected.dtype
        same(got, numpy_of(expected), ulps=tolerance)
    else:
        assert got == expected


def given(act):
    return [xp.asarray(OPERANDS[name].copy()) for name in operands_of(act)]


def record_dtypes(op):
    if op.name in OF_NEIGHBOURS:  # graphs refuse it for narrower ones
        return [torch.float32, torch.float64, torch.int64]
    return [d for d in of_kind("biufc") if d in op.resolution or (op.integers == "default" and d not in op.loops)]


def record_operands(op, dtype, make):
    """Operands of a record in the domain of its function."""
    values = [1, 0, 1] if dtype is torch.bool else [1, 2, 3]
    if dtype.is_floating_point and op.name in ("acos", "asin", "atanh"):
        values = [0.25, 0.5, 0.75]
    first = make(values, dtype)
    second = make([1, 2, 1], torch.int64 if op.integer_second else dtype)
    return (first, second)[: op.nin]


def from_list(values, dtype):
    return xp.asarray(values, dtype=dtype)


@pytest.mark.compiled
class TestRecords:
    @pytest.mark.parametrize("dtype", ["float16", "bfloat16", "int8"])
    @pytest.mark.parametrize("name", sorted(OF_NEIGHBOURS))
    def test_neighbours_in_half_precision_are_refused(self, name, dtype):
        op, function = OPS[name], getattr(xp, name)
        with pytest.raises(torch._dynamo.exc.Unsupported, match=rf"{name}: torch\.compile computes it for float32 and"):
            compiled(function)(*[xp.ones(3, dtype=dtype)] * op.nin)

    @pytest.mark.parametrize("name", sorted(OPS))
    def test_compiled_with_operands_given(self, name):
        op, function = OPS[name], getattr(xp, name)
        operands = [record_operands(op, d, from_list) for d in record_dtypes(op)]

        def act(operands):
            return [function(*o) for o in operands]

        eager, traced = act(operands), compiled(act)(operands)
        for dtype, g, e in zip(record_dtypes(op), traced, eager, strict=True):
            assert_equal(g, e, 0 if dtype is torch.bool else ulps(name, "float32"))

    @pytest.mark.basic
    @pytest.mark.parametrize("part", range(9))
    def test_compiled_with_operands_created_inside(self, part):
        """Each function of one of its dtypes, which change from function to function."""
        names = sorted(OPS)[part::9]
        drawn = [(dtypes := record_dtypes(OPS[name]))[i % len(dtypes)] for i, name in enumerate(names)]

        def act():
            found = []
            for name, dtype in zip(names, drawn, strict=True):
                of = [torch.int64 if OPS[name].integer_second and i else dtype for i in range(OPS[name].nin)]
                found.append(getattr(xp, name)(*[xp.ones(3, dtype=d) for d in of]))
            return found

        for name, got, expected in zip(names, compiled(act)(), act(), strict=True):
            assert_equal(got, expected, ulps(name, "float32"))

    @pytest.mark.parametrize("name", BINARY)
    def test_compiled_with_python_scalars_and_mixed_dtypes(self, name):
        op, function = OPS[name], getattr(xp, name)
        scalar = 2 if op.integer_second or torch.int32 in op.loops else 0.5
        other = torch.int64 if op.integer_second else torch.int16
        dtypes = [d for d in record_dtypes(op) if d is not torch.bool][1::2]

        def act(operands):
            found = [function(x, scalar) for x in operands]
            return found + [function(x, xp.asarray(2, dtype=other)) for x in operands if x.dtype != "uint64"]

        operands = [record_operands(op, d, from_list)[0] for d in dtypes]
        accepted = [x for x in operands if not _refuses(act, [x])]
        assert_equal(compiled(act)(accepted), act(accepted), ulps(name, "float32"))

    @pytest.mark.parametrize("name", [n for n, op in OPS.items() if op.operator and n != "divmod"])
    def test_compiled_operators(self, name):
        op = OPS[name]
        symbol = f"__{op.operator}__"
        dtype = torch.int64 if torch.int64 in op.loops else torch.float64

        def act(x, y):
            if op.nin == 1:
                return [getattr(x, symbol)()]
            found = [getattr(x, symbol)(y), getattr(x, symbol)(2)]
            if not op.comparison:
                found += [getattr(x, f"__r{op.operator}__")(2)]
                z = x.copy()
                if not (op.name == "divide" and dtype is torch.int64):
                    z = getattr(z, f"__i{op.operator}__")(y)
                found += [z]
            return found

        x, y = xp.asarray([3, 4, 5], dtype=dtype), xp.asarray([1, 2, 3], dtype=dtype)
        assert_equal(compiled(act)(x, y), act(x, y), 4)


def _refuses(act, operands):
    try:
        act(operands)
    except (TypeError, OverflowError, ValueError, IndexError, RuntimeError):
        return True
    return False


#: calls that compile for each size: as many steps or results as an axis has, or transforms that cut off or pad.
BY_SIZE = ["unstack-0", "iteration", "polyval-0", "polyval-1", "poly-0", "unique of a size by rows", "histogramdd-0"]
BY_SIZE += ["fft.fft-1"]
#: the sizes of an axis of two, three and four elements of an operand.
LARGER = ({2: 4, 3: 5, 4: 6}, {2: 5, 3: 7, 4: 8})
#: the graphs into which calls are put whose operands are created inside.
PARTS = 12


def of_sizes(act, sizes):
    """Return larger operands of a call."""

    def larger(name):
        values = OPERANDS[name]
        shape = tuple(sizes[n] for n in values.shape)
        if name in "stc":
            new = np.kron(np.eye(3), values)[: shape[0], : shape[1]]
        elif name == "z":
            new = np.arange(1, 1 + shape[0]) * 1.5
        else:
            new = np.resize(values, shape)
        return xp.asarray(new.astype(values.dtype))

    return [larger(name) for name in operands_of(act)]


@pytest.mark.compiled
class TestCalls:
    @pytest.mark.parametrize(("label", "act"), TRACED, ids=IDS)
    def test_compiled(self, label, act):
        whole = lambda operands: act(xp, *operands)

        def with_operands_given(*operands):
            return act(xp, *operands)

        # Some calls are for the sizes of the operands only, and the order beside the k-th element is not defined.
        fixed = label == "argpartition-0" or any(_refuses(whole, of_sizes(act, sizes)) for sizes in LARGER)
        program, graphs = counted(with_operands_given, dynamic=True)
        for make in [lambda: given(act)] if fixed else [lambda sizes=sizes: of_sizes(act, sizes) for sizes in LARGER]:
            assert_equal(program(*make()), act(xp, *make()), 64)
        assert len(graphs) <= 1 or label in BY_SIZE

    @pytest.mark.basic(part=["0", "6"])
    @pytest.mark.parametrize("part", range(PARTS))
    def test_compiled_with_operands_created_inside(self, part):
        """Every third call; `test_compiled` has all of them."""
        calls = TRACED[::3][part::PARTS]
        acts = [(act, [(o.tolist(), o.dtype) for o in given(act)]) for _, act in calls]

        def whole():
            return [act(xp, *[xp.asarray(values, dtype=dtype) for values, dtype in lists]) for act, lists in acts]

        for (label, act), got in zip(calls, compiled(whole)(), strict=True):
            try:
                assert_equal(got, act(xp, *given(act)), 64)
            except AssertionError as error:
                error.add_note(label)
                raise


@pytest.mark.basic
class TestCompiledPrograms:
    @pytest.mark.compiled
    def test_the_default_dtype_is_guarded(self):
        def act():
            return xp.zeros(2) + 1.5

        program = compiled(act)
        assert program().dtype is xp.float64
        with xp.set_default_dtype("pytorch"):
            assert program().dtype is xp.float32
        assert program().dtype is xp.float64

    @pytest.mark.compiled
    def test_the_default_dtype_set_inside(self):
        def act():
            with xp.set_default_dtype("pytorch"):
                x = xp.ones(2)
            return x, xp.ones(2)

        x, y = compiled(act)()
        assert (x.dtype, y.dtype) == ("float32", "float64")

    # array_api_compat caches by functools.lru_cache, through which Dynamo looks.
    @pytest.mark.compiled
    @pytest.mark.filterwarnings("ignore:Dynamo detected a call to a `functools.lru_cache`")
    def test_namespaces_are_found_inside(self):
        def act(x):
            m = array_api_compat.array_namespace(x)
            n = x.__array_namespace__()
            return m.sum(x) + n.mean(x)

        x = xp.asarray([1.0, 2.0, 3.0])
        assert_equal(compiled(act)(x), act(x))

    @pytest.mark.compiled
    def test_get_namespace_inside(self):
        def act(x):
            return xp.get_namespace(x).sqrt(x)

        x = xp.asarray([1.0, 4.0])
        assert_equal(compiled(act)(x), act(x))

    @pytest.mark.compiled
    def test_dtypes_decide_inside(self):
        def act(x):
            if xp.isdtype(x.dtype, "integral") or x.dtype == "bool":
                return xp.astype(x, xp.float64) / 2
            return x if x.dtype is xp.float32 else xp.astype(x, xp.result_type(x.dtype, xp.float32))

        for dtype in (xp.int8, xp.bool, xp.float32, xp.float16):
            x = xp.ones(3, dtype=dtype)
            assert_equal(compiled(act)(x), act(x))

    @pytest.mark.compiled
    def test_a_graph_goes_through_the_compiled_program(self):
        def act(x):
            return xp.sum(xp.exp(x) * x)

        t = torch.tensor([0.5, 1.5], dtype=torch.float64, requires_grad=True)
        compiled(act)(xp.asarray(t)).tensor.backward()
        assert torch.allclose(t.grad, (t.exp() * (1 + t)).detach())

    @pytest.mark.compiled
    def test_raw_tensors_go_in_and_out(self):
        def act(t):
            return xp.add(xp.asarray(t), 1).tensor

        t = torch.arange(3)
        assert torch.equal(compiled(act)(t), t + 1)

    @pytest.mark.compiled
    def test_subclasses(self):
        class Sub(xp.ndarray):
            def __array_finalize__(self, obj):
                self.note = getattr(obj, "note", None)

        def act(x):
            return x + 1, xp.sin(x), x[1:], xp.sum(x), xp.matmul(x, x), xp.mean(x), xp.concat([x, x])

        x = xp.asarray([1.0, 2.0]).view(Sub)
        x.note = "kept"
        for run in (act, compiled(act)):
            assert [(type(r), r.note) for r in run(x)] == [(Sub, "kept")] * 7

    def test_grad_and_jacobian_of_functions_over_arrays(self):
        def act(x):
            return xp.sum(x**3)

        x = xp.asarray([1.0, 2.0])
        g = torch.func.grad(lambda x: act(x).tensor)(x)
        assert isinstance(g, xp.ndarray)
        assert g.tolist() == [3.0, 12.0]
        assert torch.func.jacrev(lambda t: (xp.asarray(t) ** 2).tensor)(x.tensor).tolist() == [[2, 0], [0, 4]]

    @pytest.mark.compiled
    def test_writes_reach_the_argument(self):
        def act(x):
            x[0] = 5
            x[1:] += 1
            return x

        x = xp.asarray([1, 2, 3])
        compiled(act)(x)
        assert x.tolist() == [5, 3, 4]
