"""The forms of the ufuncs of `special`, against those of SciPy's ufuncs: options, methods and dtypes."""

import inspect
import itertools
import pickle

import numpy as np
import pytest
import scipy.special as sc
import torch
from support.cases import cases

import xp_torch as xp
from xp_torch._array.ufunc.special_records import SPECIAL

FOUND = sorted(name for name in vars(sc) if isinstance(getattr(xp.special, name, None), xp.ufunc))
#: those of real numbers: `wofz` has complex loops only, and `expn` in SciPy one of an integer.
UFUNCS = [name for name in FOUND if name not in ("expn", "wofz")]
BINARY = [name for name in UFUNCS if (getattr(sc, name).nin, getattr(sc, name).nout) == (2, 1)]
#: those whose complex loops are missing here.
REAL = {
    "erfc", "exp1", "expi", "fresnel", "hyp1f1", "hyp2f1", "log_ndtr", "ndtr", "sici", "spence",
}  # fmt: skip
#: those of which SciPy's loop for float32 loses digits.
RTOL_OF_SINGLES = {"betainc": 3e-5, "betaincinv": 3e-4}
DTYPES = ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"]


def ours(name):
    return getattr(xp.special, name)


def theirs(name):
    """SciPy's ufunc, without the warnings of special values."""
    return np.errstate(all="ignore")(getattr(sc, name))


def inputs(name, dtype="f8"):
    """Numbers in the domain of the function, an array for each operand."""
    values = np.asarray([[0.25, 0.5, 0.75], [0.125, 0.625, 0.875]])
    return [np.asarray(values / (i + 1), dtype) for i in range(getattr(sc, name).nin)]


def outcome(function, *args, **kwargs):
    """The result of a call, or the class of its error."""
    try:
        return function(*args, **kwargs)
    except (TypeError, ValueError) as error:
        return TypeError if isinstance(error, TypeError) else ValueError


def close(name, got, expected, single=False):
    if isinstance(expected, tuple):
        assert len(got) == len(expected)
        for g, e in zip(got, expected, strict=True):
            close(name, g, e, single)
        return
    if isinstance(expected, type):
        assert got is expected
        return
    expected = np.asarray(expected)
    assert (got.dtype, got.shape) == (expected.dtype, expected.shape)
    loop = np.float32 if single else expected.dtype
    rtol = max(1e-10, 8 * np.finfo(loop).eps)
    if np.dtype(loop).char in "fF":
        rtol = max(rtol, RTOL_OF_SINGLES.get(name, 0.0))
    np.testing.assert_allclose(np.asarray(got), expected, rtol, 1e-12)


def both(name, call, single=False):
    """Compare ``call(m, f)`` of this package's ufunc `f` with SciPy's; `single` allows the digits of float32."""
    got = outcome(call, xp, ours(name))
    with np.errstate(all="ignore"):
        expected = outcome(call, np, getattr(sc, name))
    close(name, got, expected, single)


def test_every_record_is_found():
    functions = {"polygamma", "riemann_zeta", "zeta"}
    assert {op.ufunc_name for op in SPECIAL.values()} - functions <= set(FOUND)
    assert set(FOUND) <= set(xp.special.__all__)
    assert xp.special.digamma is xp.special.psi


@cases("name", UFUNCS)
def test_attributes(name):
    f, g = ours(name), getattr(sc, name)
    for attribute in ("__name__", "nin", "nout", "nargs", "identity", "signature"):
        assert getattr(f, attribute) == getattr(g, attribute), attribute
    own = [t for t in f.types if "E" not in t]
    known = [t for t in g.types if not set(t) & set("gl")]
    assert own == [t for t in known if name not in REAL or not set(t) & set("FD")]
    assert len(own) == len(f.types) - 1 == f.ntypes - 1
    assert (f.__module__, f.__doc__.partition("\n")[0][-1]) == ("xp_torch.special", ".")


@cases("name", UFUNCS)
def test_pickles(name):
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        data = pickle.dumps(ours(name), protocol)
        assert pickle.loads(data) is ours(name)
        assert b"xp_torch._" not in data


