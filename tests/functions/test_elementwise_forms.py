"""The forms of a ufunc call against NumPy, for every record: drawn operands, `out where casting dtype order subok`."""

import warnings

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst
from support.cases import cases
from support.elementwise_rules import (
    COMPLEX_INTERMEDIATE,
    UNARY,
    not_numpys,
    raises_in_numpy,
    result_dtypes,
    theirs,
    ulps,
)
from support.oracle import outcome, same, same_outcome
from support.strategies import arrays
from support.values import DTYPES

import xp_torch as xp
from xp_torch._array.ufunc.records import OPS


@st.composite
def operands(draw, name):
    """Return operands for a record: arrays of any dtypes that broadcast, Python scalars, lists."""
    nin = OPS[name].nin
    shapes = draw(
        npst.mutually_broadcastable_shapes(num_shapes=nin, min_dims=0, max_dims=3, min_side=0, max_side=3)
    ).input_shapes
    found = []
    for shape in shapes:
        dtype = draw(st.sampled_from(DTYPES))
        found.append(draw(arrays(dtype, shape)))
    if nin == 2:
        way = draw(st.sampled_from(["arrays", "arrays", "scalar first", "scalar second", "list first", "list second"]))
        i = 0 if way.endswith("first") else 1
        if way.startswith("scalar"):
            found[i] = draw(st.one_of(st.booleans(), st.integers(-3, 300), st.floats(width=32), st.just(2j)))
        elif way.startswith("list"):
            found[i] = found[i].tolist()
    return found


class TestDrawn:
    @pytest.mark.cpu_only(name=["cos", "divide"])
    @pytest.mark.numpy_before
    @pytest.mark.parametrize("name", sorted(OPS))
    @given(data=st.data())
    def test_any_operands(self, name, data):
        inputs = data.draw(operands(name))
        as_arrays = [np.asarray(a) for a in inputs]
        try:
            common = np.result_type(*inputs)
        except (OverflowError, TypeError):
            common = np.dtype("float64")
        if name == "pow":
            assume(not (common.kind in "iu" and raises_in_numpy(name, *as_arrays).any()))
        if OPS[name].integer_second:
            # Exponents beyond any float's range: C's ldexp takes an int, NumPy clips only int64.
            assume(as_arrays[1].dtype.kind in "bfc" or np.all(np.abs(as_arrays[1].astype(object)) < 10000))
        expected, expected_error, text = outcome(getattr(np, name), *inputs)
        mine = [xp.asarray(a) if isinstance(a, np.ndarray) else a for a in inputs]
        if not any(isinstance(a, xp.ndarray) for a in mine):
            mine[0] = xp.asarray(as_arrays[0])
            expected, expected_error, text = outcome(getattr(np, name), as_arrays[0], *inputs[1:])
        before = [a.tolist() if isinstance(a, xp.ndarray) else a for a in mine]
        got, error, got_text = outcome(getattr(xp, name), *mine)
        assert error is expected_error, f"{got_text or got!r}; NumPy {text or repr(expected)}"
        if error is None:
            tolerance = max(
                ulps(name, common), ulps(name, np.asarray(expected[0] if OPS[name].nout == 2 else expected).dtype)
            )
            with np.errstate(all="ignore"), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                ignore = not_numpys(name, *[a.astype(common) for a in as_arrays])
            if common.kind == "c" and name in COMPLEX_INTERMEDIATE:
                return
            same(got, expected, ulps=tolerance, inputs=tuple(as_arrays), ignore=ignore)
        assert repr(before) == repr([a.tolist() if isinstance(a, xp.ndarray) else a for a in mine])

    @pytest.mark.parametrize("name", ["add", "less", "maximum", "bitwise_and", "arctan2", "floor_divide"])
    @given(data=st.data())
    def test_shapes_that_do_not_broadcast(self, name, data):
        x = data.draw(npst.array_shapes(min_dims=1, max_dims=3, min_side=0, max_side=4))
        y = data.draw(npst.array_shapes(min_dims=1, max_dims=3, min_side=0, max_side=4))
        dtype, other = "int32", data.draw(st.sampled_from(["int32", "int8"]))
        same_outcome(
            lambda: getattr(xp, name)(xp.ones(x, dtype=dtype), xp.ones(y, dtype=other)),
            lambda: getattr(np, name)(np.ones(x, dtype), np.ones(y, other)),
        )


