"""The methods and attributes of ufuncs, and the loops that a call asks for, against NumPy."""

import inspect
import itertools
import pickle
import types

import numpy as np
import pytest
import torch
from support import oracle
from support.cases import cases
from support.oracle import COMPLEX, DTYPES, call, ours, same, sample, small

import xp_torch as xp
from xp_torch._array.ufunc.records import OPS

BINARY = sorted(name for name, op in OPS.items() if op.nin == 2 and op.nout == 1)
#: NumPy casts the second operand of ldexp to integers.
FOLDING = [name for name in BINARY if name != "ldexp"]
#: names that NumPy's ufuncs of the same function have
THEIRS = {name: getattr(np, name) for name in BINARY}
#: whose rounding depends on the order of operands, or on whose exponential it is
WIDE = ["int16", "int32", "int64", "uint16", "uint32", "uint64"]
ROUNDED = {"add", "multiply", "logaddexp", "logaddexp2", "hypot", "pow", "float_power", "atan2", "divide"}


def operand(name, dtype, shape):
    """Operands that a fold keeps in range, and away from what the standard says otherwise."""
    x = np.abs(small(dtype, shape)).astype(dtype)
    return x + np.ones((), dtype) if name == "floor_divide" else x


def misfolded(name, dtype):
    """Whether NumPy folds wrongly: its vector loops of these give ``power.reduce([2., 3., 2.]) == 4.``."""
    return name in ("atan2", "pow") and dtype in ("float32", "float64", *([] if name == "pow" else WIDE))


def agree(name, method, args, kwargs=None, rtol=0.0):
    """Assert that a method of a ufunc gives what NumPy's gives, or an error of the same type."""
    result = np.asarray(call(getattr(THEIRS[name], method), args, kwargs or {})[0]).dtype
    if name in ROUNDED and result.kind in "fc":
        rtol = max(rtol, 64 * float(np.finfo(result).eps))
    oracle.agree(f"{name}.{method}", *args, rtol=rtol, **(kwargs or {}))


def writes_alike(name, x, *args, rtol=0.0):
    """Assert that the method ``at`` of a ufunc writes what NumPy's writes, or raises the same type of error."""
    y = ours(x)
    _, error = call(getattr(np, name).at, (x, *args), {})
    _, failed = call(getattr(xp, name).at, (y, *ours(args)), {})
    if error is not None:
        assert isinstance(failed, next(t for t in type(error).__mro__ if t.__module__ == "builtins")), (error, failed)
    elif failed is not None:
        raise failed
    same(y, x, rtol)


