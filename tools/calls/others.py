"""Rows of attributes and memory, and the names that are not called: files, printing, settings, random numbers."""

from __future__ import annotations

import numpy as np

import xp_torch as xp
from tools.calls.row import examples, not_drawn, not_traced, rows

rows("shape ndim isfortran", "a: array")
rows("size", "a: array, *, axis: axes = ...")
rows("shares_memory may_share_memory", "a: array, b: array")
rows("ndarray.byteswap", "x: array")

examples(
    {
        "isfortran": "= x * int(m.isfortran(x))",
        "ndim": "= m.full(3, m.ndim(x)) * x",
        "shape": "= m.zeros(m.shape(x)) + x",
        "size": "= x * m.size(x); = x * m.size(x, 0)",
    }
)

#: The names that are NumPy's own objects.
NUMPYS = [name for name in xp.__all__ if callable(f := getattr(xp, name)) and f is getattr(np, name, None)]

FILES = "load loadtxt genfromtxt fromfile save savez savez_compressed savetxt"
NO_ARRAY = "frombuffer fromiter fromstring base_repr binary_repr lib.array_utils.normalize_axis_index"
NO_ARRAY += " lib.array_utils.normalize_axis_tuple"
PRINTING = "array2string array_repr array_str format_float_positional format_float_scientific"
SETTINGS = "get_printoptions set_printoptions printoptions geterr geterrcall getbufsize seterr seterrcall setbufsize"
SETTINGS += " show_versions"
not_traced("may_share_memory shares_memory lib.array_utils.byte_bounds random.default_rng einsum_path frompyfunc")
not_traced("random.ranf random.sample fromregex special.bernoulli")
not_traced("lib.stride_tricks.as_strided lib.stride_tricks.broadcast_arrays lib.stride_tricks.broadcast_shapes")
not_traced("lib.stride_tricks.broadcast_to")
TRANSFORMS = "checkpoint compile cond custom_jvp custom_vjp debug_print eval_shape fori_loop grad"
TRANSFORMS += " hessian jacobian jvp scan value_and_grad vjp vmap while_loop"
for _names in (FILES, NO_ARRAY, PRINTING, SETTINGS, TRANSFORMS):
    not_traced(_names)
examples(
    {
        "special.digamma special.entr special.erf special.erfc special.erfcx special.erfinv": "m.abs(x) / 4",
        "special.expit special.gammaln special.log_ndtr special.logit": "m.abs(x) / 4",
        "special.cbrt special.cosm1 special.erfcinv special.exp10 special.exp2 special.expm1": "m.abs(x) / 4",
        "special.exprel special.gamma special.gammasgn special.j0 special.j1 special.log1p": "m.abs(x) / 4",
        "special.log_expit special.loggamma special.rgamma special.y0 special.y1": "m.abs(x) / 4",
        "special.dawsn special.exp1 special.expi special.fresnel special.kolmogorov special.sici": "m.abs(x) + 0.5",
        "special.spence special.factorial": "m.abs(x) + 0.5",
        "special.ndtri_exp": "-m.abs(x) - 0.5",
        "special.wofz": "c",
        "special.beta special.betaln special.owens_t special.poch special.stdtr": "m.abs(x) + 1, m.abs(y) + 0.5",
        "special.comb special.perm": "m.abs(x) + 4, m.abs(y)",
        "special.expn": "2, m.abs(x) + 0.5",
        "special.betainc special.gdtr special.voigt_profile": "m.abs(x) + 1, m.abs(y) + 0.5, 0.5",
        "special.hyp1f1 special.betaincinv": "m.abs(x) + 1, m.abs(y) + 0.5, 0.25",
        "special.hyp2f1": "m.abs(x) + 1, m.abs(y) + 0.5, 4.0, 0.25",
        "special.wrightomega": "x; c",
        "special.zetac": "m.abs(x) + 1.25",
        "special.boxcox special.boxcox1p special.inv_boxcox special.inv_boxcox1p": "m.abs(x), m.abs(y) / 3",
        "special.ndtr special.ndtri special.psi": "m.abs(x) / 4",
        "special.i0 special.i0e special.i1 special.i1e special.sinc": "x",
        "special.k0 special.k0e special.k1 special.k1e": "m.abs(x)",
        "special.gammainc special.gammaincc special.xlogy special.xlog1py special.rel_entr": "m.abs(x), m.abs(y) / 3",
        "special.huber special.pseudo_huber special.kl_div": "m.abs(x), m.abs(y)",
        "special.log_softmax special.softmax": "x, axis=-1",
        "special.softplus": "x; i",
        "special.logsumexp": "x, axis=-1; x, axis=0, b=m.abs(y)",
        "special.multigammaln": "m.abs(x) + 2, 2",
        "special.polygamma": "2, m.abs(x)",
        "special.zeta": "m.abs(x) + 1.25, m.abs(y); x",
    }
)