#: a dtype of each kind that the forms are tried with.
FORM_DTYPES = ["bool", "int8", "uint16", "int64", "uint64", "float32", "complex64"]
OUT_DTYPES = ["bool", "int8", "int64", "uint64", "float16", "float64", "complex128"]
CASTINGS = ["no", "equiv", "safe", "same_kind", "unsafe"]


def plain_operands(name, dtype):
    x = np.asarray([[1, 0, 1], [1, 1, 0]], dtype)
    y = np.asarray([1, 1, 1], "int64" if OPS[name].integer_second else dtype)
    return (x,) if name in UNARY else (x, y)


class TestForms:
    @pytest.mark.slow
    @pytest.mark.cpu_only(name=["atanh", "cos", "log", "log10", "log2", "negative", "reciprocal", "subtract"])
    @pytest.mark.numpy_before
    @pytest.mark.parametrize("name", sorted(OPS))
    def test_out_of_every_dtype_under_every_casting(self, name):
        for dtype in FORM_DTYPES:
            inputs = plain_operands(name, dtype)
            found = result_dtypes(name, *[a.dtype for a in inputs])
            for out in OUT_DTYPES:
                for casting in CASTINGS:
                    target, its = xp.full((2, 3), 1, dtype=out), np.full((2, 3), 1, out)
                    outs, their_outs = (target, its) if OPS[name].nout == 1 else ((target, None), (its, None))
                    what = f"{name}({dtype}, out={out}, casting={casting})"
                    expected, expected_error, text = outcome(
                        getattr(np, name), *inputs, out=their_outs, casting=casting
                    )
                    got, error, got_text = outcome(
                        getattr(xp, name), *map(xp.asarray, inputs), out=outs, casting=casting
                    )
                    assert error is expected_error, f"{what}: {got_text or got!r}; NumPy {text or repr(expected)}"
                    if error is None:
                        first = got[0] if isinstance(got, tuple) else got
                        assert first is target, what
                    if np.dtype(out).kind not in "biu" or np.isfinite(its).all():
                        same(target, its, ulps=4, inputs=inputs, unit=found[0] if found is not TypeError else None)

    # NumPy's search for ldexp, whose loops have operands of two dtypes, is another: it stops at what casts safely.
    @pytest.mark.cpu_only(name="cos")
    @pytest.mark.numpy_before
    @pytest.mark.parametrize("name", sorted(OPS.keys() - {"ldexp"}))
    def test_dtype_of_every_kind_under_every_casting(self, name):
        for dtype in FORM_DTYPES:
            inputs = plain_operands(name, dtype)
            for asked in OUT_DTYPES:
                for casting in CASTINGS:
                    same_outcome(
                        lambda: getattr(xp, name)(*map(xp.asarray, inputs), dtype=asked, casting=casting),
                        lambda: getattr(np, name)(*inputs, dtype=asked, casting=casting),
                        4,
                        f"{name}({dtype}, dtype={asked}, casting={casting})",
                    )

    @cases("name", sorted(OPS))
    def test_out_of_every_shape(self, name):
        for dtype in ("int64", "float32"):
            inputs = plain_operands(name, dtype)
            if result_dtypes(name, *[a.dtype for a in inputs]) is TypeError:
                continue
            for shape in ((2, 3), (3,), (4, 2, 3), (1, 3), (2, 1), (), (3, 2), (0,)):
                kind = result_dtypes(name, *[a.dtype for a in inputs])[0]
                target, its = xp.zeros(shape, dtype=kind.name), np.zeros(shape, kind)
                outs, their_outs = (target, its) if OPS[name].nout == 1 else ((target, None), (its, None))
                same_outcome(
                    lambda: getattr(xp, name)(*map(xp.asarray, inputs), out=outs),
                    lambda: getattr(np, name)(*inputs, out=their_outs),
                    ulps(name, dtype),
                    f"{name}(out of shape {shape})",
                )
                same(target, its, ulps=ulps(name, dtype))

    @pytest.mark.cpu_only(name="cos")
    @pytest.mark.numpy_before
    @cases("name", sorted(OPS))
    def test_where(self, name):
        for dtype in ("bool", "int64", "float32", "complex64"):
            inputs = plain_operands(name, dtype)
            found = result_dtypes(name, *[a.dtype for a in inputs])
            if found is TypeError:
                continue
            for mask in (
                True,
                False,
                np.asarray([True, False, True]),
                np.asarray([[True], [False]]),
                [True, False, False],
            ):
                targets = [xp.full((2, 3), 7, dtype=d.name) for d in found]
                its = [np.full((2, 3), 7, d) for d in found]
                theirs(name, *inputs, out=tuple(its), where=mask)
                given_mask = xp.asarray(mask) if isinstance(mask, np.ndarray) else mask
                getattr(xp, name)(*map(xp.asarray, inputs), out=tuple(targets), where=given_mask)
                same(tuple(targets), tuple(its), ulps=ulps(name, dtype), inputs=inputs)
                # Without out= what is not computed is unspecified; NumPy warns of that.
                got = getattr(xp, name)(*map(xp.asarray, inputs), where=given_mask)
                unspecified = ~np.broadcast_to(mask, (2, 3))
                full = theirs(name, *inputs)
                same(got, full, ulps=ulps(name, dtype), inputs=inputs, ignore=unspecified)
            for bad in (np.asarray([1, 0, 1]), np.asarray([True, False]), 1.5):
                same_outcome(
                    lambda: getattr(xp, name)(
                        *map(xp.asarray, inputs), where=xp.asarray(bad) if isinstance(bad, np.ndarray) else bad
                    ),
                    lambda: getattr(np, name)(*inputs, where=bad),
                    ulps=4,
                    note=f"{name}(where={bad!r})",
                )

    @pytest.mark.cpu_only(name=["atanh", "float_power"])
    @cases("name", sorted(OPS))
    def test_out_that_overlaps_an_input(self, name):
        for dtype in ("int32", "float64"):
            kinds = [dtype, "int64" if OPS[name].integer_second else dtype][: OPS[name].nin]
            found = result_dtypes(name, *kinds)
            if found is TypeError or OPS[name].nout == 2:
                continue
            for into, source in (
                ((slice(1, None)), slice(None, -1)),
                (slice(None, -1), slice(1, None)),
                (slice(None),) * 2,
            ):
                memory = np.asarray([3, 1, 2, 5, 4, 1], dtype)
                mine = xp.asarray(memory.copy())
                other = np.ones(memory[source].shape, kinds[-1])
                arguments = lambda a, m: (a[source], m.asarray(other))[: OPS[name].nin]
                same_outcome(
                    lambda: getattr(xp, name)(*arguments(mine, xp), out=mine[into], casting="unsafe"),
                    lambda: getattr(np, name)(*arguments(memory, np), out=memory[into], casting="unsafe"),
                    ulps(name, dtype),
                )
                same(mine, memory, ulps=ulps(name, dtype))

    def test_out_may_be_positional_or_a_tuple(self):
        for args, kwargs in (((0,), {}), ((), {"out": 0}), ((), {"out": (0,)})):
            x, target = xp.asarray([1.0, 4.0]), xp.zeros(2)
            place = lambda v: (target,) if v == (0,) else target
            assert xp.sqrt(x, *map(place, args), **{k: place(v) for k, v in kwargs.items()}) is target
            assert target.tolist() == [1, 2]
        whole, part = xp.zeros(2), xp.zeros(2)
        assert xp.modf(xp.asarray([1.5, 2.25]), part, whole)[1] is whole
        assert (part.tolist(), whole.tolist()) == ([0.5, 0.25], [1, 2])
        quotient = xp.zeros(2, dtype=xp.int64)
        assert xp.divmod(xp.asarray([7, 8]), 3, quotient)[0] is quotient

    @pytest.mark.parametrize("bad", [[1, 2], "out", object(), 3, (1, 2, 3)])
    def test_out_that_is_no_array(self, bad):
        for act in (lambda m: m.add(m.ones(2), 1, out=bad), lambda m: m.sin(m.ones(2), out=bad)):
            same_outcome(lambda: act(xp), lambda: act(np))

    @pytest.mark.parametrize("order", ["C", "F", "A", "K"])
    @pytest.mark.parametrize("layout", ["C", "F"])
    def test_order(self, order, layout):
        a = np.asarray(np.arange(6.0).reshape(2, 3), order=layout)
        got, expected = xp.sqrt(xp.asarray(a), order=order), np.sqrt(a, order=order)
        same(got, expected, ulps=0)
        assert got.strides == expected.strides

    def test_unknown_options_are_refused(self):
        for kwargs, error in (
            ({"casting": "never"}, ValueError), ({"order": "Z"}, ValueError), ({"nonsense": 1}, TypeError),
            ({"dtype": "nonsense"}, TypeError),
        ):  # fmt: skip
            for module in (np, xp):
                with pytest.raises(error):
                    module.add(module.ones(2), 1, **kwargs)

    @pytest.mark.parametrize("name", ["add", "sin", "divmod", "frexp"])
    def test_number_of_arguments(self, name):
        for count in (0, 6):
            for module in (np, xp):
                with pytest.raises(TypeError):
                    getattr(module, name)(*[1.0] * count)