class TestReduce:
    @pytest.mark.parametrize("name", FOLDING)
    def test_it_folds_as_numpy_does(self, name):
        for dtype in DTYPES:
            if misfolded(name, dtype):
                continue
            x = operand(name, dtype, (3, 4))
            agree(name, "reduce", (x,))
            agree(name, "reduce", (x,), {"axis": 1, "keepdims": True})
            agree(name, "reduce", (x,), {"axis": None})
            agree(name, "reduce", (x[:1],))
            agree(name, "reduce", (x[0, 0],))

    @pytest.mark.parametrize("name", [name for name in FOLDING if name not in ("pow", "float_power", "nextafter")])
    def test_axes(self, name):
        """The results of powers are soon infinite."""
        for dtype in ("bool", "int16", "uint64", "float32"):
            for axis in (0, 1, None, (), (0, 1), (1, 0, 2), 3, (0, 0), 1.0):
                agree(name, "reduce", (operand(name, dtype, (2, 3, 2)),), {"axis": axis})

    @pytest.mark.parametrize("name", ["pow", "atan2", "subtract", "divide", "fmod"])
    def test_what_may_not_be_reordered_goes_from_left_to_right(self, name):
        x = np.asarray([2.0, 3.0, 2.0, 1.5])
        expected = THEIRS[name](THEIRS[name](THEIRS[name](x[0], x[1]), x[2]), x[3])
        same(getattr(xp, name).reduce(xp.asarray(x)), np.asarray(expected), rtol=1e-14)
        same(getattr(xp, name).reduceat(xp.asarray(x), [0]), np.asarray([expected]), rtol=1e-14)

    @cases("name", BINARY)
    @pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0), (0, 0)])
    def test_nothing_to_fold(self, name, shape):
        if name != "ldexp":
            agree(name, "reduce", (np.zeros(shape, np.int32),))

    @pytest.mark.parametrize("name", ["fmax", "maximum", "fmin", "minimum"])
    def test_nans(self, name):
        agree(name, "reduce", (sample("float64", (5, 6)),))
        agree(name, "accumulate", (sample("float64", (5, 6)),), {"axis": 1})

    @cases("dtype", ["bool", "int8", "uint16", "float32", "complex64"])
    @pytest.mark.parametrize(
        "name", ["add", "subtract", "bitwise_and", "gcd", "fmax", "hypot", "logical_xor", "divide"]
    )
    @cases("initial", [None, 1, 3])
    @cases("masked", [False, True])
    def test_initial_and_where(self, name, dtype, initial, masked):
        x = small(dtype, (3, 4))
        where = np.arange(12).reshape(3, 4) % 3 != 1
        agree(name, "reduce", (x,), {"initial": initial} | ({"where": where} if masked else {}))
        if masked:
            agree(name, "reduce", (x,), {"where": where})

    @pytest.mark.parametrize(("name", "dtype"), [("hypot", "float64"), ("gcd", "int64"), ("lcm", "uint16")])
    def test_of_no_elements_the_result_is_initial(self, name, dtype):
        initial = -3 if dtype != "uint16" else 3
        agree(name, "reduce", (np.ones((2, 0), dtype),), {"initial": initial, "axis": 1})
        agree(name, "reduce", (np.ones((2, 0, 2), dtype),), {"initial": initial, "axis": (0, 1)})

    @pytest.mark.parametrize("name", ["add", "divide", "maximum", "logical_or", "subtract", "equal", "bitwise_or"])
    @pytest.mark.parametrize("dtype", ["bool", "int8", "int64", "float32", "complex128"])
    def test_dtype(self, name, dtype):
        agree(name, "reduce", (small("int16", (3, 4)),), {"dtype": dtype})

    @pytest.mark.parametrize("name", ["add", "subtract", "divide", "maximum"])
    @pytest.mark.parametrize("dtype", ["int8", "float64"])
    def test_out(self, name, dtype):
        x = np.abs(small("int16", (3, 4))) + np.int16(1)
        for method, shape in (("reduce", (4,)), ("accumulate", (3, 4))):
            out, theirs = xp.zeros(shape, dtype=dtype), np.zeros(shape, dtype)
            got = getattr(getattr(xp, name), method)(xp.asarray(x), out=(out,))
            getattr(THEIRS[name], method)(x, out=(theirs,))
            assert got is out
            same(out, theirs)
        with pytest.raises(ValueError, match="exactly one entry"):
            xp.add.reduce(xp.asarray(x), out=(out, out))
        assert type(xp.add.reduce(xp.asarray(x), out=...)) is xp.ndarray


class TestAccumulate:
    @pytest.mark.parametrize("name", FOLDING)
    def test_it_gives_every_step(self, name):
        for dtype in DTYPES:
            x = operand(name, dtype, (5, 3))
            agree(name, "accumulate", (x,))
            agree(name, "accumulate", (x[:, :1],), {"axis": 1})
            agree(name, "accumulate", (x[:0],))
            agree(name, "accumulate", (x[0],), {"axis": None})

    @pytest.mark.parametrize("axis", [(0, 1), None, 2, (1,)])
    def test_one_axis_only(self, axis):
        agree("add", "accumulate", (np.ones((2, 2)),), {"axis": axis})

    def test_no_scalars(self):
        agree("add", "accumulate", (np.asarray(3),))
        agree("add", "reduceat", (np.asarray(3), [0]))


