"""NumPy's semantics on torch: the array API standard and NumPy 2's own names in one namespace.

``import xp_torch as xp``: an `ndarray` wraps one `torch.Tensor`; the defaults, promotion and errors are NumPy's.
A public name is in the ``__all__`` of the module that defines it.
"""

import gc as _gc
import importlib as _importlib
import typing as _typing

# Classes, functions and modules of NumPy's, for arrays whose dtype torch lacks: these are NumPy's arrays.
from numpy import busday_count as busday_count
from numpy import busday_offset as busday_offset
from numpy import busdaycalendar as busdaycalendar
from numpy import bytes_ as bytes_
from numpy import clongdouble as clongdouble
from numpy import datetime64 as datetime64
from numpy import datetime_as_string as datetime_as_string
from numpy import datetime_data as datetime_data
from numpy import fromregex as fromregex
from numpy import is_busday as is_busday
from numpy import isnat as isnat
from numpy import longdouble as longdouble
from numpy import matrix as matrix
from numpy import object_ as object_
from numpy import recarray as recarray
from numpy import record as record
from numpy import str_ as str_
from numpy import timedelta64 as timedelta64
from numpy import void as void

# A full garbage collection, which walks all objects of torch, would otherwise run during the import.
_collecting = _gc.isenabled()
_gc.disable()
try:
    from xp_torch import _members as _members
    from xp_torch import _protocols as _protocols
    from xp_torch import fft, lib, linalg
    from xp_torch._array.ndarray import ndarray
    from xp_torch._array.ufunc.ufuncs import ufunc
    from xp_torch._encoded.registration import register_dtype as register_dtype
    from xp_torch._encoded.storage_dtypes import complex32 as complex32
    from xp_torch._encoded.storage_dtypes import float8_e4m3fn as float8_e4m3fn
    from xp_torch._encoded.storage_dtypes import float8_e4m3fnuz as float8_e4m3fnuz
    from xp_torch._encoded.storage_dtypes import float8_e5m2 as float8_e5m2
    from xp_torch._encoded.storage_dtypes import float8_e5m2fnuz as float8_e5m2fnuz
    from xp_torch._facts import out_of_scope as _out_of_scope
    from xp_torch._facts.defaults import set_default_dtype
    from xp_torch._facts.dtypes import bfloat16 as bfloat16
    from xp_torch._facts.dtypes import bool as bool
    from xp_torch._facts.dtypes import character as character
    from xp_torch._facts.dtypes import complex64 as complex64
    from xp_torch._facts.dtypes import complex128 as complex128
    from xp_torch._facts.dtypes import complexfloating as complexfloating
    from xp_torch._facts.dtypes import dtype as dtype
    from xp_torch._facts.dtypes import flexible as flexible
    from xp_torch._facts.dtypes import float16 as float16
    from xp_torch._facts.dtypes import float32 as float32
    from xp_torch._facts.dtypes import float64 as float64
    from xp_torch._facts.dtypes import floating as floating
    from xp_torch._facts.dtypes import generic as generic
    from xp_torch._facts.dtypes import inexact as inexact
    from xp_torch._facts.dtypes import int8 as int8
    from xp_torch._facts.dtypes import int16 as int16
    from xp_torch._facts.dtypes import int32 as int32
    from xp_torch._facts.dtypes import int64 as int64
    from xp_torch._facts.dtypes import integer as integer
    from xp_torch._facts.dtypes import number as number
    from xp_torch._facts.dtypes import signedinteger as signedinteger
    from xp_torch._facts.dtypes import uint8 as uint8
    from xp_torch._facts.dtypes import uint16 as uint16
    from xp_torch._facts.dtypes import uint32 as uint32
    from xp_torch._facts.dtypes import uint64 as uint64
    from xp_torch._facts.dtypes import unsignedinteger as unsignedinteger
    from xp_torch._facts.no_value import NO_VALUE as _NoValue  # noqa: F401 - other libraries read `numpy._NoValue`
    from xp_torch._facts.public import set_module as _set_module
    from xp_torch._functions.attributes import broadcast as broadcast
    from xp_torch._functions.attributes import flatiter as flatiter
    from xp_torch._functions.attributes import isfortran as isfortran
    from xp_torch._functions.attributes import ndim as ndim
    from xp_torch._functions.attributes import shape as shape
    from xp_torch._functions.attributes import size as size
    from xp_torch._functions.constants import e as e
    from xp_torch._functions.constants import euler_gamma as euler_gamma
    from xp_torch._functions.constants import inf as inf
    from xp_torch._functions.constants import nan as nan
    from xp_torch._functions.constants import newaxis as newaxis
    from xp_torch._functions.constants import pi as pi
    from xp_torch._functions.creation.fill import empty as empty
    from xp_torch._functions.creation.fill import empty_like as empty_like
    from xp_torch._functions.creation.fill import full as full
    from xp_torch._functions.creation.fill import full_like as full_like
    from xp_torch._functions.creation.fill import ones as ones
    from xp_torch._functions.creation.fill import ones_like as ones_like
    from xp_torch._functions.creation.fill import zeros as zeros
    from xp_torch._functions.creation.fill import zeros_like as zeros_like
    from xp_torch._functions.creation.from_data import array as array
    from xp_torch._functions.creation.from_data import asanyarray as asanyarray
    from xp_torch._functions.creation.from_data import asarray as asarray
    from xp_torch._functions.creation.from_data import asarray_chkfinite as asarray_chkfinite
    from xp_torch._functions.creation.from_data import ascontiguousarray as ascontiguousarray
    from xp_torch._functions.creation.from_data import asfortranarray as asfortranarray
    from xp_torch._functions.creation.from_data import copy as copy
    from xp_torch._functions.creation.from_data import from_dlpack as from_dlpack
    from xp_torch._functions.creation.from_data import require as require
    from xp_torch._functions.creation.matrices import diag as diag
    from xp_torch._functions.creation.matrices import diagflat as diagflat
    from xp_torch._functions.creation.matrices import eye as eye
    from xp_torch._functions.creation.matrices import identity as identity
    from xp_torch._functions.creation.matrices import meshgrid as meshgrid
    from xp_torch._functions.creation.matrices import tri as tri
    from xp_torch._functions.creation.matrices import tril as tril
    from xp_torch._functions.creation.matrices import triu as triu
    from xp_torch._functions.creation.ranges import arange as arange
    from xp_torch._functions.creation.ranges import geomspace as geomspace
    from xp_torch._functions.creation.ranges import linspace as linspace
    from xp_torch._functions.creation.ranges import logspace as logspace
    from xp_torch._functions.data_type import astype as astype
    from xp_torch._functions.data_type import can_cast as can_cast
    from xp_torch._functions.data_type import finfo as finfo
    from xp_torch._functions.data_type import iinfo as iinfo
    from xp_torch._functions.data_type import isdtype as isdtype
    from xp_torch._functions.data_type import issubdtype as issubdtype
    from xp_torch._functions.data_type import min_scalar_type as min_scalar_type
    from xp_torch._functions.data_type import promote_types as promote_types
    from xp_torch._functions.data_type import result_type as result_type
    from xp_torch._functions.elementwise import abs as abs
    from xp_torch._functions.elementwise import absolute as absolute
    from xp_torch._functions.elementwise import acos as acos
    from xp_torch._functions.elementwise import acosh as acosh
    from xp_torch._functions.elementwise import add as add
    from xp_torch._functions.elementwise import arccos as arccos
    from xp_torch._functions.elementwise import arccosh as arccosh
    from xp_torch._functions.elementwise import arcsin as arcsin
    from xp_torch._functions.elementwise import arcsinh as arcsinh
    from xp_torch._functions.elementwise import arctan as arctan
    from xp_torch._functions.elementwise import arctan2 as arctan2
    from xp_torch._functions.elementwise import arctanh as arctanh
    from xp_torch._functions.elementwise import around as around
    from xp_torch._functions.elementwise import asin as asin
    from xp_torch._functions.elementwise import asinh as asinh
    from xp_torch._functions.elementwise import atan as atan
    from xp_torch._functions.elementwise import atan2 as atan2
    from xp_torch._functions.elementwise import atanh as atanh
    from xp_torch._functions.elementwise import bitwise_and as bitwise_and
    from xp_torch._functions.elementwise import bitwise_count as bitwise_count
    from xp_torch._functions.elementwise import bitwise_invert as bitwise_invert
    from xp_torch._functions.elementwise import bitwise_left_shift as bitwise_left_shift
    from xp_torch._functions.elementwise import bitwise_not as bitwise_not
    from xp_torch._functions.elementwise import bitwise_or as bitwise_or
    from xp_torch._functions.elementwise import bitwise_right_shift as bitwise_right_shift
    from xp_torch._functions.elementwise import bitwise_xor as bitwise_xor
    from xp_torch._functions.elementwise import cbrt as cbrt
    from xp_torch._functions.elementwise import ceil as ceil
    from xp_torch._functions.elementwise import clip as clip
    from xp_torch._functions.elementwise import conj as conj
    from xp_torch._functions.elementwise import conjugate as conjugate
    from xp_torch._functions.elementwise import copysign as copysign
    from xp_torch._functions.elementwise import cos as cos
    from xp_torch._functions.elementwise import cosh as cosh
    from xp_torch._functions.elementwise import deg2rad as deg2rad
    from xp_torch._functions.elementwise import degrees as degrees
    from xp_torch._functions.elementwise import divide as divide
    from xp_torch._functions.elementwise import divmod as divmod
    from xp_torch._functions.elementwise import equal as equal
    from xp_torch._functions.elementwise import exp as exp
    from xp_torch._functions.elementwise import exp2 as exp2
    from xp_torch._functions.elementwise import expm1 as expm1
    from xp_torch._functions.elementwise import fabs as fabs
    from xp_torch._functions.elementwise import float_power as float_power
    from xp_torch._functions.elementwise import floor as floor
    from xp_torch._functions.elementwise import floor_divide as floor_divide
    from xp_torch._functions.elementwise import fmax as fmax
    from xp_torch._functions.elementwise import fmin as fmin
    from xp_torch._functions.elementwise import fmod as fmod
    from xp_torch._functions.elementwise import frexp as frexp
    from xp_torch._functions.elementwise import gcd as gcd
    from xp_torch._functions.elementwise import greater as greater
    from xp_torch._functions.elementwise import greater_equal as greater_equal
    from xp_torch._functions.elementwise import heaviside as heaviside
    from xp_torch._functions.elementwise import hypot as hypot
    from xp_torch._functions.elementwise import imag as imag
    from xp_torch._functions.elementwise import invert as invert
    from xp_torch._functions.elementwise import isfinite as isfinite
    from xp_torch._functions.elementwise import isinf as isinf
    from xp_torch._functions.elementwise import isnan as isnan
    from xp_torch._functions.elementwise import lcm as lcm
    from xp_torch._functions.elementwise import ldexp as ldexp
    from xp_torch._functions.elementwise import left_shift as left_shift
    from xp_torch._functions.elementwise import less as less
    from xp_torch._functions.elementwise import less_equal as less_equal
    from xp_torch._functions.elementwise import log as log
    from xp_torch._functions.elementwise import log1p as log1p
    from xp_torch._functions.elementwise import log2 as log2
    from xp_torch._functions.elementwise import log10 as log10
    from xp_torch._functions.elementwise import logaddexp as logaddexp
    from xp_torch._functions.elementwise import logaddexp2 as logaddexp2
    from xp_torch._functions.elementwise import logical_and as logical_and
    from xp_torch._functions.elementwise import logical_not as logical_not
    from xp_torch._functions.elementwise import logical_or as logical_or
    from xp_torch._functions.elementwise import logical_xor as logical_xor
    from xp_torch._functions.elementwise import maximum as maximum
    from xp_torch._functions.elementwise import minimum as minimum
    from xp_torch._functions.elementwise import mod as mod
    from xp_torch._functions.elementwise import modf as modf
    from xp_torch._functions.elementwise import multiply as multiply
    from xp_torch._functions.elementwise import negative as negative
    from xp_torch._functions.elementwise import nextafter as nextafter
    from xp_torch._functions.elementwise import not_equal as not_equal
    from xp_torch._functions.elementwise import positive as positive
    from xp_torch._functions.elementwise import pow as pow
    from xp_torch._functions.elementwise import power as power
    from xp_torch._functions.elementwise import rad2deg as rad2deg
    from xp_torch._functions.elementwise import radians as radians
    from xp_torch._functions.elementwise import real as real
    from xp_torch._functions.elementwise import reciprocal as reciprocal
    from xp_torch._functions.elementwise import remainder as remainder
    from xp_torch._functions.elementwise import right_shift as right_shift
    from xp_torch._functions.elementwise import rint as rint
    from xp_torch._functions.elementwise import round as round
    from xp_torch._functions.elementwise import sign as sign
    from xp_torch._functions.elementwise import signbit as signbit
    from xp_torch._functions.elementwise import sin as sin
    from xp_torch._functions.elementwise import sinh as sinh
    from xp_torch._functions.elementwise import spacing as spacing
    from xp_torch._functions.elementwise import sqrt as sqrt
    from xp_torch._functions.elementwise import square as square
    from xp_torch._functions.elementwise import subtract as subtract
    from xp_torch._functions.elementwise import tan as tan
    from xp_torch._functions.elementwise import tanh as tanh
    from xp_torch._functions.elementwise import true_divide as true_divide
    from xp_torch._functions.elementwise import trunc as trunc
    from xp_torch._functions.environment import show_versions as show_versions
    from xp_torch._functions.error_state import errstate as errstate
    from xp_torch._functions.error_state import getbufsize as getbufsize
    from xp_torch._functions.error_state import geterr as geterr
    from xp_torch._functions.error_state import geterrcall as geterrcall
    from xp_torch._functions.error_state import setbufsize as setbufsize
    from xp_torch._functions.error_state import seterr as seterr
    from xp_torch._functions.error_state import seterrcall as seterrcall
    from xp_torch._functions.functional.apply import apply_along_axis as apply_along_axis
    from xp_torch._functions.functional.apply import apply_over_axes as apply_over_axes
    from xp_torch._functions.functional.apply import piecewise as piecewise
    from xp_torch._functions.functional.vectorize import frompyfunc as frompyfunc
    from xp_torch._functions.functional.vectorize import vectorize as vectorize
    from xp_torch._functions.indexing.grids import c_ as c_
    from xp_torch._functions.indexing.grids import index_exp as index_exp
    from xp_torch._functions.indexing.grids import mgrid as mgrid
    from xp_torch._functions.indexing.grids import ogrid as ogrid
    from xp_torch._functions.indexing.grids import r_ as r_
    from xp_torch._functions.indexing.grids import s_ as s_
    from xp_torch._functions.indexing.indices import fromfunction as fromfunction
    from xp_torch._functions.indexing.indices import indices as indices
    from xp_torch._functions.indexing.indices import ix_ as ix_
    from xp_torch._functions.indexing.indices import ndenumerate as ndenumerate
    from xp_torch._functions.indexing.indices import ndindex as ndindex
    from xp_torch._functions.indexing.indices import ravel_multi_index as ravel_multi_index
    from xp_torch._functions.indexing.indices import unravel_index as unravel_index
    from xp_torch._functions.indexing.iterator import nditer as nditer
    from xp_torch._functions.indexing.select import choose as choose
    from xp_torch._functions.indexing.select import compress as compress
    from xp_torch._functions.indexing.select import extract as extract
    from xp_torch._functions.indexing.select import select as select
    from xp_torch._functions.indexing.take import take as take
    from xp_torch._functions.indexing.take import take_along_axis as take_along_axis
    from xp_torch._functions.indexing.triangles import diag_indices as diag_indices
    from xp_torch._functions.indexing.triangles import diag_indices_from as diag_indices_from
    from xp_torch._functions.indexing.triangles import fill_diagonal as fill_diagonal
    from xp_torch._functions.indexing.triangles import mask_indices as mask_indices
    from xp_torch._functions.indexing.triangles import tril_indices as tril_indices
    from xp_torch._functions.indexing.triangles import tril_indices_from as tril_indices_from
    from xp_torch._functions.indexing.triangles import triu_indices as triu_indices
    from xp_torch._functions.indexing.triangles import triu_indices_from as triu_indices_from
    from xp_torch._functions.indexing.write import copyto as copyto
    from xp_torch._functions.indexing.write import place as place
    from xp_torch._functions.indexing.write import put as put
    from xp_torch._functions.indexing.write import put_along_axis as put_along_axis
    from xp_torch._functions.indexing.write import putmask as putmask
    from xp_torch._functions.info import __array_namespace_info__ as __array_namespace_info__
    from xp_torch._functions.io.buffers import frombuffer as frombuffer
    from xp_torch._functions.io.buffers import fromfile as fromfile
    from xp_torch._functions.io.buffers import fromiter as fromiter
    from xp_torch._functions.io.files import load as load
    from xp_torch._functions.io.files import save as save
    from xp_torch._functions.io.files import savez as savez
    from xp_torch._functions.io.files import savez_compressed as savez_compressed
    from xp_torch._functions.io.memory_maps import memmap as memmap
    from xp_torch._functions.io.text import fromstring as fromstring
    from xp_torch._functions.io.text import genfromtxt as genfromtxt
    from xp_torch._functions.io.text import loadtxt as loadtxt
    from xp_torch._functions.io.text import savetxt as savetxt
    from xp_torch._functions.linear_algebra.diagonals import diagonal as diagonal
    from xp_torch._functions.linear_algebra.diagonals import matrix_transpose as matrix_transpose
    from xp_torch._functions.linear_algebra.diagonals import trace as trace
    from xp_torch._functions.linear_algebra.einsum import einsum as einsum
    from xp_torch._functions.linear_algebra.einsum_path import einsum_path as einsum_path
    from xp_torch._functions.linear_algebra.gufuncs import matmul as matmul
    from xp_torch._functions.linear_algebra.gufuncs import matvec as matvec
    from xp_torch._functions.linear_algebra.gufuncs import vecdot as vecdot
    from xp_torch._functions.linear_algebra.gufuncs import vecmat as vecmat
    from xp_torch._functions.linear_algebra.products import cross as cross
    from xp_torch._functions.linear_algebra.products import dot as dot
    from xp_torch._functions.linear_algebra.products import inner as inner
    from xp_torch._functions.linear_algebra.products import kron as kron
    from xp_torch._functions.linear_algebra.products import outer as outer
    from xp_torch._functions.linear_algebra.products import tensordot as tensordot
    from xp_torch._functions.linear_algebra.products import vdot as vdot
    from xp_torch._functions.logic import allclose as allclose
    from xp_torch._functions.logic import array_equal as array_equal
    from xp_torch._functions.logic import array_equiv as array_equiv
    from xp_torch._functions.logic import common_type as common_type
    from xp_torch._functions.logic import isclose as isclose
    from xp_torch._functions.logic import iscomplex as iscomplex
    from xp_torch._functions.logic import iscomplexobj as iscomplexobj
    from xp_torch._functions.logic import isneginf as isneginf
    from xp_torch._functions.logic import isposinf as isposinf
    from xp_torch._functions.logic import isreal as isreal
    from xp_torch._functions.logic import isrealobj as isrealobj
    from xp_torch._functions.logic import isscalar as isscalar
    from xp_torch._functions.logic import iterable as iterable
    from xp_torch._functions.logic import mintypecode as mintypecode
    from xp_torch._functions.logic import typename as typename
    from xp_torch._functions.manipulation.broadcast import broadcast_arrays as broadcast_arrays
    from xp_torch._functions.manipulation.broadcast import broadcast_shapes as broadcast_shapes
    from xp_torch._functions.manipulation.broadcast import broadcast_to as broadcast_to
    from xp_torch._functions.manipulation.edit import delete as delete
    from xp_torch._functions.manipulation.edit import insert as insert
    from xp_torch._functions.manipulation.edit import trim_zeros as trim_zeros
    from xp_torch._functions.manipulation.join import append as append
    from xp_torch._functions.manipulation.join import block as block
    from xp_torch._functions.manipulation.join import column_stack as column_stack
    from xp_torch._functions.manipulation.join import concat as concat
    from xp_torch._functions.manipulation.join import concatenate as concatenate
    from xp_torch._functions.manipulation.join import dstack as dstack
    from xp_torch._functions.manipulation.join import hstack as hstack
    from xp_torch._functions.manipulation.join import stack as stack
    from xp_torch._functions.manipulation.join import vstack as vstack
    from xp_torch._functions.manipulation.move import flip as flip
    from xp_torch._functions.manipulation.move import fliplr as fliplr
    from xp_torch._functions.manipulation.move import flipud as flipud
    from xp_torch._functions.manipulation.move import repeat as repeat
    from xp_torch._functions.manipulation.move import resize as resize
    from xp_torch._functions.manipulation.move import roll as roll
    from xp_torch._functions.manipulation.move import rot90 as rot90
    from xp_torch._functions.manipulation.move import tile as tile
    from xp_torch._functions.manipulation.pad import pad as pad
    from xp_torch._functions.manipulation.shape import atleast_1d as atleast_1d
    from xp_torch._functions.manipulation.shape import atleast_2d as atleast_2d
    from xp_torch._functions.manipulation.shape import atleast_3d as atleast_3d
    from xp_torch._functions.manipulation.shape import expand_dims as expand_dims
    from xp_torch._functions.manipulation.shape import moveaxis as moveaxis
    from xp_torch._functions.manipulation.shape import permute_dims as permute_dims
    from xp_torch._functions.manipulation.shape import ravel as ravel
    from xp_torch._functions.manipulation.shape import reshape as reshape
    from xp_torch._functions.manipulation.shape import rollaxis as rollaxis
    from xp_torch._functions.manipulation.shape import squeeze as squeeze
    from xp_torch._functions.manipulation.shape import swapaxes as swapaxes
    from xp_torch._functions.manipulation.shape import transpose as transpose
    from xp_torch._functions.manipulation.split import array_split as array_split
    from xp_torch._functions.manipulation.split import dsplit as dsplit
    from xp_torch._functions.manipulation.split import hsplit as hsplit
    from xp_torch._functions.manipulation.split import split as split
    from xp_torch._functions.manipulation.split import unstack as unstack
    from xp_torch._functions.manipulation.split import vsplit as vsplit
    from xp_torch._functions.mathematical.differences import diff as diff
    from xp_torch._functions.mathematical.differences import ediff1d as ediff1d
    from xp_torch._functions.mathematical.differences import gradient as gradient
    from xp_torch._functions.mathematical.differences import trapezoid as trapezoid
    from xp_torch._functions.mathematical.differences import unwrap as unwrap
    from xp_torch._functions.mathematical.filters import convolve as convolve
    from xp_torch._functions.mathematical.filters import correlate as correlate
    from xp_torch._functions.mathematical.filters import interp as interp
    from xp_torch._functions.mathematical.functions import angle as angle
    from xp_torch._functions.mathematical.functions import fix as fix
    from xp_torch._functions.mathematical.functions import i0 as i0
    from xp_torch._functions.mathematical.functions import nan_to_num as nan_to_num
    from xp_torch._functions.mathematical.functions import real_if_close as real_if_close
    from xp_torch._functions.mathematical.functions import sinc as sinc
    from xp_torch._functions.mathematical.polynomial import poly1d as poly1d
    from xp_torch._functions.mathematical.polynomial import polyadd as polyadd
    from xp_torch._functions.mathematical.polynomial import polyder as polyder
    from xp_torch._functions.mathematical.polynomial import polydiv as polydiv
    from xp_torch._functions.mathematical.polynomial import polyint as polyint
    from xp_torch._functions.mathematical.polynomial import polymul as polymul
    from xp_torch._functions.mathematical.polynomial import polysub as polysub
    from xp_torch._functions.mathematical.polynomial import polyval as polyval
    from xp_torch._functions.mathematical.polynomial_roots import poly as poly
    from xp_torch._functions.mathematical.polynomial_roots import polyfit as polyfit
    from xp_torch._functions.mathematical.polynomial_roots import roots as roots
    from xp_torch._functions.mathematical.polynomial_roots import vander as vander
    from xp_torch._functions.mathematical.windows import bartlett as bartlett
    from xp_torch._functions.mathematical.windows import blackman as blackman
    from xp_torch._functions.mathematical.windows import hamming as hamming
    from xp_torch._functions.mathematical.windows import hanning as hanning
    from xp_torch._functions.mathematical.windows import kaiser as kaiser
    from xp_torch._functions.memory import may_share_memory as may_share_memory
    from xp_torch._functions.memory import shares_memory as shares_memory
    from xp_torch._functions.packing import packbits as packbits
    from xp_torch._functions.packing import unpackbits as unpackbits
    from xp_torch._functions.printing import array2string as array2string
    from xp_torch._functions.printing import array_repr as array_repr
    from xp_torch._functions.printing import array_str as array_str
    from xp_torch._functions.printing import base_repr as base_repr
    from xp_torch._functions.printing import binary_repr as binary_repr
    from xp_torch._functions.printing import format_float_positional as format_float_positional
    from xp_torch._functions.printing import format_float_scientific as format_float_scientific
    from xp_torch._functions.printing import get_printoptions as get_printoptions
    from xp_torch._functions.printing import printoptions as printoptions
    from xp_torch._functions.printing import set_printoptions as set_printoptions
    from xp_torch._functions.searching import argmax as argmax
    from xp_torch._functions.searching import argmin as argmin
    from xp_torch._functions.searching import argwhere as argwhere
    from xp_torch._functions.searching import count_nonzero as count_nonzero
    from xp_torch._functions.searching import flatnonzero as flatnonzero
    from xp_torch._functions.searching import nonzero as nonzero
    from xp_torch._functions.searching import searchsorted as searchsorted
    from xp_torch._functions.searching import where as where
    from xp_torch._functions.sets import intersect1d as intersect1d
    from xp_torch._functions.sets import isin as isin
    from xp_torch._functions.sets import setdiff1d as setdiff1d
    from xp_torch._functions.sets import setxor1d as setxor1d
    from xp_torch._functions.sets import union1d as union1d
    from xp_torch._functions.sets import unique as unique
    from xp_torch._functions.sets import unique_all as unique_all
    from xp_torch._functions.sets import unique_counts as unique_counts
    from xp_torch._functions.sets import unique_inverse as unique_inverse
    from xp_torch._functions.sets import unique_values as unique_values
    from xp_torch._functions.sorting.partition import argpartition as argpartition
    from xp_torch._functions.sorting.partition import lexsort as lexsort
    from xp_torch._functions.sorting.partition import partition as partition
    from xp_torch._functions.sorting.partition import sort_complex as sort_complex
    from xp_torch._functions.sorting.sort import argsort as argsort
    from xp_torch._functions.sorting.sort import sort as sort
    from xp_torch._functions.sorting.sort import top_k as top_k
    from xp_torch._functions.statistics.averages import average as average
    from xp_torch._functions.statistics.averages import corrcoef as corrcoef
    from xp_torch._functions.statistics.averages import cov as cov
    from xp_torch._functions.statistics.averages import ptp as ptp
    from xp_torch._functions.statistics.cumulative import cumprod as cumprod
    from xp_torch._functions.statistics.cumulative import cumsum as cumsum
    from xp_torch._functions.statistics.cumulative import cumulative_prod as cumulative_prod
    from xp_torch._functions.statistics.cumulative import cumulative_sum as cumulative_sum
    from xp_torch._functions.statistics.histogramdd import histogram2d as histogram2d
    from xp_torch._functions.statistics.histogramdd import histogramdd as histogramdd
    from xp_torch._functions.statistics.histograms import bincount as bincount
    from xp_torch._functions.statistics.histograms import digitize as digitize
    from xp_torch._functions.statistics.histograms import histogram as histogram
    from xp_torch._functions.statistics.histograms import histogram_bin_edges as histogram_bin_edges
    from xp_torch._functions.statistics.nan_functions import nanargmax as nanargmax
    from xp_torch._functions.statistics.nan_functions import nanargmin as nanargmin
    from xp_torch._functions.statistics.nan_functions import nancumprod as nancumprod
    from xp_torch._functions.statistics.nan_functions import nancumsum as nancumsum
    from xp_torch._functions.statistics.nan_functions import nanmax as nanmax
    from xp_torch._functions.statistics.nan_functions import nanmean as nanmean
    from xp_torch._functions.statistics.nan_functions import nanmedian as nanmedian
    from xp_torch._functions.statistics.nan_functions import nanmin as nanmin
    from xp_torch._functions.statistics.nan_functions import nanpercentile as nanpercentile
    from xp_torch._functions.statistics.nan_functions import nanprod as nanprod
    from xp_torch._functions.statistics.nan_functions import nanquantile as nanquantile
    from xp_torch._functions.statistics.nan_functions import nanstd as nanstd
    from xp_torch._functions.statistics.nan_functions import nansum as nansum
    from xp_torch._functions.statistics.nan_functions import nanvar as nanvar
    from xp_torch._functions.statistics.quantiles import median as median
    from xp_torch._functions.statistics.quantiles import percentile as percentile
    from xp_torch._functions.statistics.quantiles import quantile as quantile
    from xp_torch._functions.statistics.reductions import all as all
    from xp_torch._functions.statistics.reductions import amax as amax
    from xp_torch._functions.statistics.reductions import amin as amin
    from xp_torch._functions.statistics.reductions import any as any
    from xp_torch._functions.statistics.reductions import max as max
    from xp_torch._functions.statistics.reductions import mean as mean
    from xp_torch._functions.statistics.reductions import min as min
    from xp_torch._functions.statistics.reductions import prod as prod
    from xp_torch._functions.statistics.reductions import std as std
    from xp_torch._functions.statistics.reductions import sum as sum
    from xp_torch._functions.statistics.reductions import var as var
    from xp_torch._functions.transforms.abstract_evaluation import ShapeDtypeStruct as ShapeDtypeStruct
    from xp_torch._functions.transforms.abstract_evaluation import eval_shape as eval_shape
    from xp_torch._functions.transforms.checkpointing import checkpoint as checkpoint
    from xp_torch._functions.transforms.compile import compile as compile
    from xp_torch._functions.transforms.control_flow import cond as cond
    from xp_torch._functions.transforms.control_flow import fori_loop as fori_loop
    from xp_torch._functions.transforms.control_flow import map as map
    from xp_torch._functions.transforms.control_flow import scan as scan
    from xp_torch._functions.transforms.control_flow import while_loop as while_loop
    from xp_torch._functions.transforms.custom_derivatives import custom_jvp as custom_jvp
    from xp_torch._functions.transforms.custom_derivatives import custom_vjp as custom_vjp
    from xp_torch._functions.transforms.debug_printing import debug_print as debug_print
    from xp_torch._functions.transforms.gradients import grad as grad
    from xp_torch._functions.transforms.gradients import hessian as hessian
    from xp_torch._functions.transforms.gradients import jacobian as jacobian
    from xp_torch._functions.transforms.gradients import jvp as jvp
    from xp_torch._functions.transforms.gradients import value_and_grad as value_and_grad
    from xp_torch._functions.transforms.gradients import vjp as vjp
    from xp_torch._functions.transforms.guards import debug_infs as debug_infs
    from xp_torch._functions.transforms.guards import debug_nans as debug_nans
    from xp_torch._functions.transforms.guards import numpy_array_guard as numpy_array_guard
    from xp_torch._functions.transforms.guards import numpy_dtype_promotion as numpy_dtype_promotion
    from xp_torch._functions.transforms.guards import transfer_guard as transfer_guard
    from xp_torch._functions.transforms.guards import transfer_guard_device_to_host as transfer_guard_device_to_host
    from xp_torch._functions.transforms.mapping import vmap as vmap
    from xp_torch._functions.type_names import False_ as False_
    from xp_torch._functions.type_names import ScalarType as ScalarType
    from xp_torch._functions.type_names import True_ as True_
    from xp_torch._functions.type_names import bool_ as bool_
    from xp_torch._functions.type_names import byte as byte
    from xp_torch._functions.type_names import cdouble as cdouble
    from xp_torch._functions.type_names import csingle as csingle
    from xp_torch._functions.type_names import double as double
    from xp_torch._functions.type_names import half as half
    from xp_torch._functions.type_names import int_ as int_
    from xp_torch._functions.type_names import intc as intc
    from xp_torch._functions.type_names import intp as intp
    from xp_torch._functions.type_names import little_endian as little_endian
    from xp_torch._functions.type_names import long as long
    from xp_torch._functions.type_names import longlong as longlong
    from xp_torch._functions.type_names import sctypeDict as sctypeDict
    from xp_torch._functions.type_names import short as short
    from xp_torch._functions.type_names import single as single
    from xp_torch._functions.type_names import typecodes as typecodes
    from xp_torch._functions.type_names import ubyte as ubyte
    from xp_torch._functions.type_names import uint as uint
    from xp_torch._functions.type_names import uintc as uintc
    from xp_torch._functions.type_names import uintp as uintp
    from xp_torch._functions.type_names import ulong as ulong
    from xp_torch._functions.type_names import ulonglong as ulonglong
    from xp_torch._functions.type_names import ushort as ushort
    from xp_torch._protocols import versions as _versions
    from xp_torch._protocols.namespace import get_namespace
    from xp_torch.version import version as __version__
