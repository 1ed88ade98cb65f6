"""Creation functions: arrays from data, ranges and constant values (`_creation_matrix` has matrices and grids)."""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np
import torch

from ._array import ndarray, wrap, wrap_like
from ._coerce import as_device, as_tensor, as_tensors, common_device, finish
from ._creation_matrix import eye, identity, meshgrid, tri, tril, triu
from ._defaults import default_float
from ._dtypes import BOUNDS, COMPLEX, KIND, as_dtype, dtype, torch_dtype
from ._kernels import creation as kernels
from ._kernels.cast import cast
from ._kernels.manipulation import reverse_axes
from ._promotion import check_int, promote, promote_dtypes, python_dtype, scalar_kind
from ._shapes import normalize_axis, normalize_shape
from ._warnings import warn_complex

__all__ = [
    "arange",
    "array",
    "asanyarray",
    "asarray",
    "ascontiguousarray",
    "asfortranarray",
    "copy",
    "empty",
    "empty_like",
    "eye",
    "from_dlpack",
    "full",
    "full_like",
    "geomspace",
    "identity",
    "linspace",
    "logspace",
    "meshgrid",
    "ones",
    "ones_like",
    "tri",
    "tril",
    "triu",
    "zeros",
    "zeros_like",
]