class TestReduceat:
    @pytest.mark.parametrize("name", FOLDING)
    def test_it_folds_slices(self, name):
        for dtype in DTYPES:
            if not misfolded(name, dtype):
                x = operand(name, dtype, (9, 2))
                agree(name, "reduceat", (x, np.asarray([0, 4, 1, 5, 5, 8])))
                agree(name, "reduceat", (x.T, [3, 0, 2]), {"axis": 1})

    @pytest.mark.cpu_only(indices=["[9]", "[-1]", "[0, 9]"])
    @pytest.mark.parametrize("indices", [[9], [-1], [0, 9], [[0]], [], [0.5], 0, [8, 0], [2, 0]])
    def test_indices(self, indices):
        agree("add", "reduceat", (np.arange(9), indices))
        if np.shape(indices) != (0,):
            agree("add", "reduceat", (np.arange(9), np.asarray(indices)))

    def test_the_layout_is_that_of_the_array(self):
        x = np.arange(24).reshape(2, 3, 4)
        for a in (x, x.T, x.swapaxes(0, 1), x.swapaxes(1, 2), x[::-1, ::2]):
            for axis in range(3):
                expected, mine = np.add.reduceat(a, [0, 1], axis), xp.add.reduceat(ours(a), [0, 1], axis)
                same(mine, expected)
                assert mine.strides == expected.strides


class TestOuter:
    @pytest.mark.parametrize("name", BINARY)
    def test_every_pair(self, name):
        agree(name, "outer", (small("int16", (2, 2)) % 3, np.asarray([1, 2, 3], np.int16)), rtol=1e-3)

    @pytest.mark.parametrize("dtype", ["uint8", "int16", "float16", "float32", "complex64", "bfloat16"])
    def test_python_scalars_are_weak(self, dtype):
        x = xp.asarray([[1, 2], [3, 4]], dtype=dtype)
        for number in (True, 3, 1.5, 2j):
            for args in ((number, x), (x, number)):
                got, expected = xp.multiply.outer(*args), xp.multiply(*args)
                assert got.dtype is expected.dtype
                assert got.tolist() == expected.tolist()
        assert xp.add.outer(1, 2.5).dtype is xp.float64
        same(xp.add.outer(np.float64(1), xp.ones(2, dtype="float32")), np.asarray([2.0, 2.0]))
        same(xp.multiply.outer([1, 2], 3), np.asarray([3, 6]))

    def test_integers_that_do_not_fit_are_refused(self):
        with pytest.raises(OverflowError, match="300 out of bounds for uint8"):
            xp.add.outer(300, xp.ones(3, dtype="uint8"))
        same(xp.less.outer(xp.ones(2, dtype="uint8"), 300), np.asarray([True, True]))

    def test_keywords_and_two_results(self):
        agree("add", "outer", (np.ones(2, int), np.ones(3, int)), {"dtype": "float32"})
        same(xp.divmod.outer([7, 8], [2, 3]), np.divmod.outer([7, 8], [2, 3]))