@pytest.mark.slow
@cases("name", UFUNCS)
def test_dtypes_of_results(name):
    """Those of SciPy, for every combination of the dtypes of two operands, and for all of one dtype."""
    scipys = getattr(sc, name)
    for given in itertools.product(DTYPES, DTYPES) if scipys.nin == 2 else ([d] * scipys.nin for d in DTYPES):
        if name in REAL and any(d[0] == "c" for d in given):
            continue
        dtypes = (*map(np.dtype, given), *[None] * scipys.nout)
        got, expected = outcome(ours(name).resolve_dtypes, dtypes), outcome(scipys.resolve_dtypes, dtypes)
        assert got == expected or (issubclass(expected, TypeError) and issubclass(got, TypeError)), given
        if len(set(given)) == 1:
            arrays = [np.ones(2, d) for d in given]
            got, expected = outcome(ours(name), *map(xp.asarray, arrays)), outcome(theirs(name), *arrays)
            named = [x if isinstance(x, type) else [r.dtype for r in (x if isinstance(x, tuple) else (x,))]
                     for x in (got, expected)]  # fmt: skip
            assert named[0] == named[1], given


@pytest.mark.slow
@cases("name", BINARY)
def test_python_numbers_are_weak(name):
    for d, number in itertools.product(("i1", "i8", "f2", "f4", "f8", "bfloat16"), (True, 1, 0.5)):
        x = xp.ones(2, dtype=d)
        same = d in ("f4", "f8", "bfloat16")
        single = getattr(sc, name).types[0] == "ff->f" and (d == "f2" or (d == "i1" and number == 1))
        expected = x.dtype if same else xp.float32 if single else xp.float64
        for args in ((x, number), (number, x)):
            assert ours(name)(*args).dtype is expected, args
        with xp.set_default_dtype("pytorch"):
            expected = x.dtype if same else xp.float32
            assert ours(name)(x, number).dtype is expected


@pytest.mark.parametrize("name", sorted(REAL))
def test_complex_numbers_without_a_loop(name):
    with pytest.raises(TypeError, match=rf"special\.{name}"):
        ours(name)(*[0.5] * (ours(name).nin - 1), 1j)


@pytest.mark.parametrize("name", [name for name in xp.special.__all__ if callable(getattr(xp.special, name))])
def test_no_imaginary_part_is_lost(name):
    function = getattr(xp.special, name)
    parameters = [] if isinstance(function, xp.ufunc) else inspect.signature(function).parameters.values()
    count = getattr(function, "nin", 0) or sum(p.default is p.empty and p.kind != p.KEYWORD_ONLY for p in parameters)
    try:
        results = function(*[xp.asarray(0.5 + 0.25j)] * count)
    except (TypeError, ValueError):
        return
    for x in results if isinstance(results, tuple) else [results]:
        assert x.dtype.kind == "c"


@cases("name", UFUNCS)
@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "i4", "?"])
@pytest.mark.parametrize("of", ["f4", "f8", "i4"])
def test_dtype(name, dtype, of):
    both(name, lambda m, f: f(*map(m.asarray, inputs(name, of)), dtype=dtype))


@pytest.mark.slow
@cases("name", UFUNCS)
@pytest.mark.parametrize("casting", ["no", "equiv", "safe", "same_kind", "unsafe", "nonsense"])
def test_casting(name, casting):
    for of, to in itertools.product(("i4", "f2", "f4", "f8"), ("i4", "f4", "f8")):

        def call(m, f, of=of, to=to):
            return f(*map(m.asarray, inputs(name, of)), out=m.zeros((2, 3), dtype=to), casting=casting)

        if to != "i4":
            both(name, call, of in ("f2", "f4"))
        else:
            got = outcome(call, xp, ours(name))
            assert isinstance(got, type) is isinstance(outcome(call, np, theirs(name)), type)
        both(name, lambda m, f, of=of: f(*map(m.asarray, inputs(name, of)), casting=casting, dtype="f4"))