finally:
    if _collecting:
        _gc.enable()

emath = lib.scimath

__array_api_version__ = "2025.12"

# Submodules that many programs do without are imported on first use.
if _typing.TYPE_CHECKING:
    from xp_torch import distributed as distributed
    from xp_torch import exceptions as exceptions
    from xp_torch import polynomial, random, special
    from xp_torch import testing as testing
    from xp_torch import typing as typing

    v2021_12: _typing.Any
    v2022_12: _typing.Any
    v2023_12: _typing.Any
    v2024_12: _typing.Any
_LAZY = frozenset(
    {
        "char",
        "distributed",
        "exceptions",
        "ma",
        "polynomial",
        "random",
        "rec",
        "special",
        "strings",
        "testing",
        "typing",
    }
)
#: Names of NumPy's that few programs use, or that depend on the machine.
_NUMPYS = frozenset({"asmatrix", "bmat", "complex192", "complex256", "float96", "float128"})

__all__ = [
    "__array_api_version__",
    "__array_namespace_info__",
    "__version__",
    "fft",
    "get_namespace",
    "lib",
    "linalg",
    "ndarray",
    "polynomial",
    "random",
    "set_default_dtype",
    "special",
    "ufunc",
]
__all__ += [name for name in globals() if not name.startswith("_") and name not in __all__]
__all__.sort()

_set_module(__name__, globals(), __all__)
# A star import must not hide Python's `map`, which NumPy's leaves as it is.
__all__.remove("map")
__all__.remove("version")


if not _typing.TYPE_CHECKING:  # with it, a misspelled name is no error to type checkers

    def __getattr__(name: str) -> _typing.Any:
        if name in _LAZY:
            return _importlib.import_module(f"{__name__}.{name}")
        if name in _NUMPYS and hasattr(numpys := _importlib.import_module("numpy"), name):
            return getattr(numpys, name)
        raise _out_of_scope.missing_name(__name__, name)


def __dir__() -> list[str]:
    public = [name for name in globals() if not name.startswith("_") or name.startswith("__")]
    return sorted({*public, *_LAZY})


_versions.publish()
