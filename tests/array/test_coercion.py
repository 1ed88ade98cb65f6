"""Other libraries' arrays as arguments: they decide what an operator gives, and no function drops what they add."""

import operator

import numpy as np
import pytest
import torch
from support.cases import cases
from support.oracle import alike, outcome, same

import xp_torch as xp

BINARY = [
    operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod, operator.pow, divmod,
    operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge,
]  # fmt: skip


class Tagged(np.ndarray):
    """A subclass of NumPy's array with an attribute."""

    def __array_finalize__(self, obj):
        self.tag = getattr(obj, "tag", None)


class Unit(np.ndarray):
    """A subclass of NumPy's array that decides by ``__array_ufunc__``, as astropy's quantities do."""

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        result = super().__array_ufunc__(ufunc, method, *[_bare(x) for x in inputs], **kwargs)
        return result if result is NotImplemented else np.asarray(result).view(Unit)


def _bare(x):
    return x.view(np.ndarray) if isinstance(x, Unit) else x


class Wrapper(np.lib.mixins.NDArrayOperatorsMixin):
    """An array that wraps another one and decides by ``__array_ufunc__``, as pint's quantities do."""

    def __init__(self, values):
        self.values = values

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self.values, dtype)

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        values = getattr(ufunc, method)(*[x.values if isinstance(x, Wrapper) else x for x in inputs], **kwargs)
        return tuple(map(Wrapper, values)) if isinstance(values, tuple) else Wrapper(values)


def _gives_array(**attributes):
    return type("Gives", (), {"__array__": lambda self, dtype=None, copy=None: np.asarray([1.0, 2, 3]), **attributes})()


VALUES = np.asarray([3.0, 1, 2])
SUBCLASSES = {
    "masked": np.ma.array([1.0, 2, 3], mask=[False, True, False]),
    "matrix": np.asarray([1.0, 2, 3]).view(np.matrix),
    "tagged": np.asarray([1.0, 2, 3]).view(Tagged),
    "unit": np.asarray([1.0, 2, 3]).view(Unit),
}
FOREIGN = {
    **SUBCLASSES,
    "wrapper": Wrapper(np.asarray([1.0, 2, 3])),
    "opted out": _gives_array(__array_ufunc__=None),
    "with functions": _gives_array(__array_function__=lambda *args: NotImplemented),
    "with functions of torch": _gives_array(__torch_function__=classmethod(lambda *args: NotImplemented)),
    "with a priority": _gives_array(__array_priority__=10),
}


EXPOSED = type("Exposed", (), {"__array_ufunc__": None, "__array_interface__": VALUES.__array_interface__})()


def same_type_and_values(got, expected):
    assert type(got) is type(expected)
    if isinstance(got, tuple):
        for a, b in zip(got, expected, strict=True):
            same_type_and_values(a, b)
        return
    np.testing.assert_array_equal(np.ma.getmaskarray(got), np.ma.getmaskarray(expected))
    np.testing.assert_array_equal(np.asarray(got), np.asarray(expected), strict=True)


#: The cases that decide on operators and ufuncs only.
CONVERTED = ["wrapper", "with a priority"]
OPTED_OUT = "opted out"


@cases("act", BINARY)
@pytest.mark.parametrize("case", SUBCLASSES)
def test_subclasses_of_numpys_array_decide_as_beside_numpy(case, act):
    other, x = SUBCLASSES[case], xp.asarray(VALUES)
    for pair, expected in (((x, other), (VALUES, other)), ((other, x), (other, VALUES))):
        got, error, _ = outcome(act, *pair)
        theirs, refusal, _ = outcome(act, *expected)
        if case == "matrix" and act in (operator.mul, operator.pow):
            assert error  # it multiplies by `numpy.dot`
        else:
            assert (error is None) is (refusal is None)
            same_type_and_values(got, theirs)
    name = {"sub": "subtract", "truediv": "divide", "mul": "multiply"}.get(act.__name__)
    if name:
        for function in (getattr(np, name), getattr(xp, name)):
            same_type_and_values(function(x, other), getattr(np, name)(VALUES, other))
            same_type_and_values(function(other, x), getattr(np, name)(other, VALUES))


@pytest.mark.parametrize("act", BINARY)
def test_wrappers_get_our_arrays(act):
    x, other = xp.asarray(VALUES), FOREIGN["wrapper"]
    for result in (act(x, other), act(other, x), xp.add(x, other), np.add(other, x), xp.sin(Wrapper(x))):
        for part in result if isinstance(result, tuple) else (result,):
            assert type(part) is Wrapper
            assert type(part.values) is xp.ndarray