@cases("name", UFUNCS)
def test_out(name):
    nout = getattr(sc, name).nout
    for dtype in ("f4", "f8", "f2", "i4"):
        for given in (lambda *outs: (outs, {}), lambda *outs: ((), {"out": outs if len(outs) > 1 else outs[0]}),
                      lambda *outs: ((), {"out": outs})):  # fmt: skip

            def call(m, f, dtype=dtype, given=given):
                outs = [m.zeros((2, 3), dtype=dtype) for _ in range(nout)]
                args, kwargs = given(*outs)
                result = f(*map(m.asarray, inputs(name, "f4")), *args, **kwargs)
                assert all(r is o for r, o in zip(result if nout > 1 else [result], outs, strict=True))
                return result

            if dtype == "f2":
                got, expected = outcome(call, xp, ours(name)), outcome(call, np, theirs(name))
                np.testing.assert_allclose(np.asarray(got), expected, 2e-3)
            else:
                both(name, call, single=True)
    outs = lambda m, *shape: tuple([m.zeros(shape) for _ in range(nout)])
    both(name, lambda m, f: f(*map(m.asarray, inputs(name)), out=outs(m, 2, 4)))
    both(name, lambda m, f: f(*[m.asarray(x[0]) for x in inputs(name)], out=outs(m, 2, 3)))
    both(name, lambda m, f: f(*map(m.asarray, inputs(name)), *[m.zeros((2, 3))] * (nout + 1)))


@cases("name", UFUNCS)
def test_an_out_that_overlaps_an_input(name):
    if getattr(sc, name).nout > 1:
        return

    def call(m, f):
        x = m.asarray(np.linspace(0.2, 0.8, 6))
        return f(*[x[:-1]] * f.nin, out=x[1:])

    both(name, call)


@cases("name", UFUNCS)
def test_where(name):
    """With ``where=`` SciPy's own ufuncs write beyond the memory of small outputs: their results are selected."""
    f, g = ours(name), theirs(name)
    mask = np.asarray([[True, False, True], [False, True, True]])
    expected = g(*inputs(name))
    given = [xp.asarray(x) for x in inputs(name)]
    for i, e in enumerate(expected if f.nout > 1 else (expected,)):
        outs = [xp.full((2, 3), 7.0) for _ in range(f.nout)]
        got = f(*given, out=tuple(outs), where=xp.asarray(mask))
        assert (got if f.nout > 1 else (got,))[i] is outs[i]
        close(name, outs[i], np.where(mask, e, 7.0))
        got = f(*given, where=mask[0])
        close(name, (got if f.nout > 1 else (got,))[i], np.where(mask[0], e, 0.0))
    gradient = xp.grad(lambda x: xp.sum(r if isinstance(r := f(x, *given[1:], where=mask), xp.ndarray) else r[0]))
    found = np.asarray(gradient(given[0]))
    assert np.isfinite(found).all()
    assert not found[~mask].any()


@cases("name", [name for name in UFUNCS if getattr(sc, name).nout == 1])
def test_at(name):
    if getattr(sc, name).nin > 2:
        with pytest.raises(ValueError):
            ours(name).at(xp.ones(3), [0])
        return

    def call(m, f, dtype="f8"):
        x, b = m.asarray(np.linspace(0.25, 0.75, 5), dtype=dtype), m.asarray([0.5, 0.25, 0.125], dtype=dtype)
        f.at(x, [0, 3, 0], *[b][: f.nin - 1])
        return x

    both(name, call)
    both(name, lambda m, f: call(m, f, "f4"))


@cases("name", UFUNCS)
def test_outer(name):
    if getattr(sc, name).nin != 2:
        both(name, lambda m, f: f.outer(m.ones(2), m.ones(3)))
        return
    x, y = inputs(name)
    both(name, lambda m, f: f.outer(m.asarray(x), m.asarray(y[0])))
    both(name, lambda m, f: f.outer(m.asarray(x), m.asarray(y[0]), dtype="f4"))
    both(name, lambda m, f: f.outer(m.asarray([1, 2], dtype="i1"), m.asarray([1, 2], dtype="u1")))