class Sub(xp.ndarray):
    """A user's subclass."""


class TestSubclasses:
    @cases("name", sorted(OPS))
    def test_pass_through_unless_subok_is_false(self, name):
        dtype = "int64" if result_dtypes(name, *["int64"] * OPS[name].nin) is not TypeError else "float64"
        inputs = [xp.asarray(a) for a in plain_operands(name, dtype)]
        inputs[0] = inputs[0].view(Sub)
        for subok, cls in ((True, Sub), (False, xp.ndarray)):
            got = getattr(xp, name)(*inputs, subok=subok)
            assert {type(r) for r in (got if isinstance(got, tuple) else (got,))} == {cls}


def test_a_python_scalar_alone_has_a_dtype_of_its_own():
    same(xp.absolute(2**63), np.absolute(2**63), ulps=0)
    with pytest.raises(TypeError, match="Cannot cast"):
        xp.abs(-2, dtype="uint8")
    with pytest.raises(TypeError, match="Cannot cast"):
        xp.sin(0, dtype=xp.float32, casting="safe")


def test_python_ints_compare_exactly():
    assert bool(xp.greater(2**64 - 1, 0)) is bool(np.greater(2**64 - 1, 0)) is True


def test_python_ints_are_checked_before_arrays_are_cast():
    with pytest.raises(OverflowError):
        xp.add(-1, xp.asarray(0), dtype="uint32")
    for x in (False, 0):
        with pytest.raises(OverflowError):
            xp.add(xp.asarray([x]), 2**63, casting="equiv")
    with pytest.raises(OverflowError):
        xp.asarray([0], dtype=xp.uint8) ** -2