def test_ufuncs_pass_options_to_other_libraries():
    x, other = xp.asarray(VALUES), SUBCLASSES["masked"]
    got = xp.add(x, other, where=[True, True, False], out=SUBCLASSES["masked"].copy())
    same_type_and_values(got, np.add(VALUES, other, where=[True, True, False], out=SUBCLASSES["masked"].copy()))


@pytest.mark.parametrize("case", FOREIGN)
def test_comparisons_are_never_of_the_objects(case):
    for act in (operator.eq, operator.ne):
        for pair in ((xp.asarray(VALUES), FOREIGN[case]), (FOREIGN[case], xp.asarray(VALUES))):
            result, error, _ = outcome(act, *pair)
            # As NumPy's, our operators leave an object that opted out to its own.
            assert error is TypeError or (isinstance(result, bool) is (case == OPTED_OUT))


@pytest.mark.parametrize("case", SUBCLASSES)
def test_functions_of_subclasses_of_numpys_array_are_numpys(case):
    other, x = SUBCLASSES[case], xp.asarray(VALUES)
    for act in (
        lambda m, x: m.sum(other), lambda m, x: m.sort(other), lambda m, x: m.where(x > 1, x, other),
        lambda m, x: m.concat([other, other]), lambda m, x: m.linalg.norm(other), lambda m, x: m.max(other),
        lambda m, x: m.interp(x, [1.0, 2, 3], other.reshape(-1) if case == "masked" else [1.0, 2, 3]),
    ):  # fmt: skip
        want, got = act(np, VALUES), act(xp, x)
        if type(want) in (np.ndarray, np.float64):
            same(got, np.asarray(want))
        else:
            same_type_and_values(got, want)


@pytest.mark.parametrize("case", [case for case in FOREIGN if case not in [*CONVERTED, OPTED_OUT, *SUBCLASSES]])
def test_functions_do_not_drop_what_other_libraries_add(case):
    other, x = FOREIGN[case], xp.asarray(VALUES)
    for act in (
        lambda: xp.sum(other), lambda: xp.sort(other), lambda: xp.where(x > 1, x, other), lambda: xp.stack([x, other]),
        lambda: xp.asarray([other]), lambda: xp.asarray([other, other]), lambda: xp.asarray([[x], [other]]),
        lambda: operator.setitem(x, slice(None), other), lambda: operator.setitem(x, x > 1, other),
        lambda: xp.add.reduce(other), lambda: xp.add.at(x, [0, 1, 2], other), lambda: xp.full(3, other),
        lambda: xp.sum(x, out=other), lambda: xp.linalg.norm(other),
        lambda: x.dot(other), lambda: x.fill(other),
    ):  # fmt: skip
        with pytest.raises(TypeError, match=r"asarray|return arrays must be|no implementation found"):
            act()
    assert x.tolist() == VALUES.tolist()


@pytest.mark.parametrize("case", SUBCLASSES)
def test_what_would_lose_a_mask_or_a_unit_is_refused(case):
    other, x = SUBCLASSES[case], xp.asarray(VALUES)
    for act in (
        lambda: xp.asarray([other]), lambda: xp.asarray([[x], [other]]), lambda: xp.sum(x, out=other),
        lambda: operator.setitem(x, slice(None), other), lambda: operator.setitem(x, x > 1, other),
        lambda: xp.add.reduce(other), lambda: xp.add.at(x, [0, 1, 2], other), lambda: x.fill(other),
    ):  # fmt: skip
        with pytest.raises(TypeError, match=r"asarray|return arrays must be|no implementation found"):
            act()
    assert x.tolist() == VALUES.tolist()


@pytest.mark.parametrize("case", CONVERTED)
def test_functions_convert_what_numpys_convert(case):
    other, values = FOREIGN[case], np.asarray(FOREIGN[case])
    for act in (
        lambda m, a: m.sum(a), lambda m, a: m.sort(a), lambda m, a: m.cumsum(a), lambda m, a: m.diff(a),
        lambda m, a: m.asarray([a, a]), lambda m, a: m.add.reduce(a), lambda m, a: m.linalg.norm(a),
    ):  # fmt: skip
        same(act(xp, other), act(np, values))


@pytest.mark.parametrize("other", [FOREIGN[OPTED_OUT], EXPOSED])
def test_an_object_that_opted_out_of_ufuncs_is_converted_by_other_functions(other):
    for act in (
        lambda m: m.sort(other), lambda m: m.asarray([other, other]), lambda m: m.stack([m.ones(3), other]),
        lambda m: m.where(m.asarray([True, False, True]), m.zeros(3), other), lambda m: m.cumsum(other),
        lambda m: m.sum(other), lambda m: m.add.reduce(other), lambda m: m.sin(other),
        lambda m: m.add(m.ones(3), other),
    ):  # fmt: skip
        alike(act)


