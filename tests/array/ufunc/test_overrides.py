"""Subclasses with `__array_ufunc__` and `__array_wrap__`: classes written for NumPy, and the same with our base."""

import operator

import numpy as np
import pytest

import xp_torch as xp

MODULES = {"numpy": np, "ours": xp}


def quantity(base):
    """Return a class of arrays with a unit, the power of a metre, as it is written for NumPy."""

    class Quantity(base):
        power = 0

        def __new__(cls, values, power=0):
            new = (xp if base is xp.ndarray else np).asarray(values, dtype="float64").view(cls)
            new.power = power
            return new

        def __array_finalize__(self, obj):
            self.power = getattr(obj, "power", 0)

        def __array_ufunc__(self, ufunc, method, *inputs, out=None, **kwargs):
            powers = [x.power if isinstance(x, Quantity) else 0 for x in inputs]
            plain = [x.view(base) if isinstance(x, Quantity) else x for x in inputs]
            if out is not None:
                kwargs["out"] = tuple(x.view(base) if isinstance(x, Quantity) else x for x in out)
            if ufunc in (np.add, np.subtract, np.maximum, np.minimum) or ufunc is np.hypot:
                if len(set(powers)) > 1:
                    raise ValueError(f"units differ: {powers}")
                power = powers[0]
            elif ufunc in (np.multiply, np.matmul, np.vecdot):
                power = sum(powers) if method == "__call__" or method == "outer" else None
            elif ufunc is np.divide or ufunc.__name__ == "floor_divide":
                power = powers[0] - powers[1]
            elif ufunc in {np.sqrt: 0.5, np.square: 2, np.reciprocal: -1}:
                power = powers[0] * {np.sqrt: 0.5, np.square: 2, np.reciprocal: -1}[ufunc]
            elif ufunc in (np.negative, np.absolute, np.positive, np.rint):
                power = powers[0]
            elif ufunc in (np.less, np.greater, np.equal, np.not_equal, np.isnan, np.isfinite):
                power = None
            elif ufunc is np.power:
                power = powers[0] * plain[1]
            else:
                return NotImplemented
            result = super().__array_ufunc__(ufunc, method, *plain, **kwargs)
            if result is NotImplemented or power is None:
                return result
            if out is not None:
                out[0].power = power
                return out[0]
            return type(self)(result, power)

        def __getitem__(self, key):
            return type(self)(super().__getitem__(key), self.power)

    return Quantity


QUANTITIES = {np: quantity(np.ndarray), xp: quantity(xp.ndarray)}


def outcome(act, m):
    """Return values and unit of what a call gives, or the type of the error."""
    cls = QUANTITIES[m]
    x, y = cls([[1.0, 4.0], [9.0, 16.0]], 1), cls([[2.0, 2.0], [8.0, 1.0]], 1)
    try:
        result = act(m, x, y)
    except (TypeError, ValueError) as error:
        return type(error), str(error) if "units" in str(error) else None
    return np.asarray(result).tolist(), getattr(result, "power", None) if isinstance(result, cls) else None


def inplace(name):
    def act(m, x, y):
        z = x
        z = getattr(operator, name)(z, y)
        assert z is x
        return z

    return act