@pytest.mark.slow
@cases("name", UFUNCS)
def test_reductions(name):
    x = np.linspace(0.5, 1.75, 12).reshape(3, 4)
    for method in ("reduce", "accumulate"):
        both(name, lambda m, f, method=method: getattr(f, method)(m.asarray(x)))
        both(name, lambda m, f, method=method: getattr(f, method)(m.asarray(x), axis=1))
        both(name, lambda m, f, method=method: getattr(f, method)(m.asarray(x), axis=1, dtype="f4"))
        both(name, lambda m, f, method=method: getattr(f, method)(m.asarray(x), out=m.zeros(x.shape)))
        both(name, lambda m, f, method=method: getattr(f, method)(m.ones((0, 2))))
        both(name, lambda m, f, method=method: getattr(f, method)(m.ones((2, 2), dtype="i1")))
        both(name, lambda m, f, method=method: getattr(f, method)(m.ones((2, 2), dtype="i8")))
    both(name, lambda m, f: f.reduce(m.asarray(x), axis=(0, 1)))
    both(name, lambda m, f: f.reduce(m.asarray(x), axis=1, keepdims=True, initial=0.5))
    both(name, lambda m, f: f.reduce(m.asarray(x), initial=None))
    both(name, lambda m, f: f.reduceat(m.asarray(x), [0, 2, 1]))


@cases("name", UFUNCS)
def test_order_and_subclasses(name):
    class Named(xp.ndarray):
        pass

    given = [xp.asarray(x) for x in inputs(name)]
    for order in "FC":
        result = ours(name)(*given, order=order)
        assert (result if isinstance(result, xp.ndarray) else result[0]).flags[f"{order}_CONTIGUOUS"]
    for subok, kind in ((True, Named), (False, xp.ndarray)):
        result = ours(name)(*[x.view(Named) for x in given], subok=subok)
        assert type(result if isinstance(result, xp.ndarray) else result[0]) is kind


def test_a_subclass_overrides_them():
    seen = []

    class Logged(xp.ndarray):
        def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
            seen.append((ufunc, method))
            inputs = [x.view(xp.ndarray) if isinstance(x, Logged) else x for x in inputs]
            return super().__array_ufunc__(ufunc, method, *inputs, **kwargs)

    x = xp.asarray([0.25, 0.5]).view(Logged)
    assert type(xp.special.cbrt(x)) is xp.ndarray
    np.testing.assert_allclose(np.asarray(xp.special.xlogy.outer(x, x)), sc.xlogy.outer(np.asarray(x), np.asarray(x)))
    assert float(xp.special.xlogy.reduce(x)) == pytest.approx(sc.xlogy(0.25, 0.5))
    assert seen == [(xp.special.cbrt, "__call__"), (xp.special.xlogy, "outer"), (xp.special.xlogy, "reduce")]


@cases("name", UFUNCS)
def test_arguments(name):
    """Operands are positional, as SciPy's; errors name the function."""
    f = ours(name)
    for args, kwargs in (((), {}), ((), {"x": 1.0}), ((0.5,) * 9, {}), ((0.5,) * f.nin, {"nonsense": 1})):
        with pytest.raises(TypeError, match=getattr(sc, name).__name__):
            f(*args, **kwargs)


@pytest.mark.compiled
@pytest.mark.parametrize("part", range(4))
def test_compiled_forms(part):
    mask = xp.asarray([[True, False, True]] * 2)

    def call(functions, *arrays):
        results = []
        for f in functions:
            x = arrays[: f.nin]
            results += [f(*x), f(*x, dtype="f4", where=mask), f(*[a.astype("i1") for a in x])]
            if f.nin == 2 and f.nout == 1:
                results += [f.outer(*x), f(0.5, x[0])]
            if f is xp.special.xlogy:
                results += [f.reduce(x[0]), f.accumulate(x[0])]
        return results

    functions = [ours(name) for name in UFUNCS[part::4]]
    arrays = [xp.asarray([[0.25, 0.5, 0.75], [0.125, 0.625, 0.875]]) / (i + 1) for i in range(4)]
    compiled = torch.compile(call, fullgraph=True, backend="eager", dynamic=False)
    for got, expected in zip(compiled(functions, *arrays), call(functions, *arrays), strict=True):
        for g, e in zip(*[r if isinstance(r, tuple) else (r,) for r in (got, expected)], strict=True):
            assert g.dtype is e.dtype
            np.testing.assert_allclose(np.asarray(g), np.asarray(e), 1e-12)