class TestAt:
    INDICES = ([0, 0, 3, 0], np.asarray([1, 1]), slice(1, 3), (slice(None), [0, 0]), ([0, 0], [1, 1]), ..., 2)

    @pytest.mark.slow
    @pytest.mark.cpu_only(name="tan")
    @pytest.mark.parametrize("name", sorted(OPS))
    def test_it_applies_every_time(self, name):
        theirs = getattr(np, name)
        # The standard prescribes another value of expm1, and NumPy's casts of NaN to integers depend on the processor.
        dtypes = [d for d in DTYPES if name != "expm1" or d not in COMPLEX]
        if not {*"biu"} & {np.dtype(t[0]).kind for t in theirs.types if t[0] != "O"}:
            dtypes = [d for d in dtypes if np.dtype(d).kind not in "biu"]
        for dtype, indices in itertools.product(dtypes, self.INDICES):
            x = np.abs(small(dtype, (4, 3))).astype(dtype)
            args = () if theirs.nin == 1 else (np.int8(1) if name == "ldexp" else x[0, 0],)
            writes_alike(
                name, x, indices, *args, rtol=0.0 if x.dtype.kind in "biu" else 1e-2 if dtype == "float16" else 1e-5
            )

    @pytest.mark.parametrize("name", ["add", "subtract", "multiply", "maximum", "minimum", "divide", "bitwise_xor"])
    @pytest.mark.parametrize("dtype", ["int8", "uint16", "uint64", "int64"])
    def test_values_broadcast_and_wrap(self, name, dtype):
        for values in ([[1, 2, 3]], [[100], [7]], [300], np.asarray([1.7, 2.2, 0.5]), np.ones((1, 1, 2, 3), dtype)):
            writes_alike(name, sample(dtype, (4, 3)), [1, 1], values)

    @pytest.mark.parametrize("values", [1, True])
    def test_python_scalars_take_the_loop_of_the_array(self, values):
        x = xp.asarray([2**63 + 1, 2**63 + 3], dtype="uint64")
        xp.add.at(x, [0, 0], values)
        assert x.tolist() == [2**63 + 3, 2**63 + 3]
        y = xp.zeros(2, dtype="float16")
        xp.add.at(y, [0], 0.1)
        assert y.tolist() == [float(np.float16(0.1)), 0.0]

    @pytest.mark.parametrize("number", [-1, 256, 2**70])
    def test_python_integers_that_do_not_fit_are_refused(self, number):
        x = xp.ones(2, dtype="uint8")
        for target in (x, np.ones(2, "uint8")):
            with pytest.raises(OverflowError, match="out of bounds for uint8"):
                xp.add.at(target, [0], number)
            assert target.tolist() == [1, 1]
        xp.add.at(x, [0], xp.asarray(256 - 1))  # an array is no weak scalar
        assert x.tolist() == [0, 1]

    @pytest.mark.parametrize("exponent", [1.0, np.asarray([1.0]), np.asarray([1], "uint64")])
    def test_exponents_are_integers(self, exponent):
        agree("ldexp", "at", (np.ones(2), [0], exponent))

    def test_nans_stay(self):
        writes_alike("maximum", np.asarray([1.0, np.nan, 3.0]), [0, 1, 2, 2], [np.nan, 5.0, 7.0, 4.0])

    def test_it_writes_through_views(self):
        x, y = np.zeros((4, 4)), xp.zeros((4, 4))
        for module, a in ((np, x), (xp, y)):
            module.add.at(a.T, ([0, 0, 1], [1, 1, 2]), [1.0, 2.0, 3.0])
            module.negative.at(a[:, 1:], [1, 1, 2])
        same(y, x)

    @pytest.mark.parametrize(
        ("name", "args"),
        [
            ("add", ([1], [0], 1)),
            ("add", (np.asarray([1]), [0])),
            ("sin", (np.asarray([1.0]), [0], 1)),
            ("add", (np.asarray([1]), [3], 1)),
            ("add", (np.asarray([1, 2]), [0, 1], [1, 2, 3])),
            ("divmod", (np.asarray([1]), [0], 1)),
            ("modf", (np.asarray([1.0]), [0])),
            ("negative", (np.asarray([True]), [0])),
        ],
    )
    def test_errors(self, name, args):
        writes_alike(name, *args)


class TestObject:
    def test_a_ufunc_is_a_method_of_the_class(self):
        assert type(xp.add) is types.MethodType
        assert xp.add.__self__ is xp.ufunc
        assert pickle.loads(pickle.dumps(xp.add)) is xp.add

    @pytest.mark.parametrize("ufunc", [xp.sin, xp.add, xp.modf, xp.matmul, xp.special.erf], ids=lambda f: f.__name__)
    def test_pickles_of_the_two_parts_of_a_method(self, ufunc):
        # cloudpickle and dill, and so joblib and dask, pickle a method as its function and its object.
        assert pickle.loads(pickle.dumps(ufunc.__func__)) is ufunc.__func__

    @pytest.mark.parametrize("method", ["reduce", "accumulate", "reduceat"])
    @pytest.mark.parametrize("name", ["sin", "divmod", "modf"])
    def test_folds_need_two_operands_and_one_result(self, name, method):
        args = ([1.0], [0]) if method == "reduceat" else ([1.0],)
        # NumPy 2.6 has another error for results that a ufunc can't reduce to.
        with pytest.raises(TypeError if (name, method) == ("divmod", "reduce") else ValueError, match="only supported"):
            getattr(getattr(xp, name), method)(*args)

    def test_the_class_has_the_methods_unbound(self):
        same(xp.ufunc.reduce(xp.add, xp.asarray([1, 2])), np.asarray(3))

    @pytest.mark.compiled
    @pytest.mark.parametrize("name", ["add", "subtract", "fmax", "bitwise_or", "maximum"])
    def test_methods_are_traced(self, name):
        function = getattr(xp, name)
        x = xp.asarray(np.arange(12).reshape(3, 4))
        i = xp.asarray([0, 2, 1])

        def act(x, i):
            return function.reduce(x), function.accumulate(x, 1), function.reduceat(x, i), function.outer(x, i)

        compiled = torch.compile(act, fullgraph=True, backend="eager")
        for got, expected in zip(compiled(x, i), act(x, i), strict=True):
            same(got, np.asarray(expected))

    @pytest.mark.parametrize("name", ["add", "multiply", "hypot", "subtract", "divide", "logaddexp"])
    def test_methods_have_gradients(self, name):
        function = getattr(xp, name)
        t = torch.tensor([1.5, 0.5, 2.0, 1.25], dtype=torch.float64, requires_grad=True)
        starts = xp.asarray([0, 2])
        for act in (
            lambda t: function.reduce(xp.asarray(t)).tensor,
            lambda t: function.accumulate(xp.asarray(t)).tensor,
            lambda t: function.reduceat(xp.asarray(t), starts).tensor,
        ):
            assert torch.autograd.gradcheck(act, (t,))