examples(
    {
        "allclose array_equal array_equiv may_share_memory shares_memory": "x, y",
        "array2string array_repr array_str": "x",
        "asarray_chkfinite asmatrix": "x",
        "bmat": "[[x, y]]",
        "can_cast": "v, m.float32",
        "busday_count busday_offset": "i, i",
        "datetime_as_string is_busday isnat": "i",
        "einsum_path": "'ij,ij', x, y",
        "from_dlpack": "x",
        "full": "3, v",
        "geomspace linspace logspace": "z, z * 2, 3",
        "ix_": "i, i",
        "lib.array_utils.byte_bounds": "x",
        "lib.stride_tricks.as_strided": "x, (2, 2), (x.strides[1], x.strides[1])",
        "min_scalar_type": "v",
        "poly roots": "v",
        "polydiv polymul": "v, w",
        "polyfit": "w, v, 1",
        "save savetxt savez savez_compressed": "file(), x",
    },
    traced=False,
)

not_drawn("a module", "emath polynomial random special lib.array_utils lib.mixins lib.npyio lib.scimath lib.format")
not_drawn("a module", "lib.recfunctions")
not_drawn("NumPy's own object", " ".join(NUMPYS))
not_drawn("an iterator in Python", "nditer")
not_drawn("NumPy reads or writes the file", f"{FILES} ndarray.tofile ndarray.dump ndarray.dumps lib.npyio.DataSource")
not_drawn("NumPy reads or writes the file", "lib.npyio.NpzFile memmap")
not_drawn("takes no array", f"{NO_ARRAY} ShapeDtypeStruct")
not_drawn(
    "NumPy lacks transforms and checks",
    f"{TRANSFORMS} debug_infs debug_nans numpy_array_guard numpy_dtype_promotion transfer_guard",
)
not_drawn("NumPy lacks transforms and checks", "transfer_guard_device_to_host")
not_drawn("NumPy has neither gradients nor updates", "ndarray.at ndarray.backward ndarray.detach ndarray.grad")
not_drawn("NumPy has neither gradients nor updates", "ndarray.requires_grad ndarray.requires_grad_")
not_drawn("NumPy prints", PRINTING)
not_drawn("a setting", f"{SETTINGS} errstate")
not_drawn("an object of its own", "broadcast flatiter ndarray.base ndarray.ctypes ndarray.data")
not_drawn("torch's strides are whole elements", "ndarray.getfield ndarray.setfield")
not_drawn(
    "elements of some dtypes have it", "ndarray.as_integer_ratio ndarray.bit_count ndarray.denominator ndarray.hex"
)
not_drawn("elements of some dtypes have it", "ndarray.is_integer ndarray.numerator")
not_drawn("raises if anything else refers to the memory", "ndarray.resize ndarray.setflags")
not_drawn("NumPy's own class", "lib.NumpyVersion lib.mixins.NDArrayOperatorsMixin")
not_drawn("addresses differ", "lib.array_utils.byte_bounds")
not_drawn("its own tests compare with NumPy", " ".join(f"random.{name}" for name in xp.random.__all__))
not_drawn("NumPy lacks it", " ".join(f"special.{name}" for name in xp.special.__all__))
not_drawn(
    "another name of a dtype",
    "bool_ byte short intc int_ long longlong intp ubyte ushort uintc uint ulong ulonglong uintp half single double "
    "csingle cdouble",
)
not_drawn("a constant", "True_ False_ ScalarType little_endian sctypeDict typecodes")
not_drawn("a type that is not called", "flexible character")
not_drawn("its subscripts have to fit the arrays", "einsum_path")
not_drawn("takes a Python function", "frompyfunc vectorize")