CALLS = {
    "add": lambda m, x, y: x + y,
    "ufunc": lambda m, x, y: m.add(x, y),
    "numpys ufunc": lambda m, x, y: np.multiply(x, y),
    "methods": lambda m, x, y: m.add.reduce(x, axis=1) * m.add.accumulate(y)[0],
    "outer": lambda m, x, y: m.multiply.outer(x, y),
    "numbers": lambda m, x, y: 2 / x * 3,
    "numbers have another unit": lambda m, x, y: x + 1.0,
    "plain arrays": lambda m, x, y: m.ones(2) * x,
    "units that differ": lambda m, x, y: x + x * y,
    "powers": lambda m, x, y: x**2 / m.sqrt(x) + (x**3) ** 0.5,
    "comparisons": lambda m, x, y: x < y,
    "matmul": lambda m, x, y: x @ y,
    "unknown": lambda m, x, y: m.arctan2(x, y),
    "sum": lambda m, x, y: m.sum(x) * y.sum(axis=0),
    "max": lambda m, x, y: x.max(axis=1) - m.min(y, axis=0),
    "mean": lambda m, x, y: m.mean(x, axis=1),
    "var": lambda m, x, y: m.var(x, axis=1),
    "std": lambda m, x, y: m.std(x, axis=1, ddof=1),
    "ptp": lambda m, x, y: m.ptp(x, axis=1),
    "diff": lambda m, x, y: m.diff(x, axis=0),
    "trapezoid": lambda m, x, y: m.trapezoid(x, y),
    "kron": lambda m, x, y: m.kron(x, y[0]),
    "average": lambda m, x, y: m.average(x, axis=0, weights=y),
    "cumsum": lambda m, x, y: m.cumsum(x),
    "trace": lambda m, x, y: m.trace(x[None].T),
    "round": lambda m, x, y: m.round(x),
    "linalg.matrix_power": lambda m, x, y: m.linalg.matrix_power(x, 2),
    "element": lambda m, x, y: x[0, 1] * y[0][0],
    "slices": lambda m, x, y: x[::-1] * x.T[:, 0],
    "iadd": inplace("iadd"),
    "imul": inplace("imul"),
    "itruediv": inplace("itruediv"),
    "out": lambda m, x, y: m.multiply(x, y, out=x),
    "writes": lambda m, x, y: m.add.at(x, ([0], [0]), 1.0),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_unit_class_written_for_numpy_works_with_our_base(name):
    assert outcome(CALLS[name], xp) == outcome(CALLS[name], np)
    if name not in ("unknown", "numbers have another unit", "units that differ", "writes"):
        assert not isinstance(outcome(CALLS[name], xp)[0], type)


@pytest.mark.parametrize("m", MODULES.values(), ids=MODULES)
class TestOverrides:
    def test_the_operands_are_asked_in_numpys_order(self, m):
        asked = []

        class Base(m.ndarray):
            def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
                asked.append(type(self).__name__)
                return "answer" if type(self) is Base else NotImplemented

        class Derived(Base):
            pass

        class Last(m.ndarray):
            __array_ufunc__ = Base.__array_ufunc__

        x = m.ones(2)
        assert m.add(x.view(Base), x.view(Last), out=x.view(Derived)) == "answer"
        assert asked == ["Last", "Derived", "Base"]
        with pytest.raises(TypeError, match="all returned NotImplemented"):
            m.add(x, x.view(Last))

    def test_none_refuses(self, m):
        class Refusing(m.ndarray):
            __array_ufunc__ = None

        x = m.ones(2)
        for act in (m.sin, m.sum, lambda y: m.add(x, y), lambda y: x + y):
            with pytest.raises(TypeError):
                act(x.view(Refusing))

    def test_the_default_leaves_other_overrides_alone(self, m):
        class Other(m.ndarray):
            def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
                return "other"

        x = m.ones(2)
        for ufunc in {np.add, m.add}:
            assert m.ndarray.__array_ufunc__(x, ufunc, "__call__", x, x.view(Other)) is NotImplemented
            assert m.ndarray.__array_ufunc__(x, ufunc, "__call__", x, 2.0).tolist() == [3, 3]
            assert m.ndarray.__array_ufunc__(x, ufunc, "reduce", x).tolist() == 2

    def test_only_given_options_are_handed_on(self, m):
        seen = []

        class Seen(m.ndarray):
            def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
                seen.append((ufunc, method, len(inputs), kwargs))

        x = m.ones((2, 2)).view(Seen)
        m.add(x, 1)
        m.sqrt(x, dtype="float32", where=False)
        m.matmul(x, x)
        m.logical_or.reduce(x, axis=None, keepdims=True)
        m.clip(x, 0, 1)
        m.clip(x, 0, None)
        assert seen == [
            (np.add, "__call__", 2, {}),
            (np.sqrt, "__call__", 1, {"dtype": "float32", "where": False}),
            (np.matmul, "__call__", 2, {}),
            (np.logical_or, "reduce", 1, {"axis": None, "keepdims": True}),
            (np._core.umath.clip, "__call__", 3, {}),
            (np.maximum, "__call__", 2, {}),
        ]

    def test_array_wrap_gets_the_call(self, m):
        calls = []

        class Wrapped(m.ndarray):
            def __array_wrap__(self, array, context=None, return_scalar=False):
                calls.append((context and (context[0], len(context[1]), context[2]), return_scalar))
                return super().__array_wrap__(array, context, return_scalar)

        x = m.ones((2, 2)).view(Wrapped)
        results = [x + 1, *m.divmod(x, 2), m.sum(x, axis=0), x @ x]
        assert {type(r) for r in results} == {Wrapped}
        x.sum()
        expected = [((np.add, 2, 0), False), ((np.divmod, 2, 0), False), ((np.divmod, 2, 1), False), (None, False)]
        assert calls == [*expected, ((np.matmul, 2, 0), False), (None, True)]

    def test_array_wrap_of_an_output(self, m):
        calls = []

        class Wrapped(m.ndarray):
            def __array_wrap__(self, array, context=None, return_scalar=False):
                calls.append((context[0], len(context[1]), context[2], return_scalar))
                return super().__array_wrap__(array, context, return_scalar)

        x, out = m.ones(2), m.zeros(2).view(Wrapped)
        assert m.add(x, x, out=out) is out
        assert m.frexp(x, out=(None, m.zeros(2, dtype="int32").view(Wrapped)))[1].tolist() == [1, 1]
        assert calls == [(np.add, 3, 0, False), (np.frexp, 3, 1, False)]

    def test_a_mask_is_an_operand(self, m):
        class Masks(m.ndarray):
            def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
                return "masked" if isinstance(kwargs.get("where"), Masks) else NotImplemented

        x = m.ones(2)
        where = m.asarray([True, False]).view(Masks)
        assert m.negative(x, where=where, out=x) == m.add.reduce(x, where=where) == "masked"

    def test_the_higher_priority_wraps(self, m):
        class Low(m.ndarray):
            pass

        class High(m.ndarray):
            __array_priority__ = 10

        x = m.ones(2)
        for operands in ((x.view(Low), x.view(High)), (x.view(High), x.view(Low)), (x, x.view(High))):
            assert type(operands[0] * operands[1]) is type(m.add(*operands)) is High


def realistic_info_array(base):
    """Return the RealisticInfoArray of NumPy's documentation."""

    class RealisticInfoArray(base):
        def __new__(cls, input_array, info=None):
            obj = (xp if base is xp.ndarray else np).asarray(input_array).view(cls)
            obj.info = info
            return obj

        def __array_finalize__(self, obj):
            if obj is None:
                return
            self.info = getattr(obj, "info", None)

    return RealisticInfoArray


def counting(base):
    """Return the class A of NumPy's documentation, which notes the operands that were converted."""

    class A(base):
        def __array_ufunc__(self, ufunc, method, *inputs, out=None, **kwargs):
            args, in_no = [], []
            for i, input_ in enumerate(inputs):
                if isinstance(input_, A):
                    in_no.append(i)
                    args.append(input_.view(base))
                else:
                    args.append(input_)
            outputs, out_no = out, []
            if outputs:
                out_args = []
                for j, output in enumerate(outputs):
                    if isinstance(output, A):
                        out_no.append(j)
                        out_args.append(output.view(base))
                    else:
                        out_args.append(output)
                kwargs["out"] = tuple(out_args)
            else:
                outputs = (None,) * ufunc.nout
            info = {"inputs": in_no, "outputs": out_no} if out_no else {"inputs": in_no}
            results = super().__array_ufunc__(ufunc, method, *args, **kwargs)
            if results is NotImplemented:
                return NotImplemented
            if method == "at":
                if isinstance(inputs[0], A):
                    inputs[0].info = info
                return None
            if ufunc.nout == 1:
                results = (results,)
            results = tuple(
                (np.asarray(result) if base is np.ndarray else xp.asarray(result)).view(A) if output is None else output
                for result, output in zip(results, outputs, strict=True)
            )
            if results and isinstance(results[0], A):
                results[0].info = info
            return results[0] if len(results) == 1 else results

    return A


@pytest.mark.parametrize("m", MODULES.values(), ids=MODULES)
class TestTheExamplesOfNumPysDocumentation:
    def test_realistic_info_array(self, m):
        arr = m.arange(5)
        obj = realistic_info_array(m.ndarray)(arr, info="information")
        for x in (obj, obj[1:], obj[::-1], obj + 1, m.sin(obj), obj.reshape((5, 1)).T, obj.copy()):
            assert isinstance(x, type(obj))
            assert x.info == "information"
        assert arr.view(type(obj)).info is None
        alias = obj
        alias += 1
        assert alias is obj
        assert alias.info == "information"

    def test_array_ufunc(self, m):
        A = counting(m.ndarray)
        a = m.arange(5.0).view(A)
        b = m.sin(a)
        assert b.info == {"inputs": [0]}
        b = m.sin(m.arange(5.0), out=(a,))
        assert b is a
        assert b.info == {"outputs": [0], "inputs": []}
        a, b = m.arange(5.0).view(A), m.ones(1).view(A)
        c = a + b
        assert c.info == {"inputs": [0, 1]}
        a += b
        assert a.info == {"inputs": [0, 1], "outputs": [0]}
        assert type(np.add(a, 1)) is A

    def test_a_mixin_of_operators(self, m):
        class ArrayLike(np.lib.mixins.NDArrayOperatorsMixin):
            def __init__(self, value):
                self.value = m.asarray(value)

            def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
                inputs = tuple(x.value if isinstance(x, ArrayLike) else x for x in inputs)
                result = getattr(ufunc, method)(*inputs, **kwargs)
                return tuple(map(type(self), result)) if type(result) is tuple else type(self)(result)

        x = ArrayLike([1, 2, 3])
        for y in (x - 1, 2 * x - x - 1, m.arange(1, 4) - x + [0, 1, 2], np.add(x, -1)):
            assert type(y) is ArrayLike
            assert type(y.value) is m.ndarray
            assert y.value.tolist() == [0, 1, 2]


@pytest.mark.parametrize("m", MODULES.values(), ids=MODULES)
@pytest.mark.parametrize("symbol", ["add", "mul", "pow", "lt", "ge", "eq", "ne", "matmul", "and_"])
def test_operators_call_the_ufunc_of_a_class_without_operators(m, symbol):
    class Recorder:
        def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
            return ufunc.__name__, method, [isinstance(x, Recorder) for x in inputs]

    act, x = getattr(operator, symbol), m.arange(2)
    names = {"mul": "multiply", "pow": "power", "lt": "less", "ge": "greater_equal", "eq": "equal", "ne": "not_equal"}
    name = names.get(symbol, "bitwise_and" if symbol == "and_" else symbol)
    assert act(x, Recorder()) == (name, "__call__", [False, True])
    if symbol != "matmul":  # which NumPy's scalars lack
        assert act(x[0], Recorder()) == (name, "__call__", [False, True])
    if symbol not in ("lt", "ge", "eq", "ne"):
        assert act(Recorder(), x) == (name, "__call__", [True, False])


BINARY_OPERATORS = (
    "add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and_", "or_", "xor", "lshift", "rshift",
    "lt", "le", "gt", "ge", "eq", "ne",
)  # fmt: skip
BUILT_IN = {int: 3, float: 2.5, complex: 1j, tuple: (1, 2, 3), list: [1, 2, 3], str: "a"}


def declining(base, claims):
    """Return a subclass of a built-in type with ``__array_ufunc__ = None``, which `claims` all operators or has none."""
    members = {"__array_ufunc__": None, "__hash__": base.__hash__}
    for name in (*BINARY_OPERATORS, "divmod") if claims else ():
        for method in (f"__{name.rstrip('_')}__", f"__r{name.rstrip('_')}__"):
            members[method] = lambda self, other, method=method: method
    return type("Declining", (base,), members)


@pytest.mark.parametrize("base", BUILT_IN)
@pytest.mark.parametrize("claims", [True, False])
def test_operators_leave_objects_that_decline_to_their_class(base, claims):
    value = declining(base, claims)(BUILT_IN[base])

    def outcome_of(act, *operands):
        try:
            result = act(*operands)
        except TypeError:
            return TypeError
        return result.tolist() if isinstance(result, (np.ndarray, xp.ndarray)) else result

    for name in (*BINARY_OPERATORS, "divmod"):
        act = divmod if name == "divmod" else getattr(operator, name)
        acts = [act, lambda x, y, act=act: act(y, x)]
        acts += [inplace] if (inplace := getattr(operator, f"i{name.rstrip('_')}", None)) and len(name) > 2 else []
        for make in ([1, 2, 3], [1.0, 2.0, 3.0], [[True, False]]):
            for each in acts:
                got, expected = (outcome_of(each, m.asarray(make), value) for m in (xp, np))
                assert got == expected, (name, make)