class TestSignature:
    @pytest.mark.numpy_before
    @pytest.mark.parametrize(
        "signature",
        ["dd->d", "ii->i", "i", ("i4",), ("f4", None, None), (None, None, "f4"), (None, None, None), 123.0, "%^->#"]
        + [b"ii-i", "ii>i", (None, "f8"), b"\xff\xff->i", ("f8", "f4", None), ("f4", "f4", "f8"), b"ff->f"],
    )
    @cases("casting", ["same_kind", "unsafe"])
    @cases("keyword", ["sig", "signature"])
    def test_it_chooses_the_loop(self, signature, casting, keyword):
        for name, args in (("add", ([1, 2], [3, 4])), ("add", ([0.5, 1.0], 0.5)), ("less", ([1, 2], [1.5, 3]))):
            oracle.agree(name, *args, casting=casting, **{keyword: signature})

    @pytest.mark.parametrize("signature", ["d->dd", "f->ff", (None, "f4", None), "l->dd"])
    def test_of_two_results(self, signature):
        oracle.agree("modf", [1.5], signature=signature)

    def test_a_list_as_mask_counts_as_its_truth(self):
        out, theirs = xp.zeros((2, 2)), np.zeros((2, 2))
        for module, o in ((xp, out), (np, theirs)):
            module.add(o, 1, out=o, where=[[0, 1], [2, 0]])
        same(out, theirs)

    def test_too_many_arguments_are_counted(self):
        with pytest.raises(TypeError, match=r"hypot\(\) takes from 2 to 3 positional arguments but 4 were given"):
            xp.hypot(1, 2, 3, 4)
        with pytest.raises(TypeError, match=r"sin\(\) takes from 1 to 2 positional arguments but 3 were given"):
            xp.sin(1, None, 3)
        with pytest.raises(TypeError, match=r"sin\(\) got an unexpected keyword argument 'axis'"):
            xp.sin(1, axis=0)

    @pytest.mark.numpy_before
    def test_an_ellipsis_stands_for_all_outputs(self):
        assert type(xp.add(1, 2, out=...)) is xp.ndarray
        for call_ in (lambda m: m.negative(1, out=(...,)), lambda m: m.add.reduce([1], out=(...,))):
            for module in (np, xp):
                with pytest.raises(TypeError, match="per-operand"):
                    call_(module)

    def test_what_can_not_go_together(self):
        for kwargs in ({"sig": "dd->d", "signature": "dd->d"}, {"signature": "dd->d", "dtype": "d"}):
            with pytest.raises(TypeError, match="cannot specify both"):
                xp.add(1, 2, **kwargs)
        with pytest.raises(TypeError):
            xp.modf(1.5, xp.zeros(()), None, out=(xp.zeros(()), None))

    @pytest.mark.parametrize(
        ("name", "dtypes", "kwargs"),
        [
            ("add", ("i1", "f4", None), {}),
            ("less", ("i1", "f4", None), {}),
            ("sin", ("i1", None), {}),
            ("abs", ("c8", None), {}),
            ("add", ("f4", "f4", "f8"), {}),
            ("add", ("f4", "f4", "i8"), {}),
            ("add", ("f4", "f4"), {}),
            ("add", (None, "f4", None), {}),
            ("add", ("f4", "f4", "f4"), {"reduction": True}),
            ("add", ("f4", float, None), {}),
            ("add", (None, "i1", None), {"reduction": True}),
            ("add", ("f4", "f4", None), {"signature": "dd->d"}),
            ("add", ("f4", "f4", None), {"signature": "dd->d", "casting": "no"}),
        ],
    )
    def test_the_dtypes_of_a_call(self, name, dtypes, kwargs):
        given = tuple(np.dtype(d) if isinstance(d, str) else d for d in dtypes)
        expected, error = call(getattr(np, name).resolve_dtypes, (given,), kwargs)
        if error is None:
            assert getattr(xp, name).resolve_dtypes(given, **kwargs) == expected
        else:
            with pytest.raises((TypeError, ValueError)):
                getattr(xp, name).resolve_dtypes(given, **kwargs)