def test_unsafe_casts_take_numbers_that_do_not_fit():
    assert xp.bitwise_left_shift(float("nan"), 0, dtype="int16", casting="unsafe").dtype is xp.int16
    same(xp.logical_and(xp.asarray([1.0]), xp.asarray([2]), casting="equiv"), np.asarray([True]), ulps=0)


def test_order_and_casting_are_text():
    for wrong in ({"order": 1}, {"casting": 1}):
        with pytest.raises(TypeError, match="must be str"):
            xp.sin(xp.asarray(1.0), **wrong)
    out = xp.zeros(1)
    with pytest.raises(ValueError, match="order must be one of"):
        xp.exp([1.0], out=out, order="float99")
    assert out.tolist() == [0.0]
    assert xp.sin(1.0, order=None).shape == ()


@pytest.mark.numpy_before
@cases("casting", ["no", "equiv", "safe", "same_kind", "unsafe"])
@pytest.mark.parametrize(
    ("name", "args", "dtype"),
    [
        ("add", ([1], "int8", 1), None),
        ("add", ([1.0], "float32", 1.0), None),
        ("add", ([1.0], "float64", 1), None),
        ("add", ([1j], "complex64", 1j), None),
        ("add", ([1.0], "float64", 1.0), None),
        ("divide", ([1.0], "float64", False), None),
        ("minimum", ([0], "int32", False), None),
        ("less", ([1], "int8", 1), None),
        ("less", ([1], "int8", 1000), None),
        ("less", ([1], "uint8", True), None),
        ("less", ([1.0], "float32", 1), None),
        ("less", ([1], "int8", np.uint64(1)), None),
        ("greater_equal", ([0], "uint16", 2**63), "bool"),
        ("logical_xor", ([0], "int16", 1.0), "bool"),
        ("add", ([1.0], "float64", 2**63), "bool"),
        ("add", ([True], "bool", -1), "bool"),
        ("add", ([1.0], "float64", 300), "int8"),
        ("add", ([1], "int8", 1.5), "int8"),
        ("add", ([1], "int8", 1j), "float16"),
        ("fmod", ([1], "int64", 1 + 1j), "float32"),
        ("ldexp", ([1], "int32", 1), "float32"),
        ("ldexp", ([1.0], "float32", 1), "float64"),
        ("ldexp", ([1.0], "float16", np.int16(1)), None),
        ("ldexp", ([1j], "complex64", 2**64), None),
        ("ldexp", (1, "int32", 1), "float32"),
        ("ldexp", (1, None, np.uint16(1)), "float32"),
        ("bitwise_count", ([1000.0], "float32"), "uint8"),
        ("bitwise_count", ([1000], "int16"), "uint8"),
    ],
)
def test_python_scalars_under_every_casting_rule(name, args, dtype, casting):
    values, own, *others = args
    kwargs = {"casting": casting} if dtype is None else {"casting": casting, "dtype": dtype}
    x = np.asarray(values, own) if own else values
    mine = [xp.asarray(other) if isinstance(other, np.generic) else other for other in others]
    same_outcome(
        lambda: getattr(xp, name)(xp.asarray(x) if own else x, *mine, **kwargs),
        lambda: getattr(np, name)(x, *others, **kwargs),
    )