class Plain(np.ndarray):
    """A subclass of NumPy's array that overrides none of NumPy's protocols."""


@pytest.mark.cpu_only
def test_plain_subclasses_of_numpys_array_are_arrays():
    a, i = VALUES.view(Plain), np.asarray([0, 2]).view(Plain)

    def write(m):
        x = m.arange(4.0)
        x[i] = a[:2]
        x[1] = a[0]
        return x, x[i]

    for act in (
        lambda m: m.sum(a), lambda m: m.sort(a), lambda m: m.asarray([a, a]), lambda m: m.concat([m.ones(3), a]),
        lambda m: m.take(m.ones(3), i), lambda m: m.ones((3, 3))[i, i], lambda m: m.ones(3)[:3].dot(a),
        write,
    ):  # fmt: skip
        ours, theirs = act(xp), act(np)
        same(ours, theirs if isinstance(theirs, tuple) else np.asarray(theirs)[()])
    assert np.concatenate([xp.ones(3), a]).tolist() == [1, 1, 1, 3, 1, 2]
    out = np.ones(3).view(Plain)
    assert xp.cumsum(xp.ones(3), out=out) is out
    assert out.tolist() == [1, 2, 3]
    assert type(xp.ones(3) + a) is type(xp.sin(a)) is Plain


@pytest.mark.cpu_only(case=["masked", "matrix", "tagged", "unit"])
@pytest.mark.parametrize("case", FOREIGN)
def test_conversions_are_explicit(case):
    other = FOREIGN[case]
    assert type(xp.asanyarray(other)) is (type(other) if case in SUBCLASSES else xp.ndarray)
    for function in (xp.asarray, xp.array, xp.ascontiguousarray):
        assert type(function(other)) is xp.ndarray
        assert function(other).tolist() == np.asarray(other).tolist()
    assert xp.asarray(other, dtype=xp.float32).dtype is xp.float32
    if case in SUBCLASSES:
        assert xp.shares_memory(xp.asarray(other), np.asarray(other))
        assert xp.from_dlpack(np.asarray(other)).tolist() == np.asarray(other).tolist()


@pytest.mark.parametrize("case", SUBCLASSES)
@pytest.mark.parametrize("act", [operator.iadd, operator.imul, operator.ipow, operator.imatmul])
def test_in_place_operators_refuse_subclasses(case, act):
    x = y = xp.asarray(VALUES.copy())
    with pytest.raises(TypeError, match="asarray"):
        act(x, SUBCLASSES[case])
    assert y.tolist() == VALUES.tolist()


def test_an_object_with_a_priority_may_rebind_the_name():
    class Scale:
        __array_priority__ = 10

        def __rmul__(self, other):
            return "scaled"

    for module in (np, xp):
        x = module.ones(3)
        x *= Scale()
        assert x == "scaled"


@pytest.mark.cpu_only
def test_graphs_and_devices_are_not_lost():
    unit, masked = SUBCLASSES["unit"], SUBCLASSES["masked"]
    for x in (xp.asarray(torch.ones(3, requires_grad=True)), xp.ones(3, device="meta")):
        for act in (lambda: x + unit, lambda: unit * x, lambda: np.add(x, masked)):
            with pytest.raises(TypeError, match=r"requires grad|on meta"):
                act()


@pytest.mark.cpu_only
def test_maps_of_memory_are_plain(tmp_path):
    a = np.memmap(tmp_path / "a", np.float64, "w+", shape=3)
    a[:] = VALUES
    for result in (xp.ones(3) + a, a + xp.ones(3), xp.add(a, 1), xp.stack([a])[0] + 1):
        assert type(result) is xp.ndarray
        assert result.tolist() == [4, 2, 3]
    assert np.add(xp.ones(3), 1, out=a) is a


@pytest.mark.parametrize(
    "key", [np.ma.array([1, 0]), np.ma.array([True, False, True]), np.asarray([0, 1]).view(np.matrix)]
)
def test_masked_keys_are_refused(key):
    for x in (xp.arange(3), xp.ones((2, 3))):
        with pytest.raises(IndexError, match="asarray"):
            x[key]


def test_labels_of_keys_do_not_count():
    assert xp.arange(4)[Wrapper(np.asarray([2, 0]))].tolist() == [2, 0]