GENERALIZED = ["matmul", "vecdot", "matvec", "vecmat"]
KEYWORDS = """
    signature="dd->d"; sig="ff->f", casting="unsafe"; signature=("f4", None, None); sig="d->d";
    signature="dd->d", dtype="d"; axis=0; keepdims=True; axes=[0, 0, 0]; axes=[0, 0]; axes=[0, 1], keepdims=True;
    axes=[0, 0, 0], keepdims=True; axes=[(0, 1), (0, 1), -1]; axes=[(0, 1), (0, 1), [0, 1]]; axes=[None, None, None];
    keepdims="true"; axes=[(0, 1), (0, 1), (0, 1)]; casting="no"; casting="bogus"; order="F"; where=True
"""


@pytest.mark.numpy_before
@pytest.mark.parametrize("name", ["sin", "add", "divmod", "frexp", "matmul"])
def test_signatures_are_numpys_but_for_annotations(name):
    mine, its = (inspect.signature(getattr(m, name)).parameters.values() for m in (xp, np))
    assert [(p.name, p.kind, p.default) for p in mine] == [(p.name, p.kind, p.default) for p in its]


class TestGeneralized:
    @pytest.mark.parametrize("name", GENERALIZED)
    def test_it_describes_itself_as_numpys(self, name):
        function, its = getattr(xp, name), getattr(np, name)
        assert isinstance(function, xp.ufunc)
        for attribute in ("nin", "nout", "nargs", "identity", "signature", "__name__"):
            assert getattr(function, attribute) == getattr(its, attribute)
        assert set(its.types) - {row for row in its.types if set(row) & set("qQgGO")} <= set(function.types)

    @pytest.mark.parametrize("name", GENERALIZED)
    @pytest.mark.parametrize("method", ["reduce", "accumulate", "reduceat", "outer", "at"])
    def test_it_has_no_methods(self, name, method):
        x = np.ones((2, 2))
        args = (x,) if method in ("reduce", "accumulate") else (x, [0]) if method != "at" else (x, [0], x)
        oracle.agree(f"{name}.{method}", *args)

    @pytest.mark.parametrize("name", GENERALIZED)
    @cases("text", KEYWORDS.split(";"))
    def test_keywords(self, name, text):
        args = (np.arange(9.0).reshape(3, 3), np.arange(9.0).reshape(3, 3) + 1)
        oracle.agree(name, *args, **eval(f"dict({text})"))


@pytest.mark.parametrize("name", ["add", "subtract", "multiply", "maximum", "power"])
def test_at_of_arrays_computes_once(name):
    def act(m):
        x = m.asarray([1.5, -2.0, 3.0])
        getattr(m, name).at(x, m.asarray([0, 1, 0]), m.asarray([2.0, 3.0, 4.0]))
        return x

    oracle.alike(act)


def test_ufuncs_as_class_attributes_do_not_bind():
    for name in OPS:
        function = getattr(xp, name)
        assert type("Holder", (), {"function": function})().function is function