@pytest.mark.parametrize("shape", [(2,), (2, 1, 1), (1, 1), (3, 1), (2, 3, 1)])
def test_where_does_not_widen_an_output(shape):
    mask, out = np.ones(shape, bool), np.zeros((3, 1))
    same_outcome(
        lambda: xp.exp(xp.ones((3, 1)), out=xp.asarray(out.copy()), where=xp.asarray(mask)),
        lambda: np.exp(np.ones((3, 1)), out=out, where=mask),
        4,
    )


def test_two_outputs_are_given_as_a_tuple():
    for out in (None, 1, [None, None]):
        same_outcome(lambda: xp.divmod(7, 2, out=out), lambda: np.divmod(7, 2, out=out))
    assert [x.tolist() for x in xp.divmod(7, 2, out=...)] == [3, 1]
    assert xp.add(1, 2, out=...).shape == ()


@pytest.mark.parametrize("name", ["modf", "frexp"])
def test_no_output_is_written_where_the_second_does_not_fit(name):
    first, second = xp.asarray([[1.0]]), xp.asarray([7], dtype=xp.int32 if name == "frexp" else xp.float64)
    with pytest.raises(ValueError, match="non-broadcastable"):
        getattr(xp, name)(xp.asarray([[0.5]]), out=(first, second))
    assert first.tolist() == [[1.0]]
    assert second.tolist() == [7]


def test_round_wants_an_output_of_its_shape():
    with pytest.raises(ValueError, match="invalid output shape"):
        xp.round(1.5, out=xp.zeros(2))


def test_the_dtype_asked_for_may_be_the_results():
    assert xp.bitwise_count(xp.asarray([3], dtype=xp.int16), dtype=xp.uint8).tolist() == [2]
    assert xp.abs(xp.zeros(1, dtype=xp.complex64), dtype="float32").dtype is xp.float32
    with pytest.raises(TypeError, match="Cannot cast"):
        xp.abs(xp.zeros(0, dtype=xp.complex128), dtype="float32")


@pytest.mark.parametrize(
    ("x", "places", "shape", "dtype"),
    [
        (np.float64(1.5), 0, (1,), "float64"),
        (np.asarray([1.25, 2]), 1, (1, 2), "float32"),
        (np.asarray([3, 4]), 1, (1, 2), "int8"),
        (np.asarray([1.0, 2], np.float16), 5, (2,), "float32"),
        (np.asarray([2**60 + 7, 2**63 - 2]), -1, (2,), "complex128"),
        (np.asarray([0.123456], np.float32), 3, (1,), "float64"),
        (np.asarray([1.0]), 0, (2,), "float64"),
        (np.asarray([[1.0], [2]]), 0, (2,), "float64"),
        (np.asarray([[1.0, 2]]), 0, (2,), "float64"),
        (np.asarray([[1, 2]]), 1, (2,), "int8"),
        (np.asarray([[1], [2]]), 0, (2,), "int64"),
        (np.asarray([1.26j]), 0, (), "complex128"),
        (np.asarray([1.26j]), 1, (), "complex128"),
    ],
)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_round_scales_back_in_its_output(x, places, shape, dtype):
    try:
        expected = np.round(x, places, out=np.zeros(shape, dtype))
    except ValueError:
        with pytest.raises(ValueError, match="output"):
            xp.round(xp.asarray(x), places, out=xp.zeros(shape, dtype=dtype))
        return
    np.testing.assert_array_equal(
        np.asarray(xp.round(xp.asarray(x), places, out=xp.zeros(shape, dtype=dtype))), expected
    )


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "int8"])
def test_round_to_decimals_beyond_any_dtype(dtype):
    x = np.asarray([0, 1, 100], dtype)
    for places in (99, -99, 400):
        np.testing.assert_array_equal(np.asarray(xp.round(xp.asarray(x), places)), np.round(x, places))
    with pytest.raises(OverflowError):
        xp.round(xp.asarray(x), 2**63)
