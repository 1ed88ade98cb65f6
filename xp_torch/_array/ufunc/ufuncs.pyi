"""The ufuncs, for type checkers and editors; written by tools/generate_stubs.py."""

from types import EllipsisType
from typing import Any, SupportsIndex

from xp_torch._array.ndarray import ndarray
from xp_torch._facts.annotations import ArrayLike, Axis, Casting, DTypeLike, Order

_Outs = tuple[ndarray | None, ...] | EllipsisType
_Out = ndarray | _Outs | None
_Signature = str | tuple[DTypeLike | None, ...] | None

class ufunc:
    """The type of universal functions: ``isinstance(xp.add, xp.ufunc)``. It cannot be instantiated.

    Examples
    --------
    >>> isinstance(xp.add, xp.ufunc), xp.add.nin, xp.add.identity
    (True, 2, 0)
    >>> xp.add.reduce([[1, 2], [3, 4]]), xp.multiply.outer([1, 2], [3, 4, 5])
    (array([4, 6]), array([[ 3,  4,  5],
           [ 6,  8, 10]]))
    """
    __name__: str
    __qualname__: str
    nin: int
    nout: int
    nargs: int
    ntypes: int
    types: list[str]
    identity: Any
    signature: str | None
    def __call__(self, *args: Any, **kwargs: Any) -> Any: ...
    def accumulate(self, array: ArrayLike, /, axis: SupportsIndex = ..., dtype: DTypeLike | None = ..., out: ndarray | None = ...) -> ndarray:
        """Return the running reduction of an array along an axis: ``add.accumulate`` is a running sum.

        Parameters
        ----------
        array : array_like
            Elements to reduce, with at least one dimension.
        axis : int, default: 0
            Axis along which to reduce.
        dtype : dtype_like, optional
            Data type of the loop and of the result, as for `reduce`.
        out : ndarray, optional
            Array to write the result to, with any cast. It must have the shape of the result.

        Returns
        -------
        ndarray
            The results, with the shape of `array`; `out` if given.

        Raises
        ------
        ValueError
            If the ufunc does not have two operands and one result, or several axes are given.
        TypeError
            If `array` is 0-D, or the ufunc has no loop whose result has the dtype of its operands.

        Examples
        --------
        >>> xp.multiply.accumulate([2, 3, 5]), xp.maximum.accumulate([1.0, 3.0, 2.0])
        (array([ 2,  6, 30]), array([1., 3., 3.]))
        """
        ...
    def at(self, a: ndarray, indices: Any, b: ArrayLike | None = ..., /) -> None:
        """Apply the ufunc in place to the elements at `indices`; a repeated index is applied each time.

        Parameters
        ----------
        a : ndarray
            Array to change; it may be a NumPy array.
        indices : index
            Any index that ``a[...]`` accepts.
        b : array_like, optional
            Second operands, broadcast to the shape of ``a[indices]``; for ufuncs of two operands. A Python scalar is weak.

        Raises
        ------
        TypeError
            If `a` is not an array, or there is no loop for the dtypes.
        ValueError
            If the ufunc has several results, `b` is missing, or given to a ufunc of one operand, or does not broadcast.
        IndexError
            If an index is out of bounds.
        OverflowError
            If `b` is a Python int that the dtype of `a` cannot hold.

        Notes
        -----
        For a repeated index, ``a[indices] += b`` adds once, and ``add.at(a, indices, b)`` every time. Results are cast to
        the dtype of `a`, as in NumPy.

        Returns
        -------
        None

        Examples
        --------
        >>> a = xp.zeros(3)
        >>> xp.add.at(a, [0, 0, 2], 1.0)
        >>> a
        array([2., 0., 1.])
        """
        ...
    def outer(self, A: ArrayLike, B: ArrayLike, /, **kwargs: Any) -> Any:
        """Apply the ufunc to every element of `A` with every element of `B`.

        Parameters
        ----------
        A, B : array_like
            Operands. Python scalars are weak, as in a call of the ufunc.
        **kwargs : Any
            Keyword arguments of the ufunc.

        Returns
        -------
        ndarray or tuple of ndarray
            Results of shape ``A.shape + B.shape``.

        Raises
        ------
        ValueError
            If the ufunc does not have two operands.
        TypeError
            If it is a generalized ufunc.

        Examples
        --------
        >>> xp.multiply.outer([1, 2], [3, 4, 5])
        array([[ 3,  4,  5],
               [ 6,  8, 10]])
        """
        ...
    def reduce(self, array: ArrayLike, /, axis: Axis = ..., dtype: DTypeLike | None = ..., out: ndarray | None = ..., keepdims: bool = ..., initial: ArrayLike = ..., where: ArrayLike = ...) -> ndarray:
        """Reduce an array over axes by the ufunc: ``add.reduce`` sums, ``multiply.reduce`` multiplies.

        Parameters
        ----------
        array : array_like
            Elements to reduce.
        axis : int or tuple of ints or None, default: 0
            Axes to reduce; None reduces all of them. Only one, if the ufunc's operands may not be reordered.
        dtype : dtype_like, optional
            Data type of the loop and of the result. By default that of `array` or of `out`; for `add` and `multiply` of
            small integers the default integer dtype.
        out : ndarray, optional
            Array to write the result to, with any cast. It must have the shape of the result.
        keepdims : bool, default: False
            Whether to keep the reduced axes, with size one.
        initial : scalar, optional
            Value to start from. The default is the ufunc's `identity`; None stands for no identity.
        where : array_like of bool, default: True
            Elements to include; broadcast against `array`.

        Returns
        -------
        ndarray
            The results; `out` if given.

        Raises
        ------
        ValueError
            If the ufunc does not have two operands, if there are no elements, or a mask, with neither an identity nor
            `initial`, or if operands may not be reordered and there are several axes.
        TypeError
            If the ufunc has several results, or no loop whose result has the dtype of its operands.

        Examples
        --------
        >>> xp.subtract.reduce([10, 1, 2]), xp.add.reduce([[1, 2], [3, 4]], axis=1)
        (array(7), array([3, 7]))
        """
        ...
    def reduceat(self, array: ArrayLike, /, indices: ArrayLike, axis: SupportsIndex = ..., dtype: DTypeLike | None = ..., out: ndarray | None = ...) -> ndarray:
        """Reduce slices of an array along an axis: from each index to the next, the last one to the end.

        Parameters
        ----------
        array : array_like
            Elements to reduce, with at least one dimension.
        indices : array_like of int
            Starts of the slices, 1-D. If the next one is not larger, the slice is one element.
        axis : int, default: 0
            Axis along which to reduce.
        dtype : dtype_like, optional
            Data type of the loop and of the result, as for `reduce`.
        out : ndarray, optional
            Array to write the result to, with any cast. It must have the shape of the result.

        Returns
        -------
        ndarray
            The results, one per index along `axis`; `out` if given.

        Raises
        ------
        IndexError
            If an index is negative or out of bounds.
        ValueError
            If the ufunc does not have two operands and one result, several axes are given, or `indices` is not 1-D.
        TypeError
            If `array` is 0-D, or the ufunc has no loop whose result has the dtype of its operands.

        Notes
        -----
        Sums of slices are added in pairs, so their last bits may differ from NumPy's.

        Examples
        --------
        >>> xp.add.reduceat(xp.arange(8), [0, 4, 1, 5])
        array([ 6,  4, 10, 18])
        """
        ...
    def resolve_dtypes(self, dtypes: tuple[Any, ...], *, signature: tuple[DTypeLike | None, ...] | None = ..., casting: Casting | None = ..., reduction: bool = ...) -> tuple:
        """Return the dtypes of the loop that the ufunc uses for operands of given dtypes.

        Parameters
        ----------
        dtypes : tuple
            One entry per operand and output: a dtype, None for an output that is not given, or the types `int`, `float` and
            `complex` for Python scalars.
        signature : str or tuple, optional
            Signature, as for the ufunc.
        casting : str, optional
            Casting rule, as for the ufunc; "same_kind" by default.
        reduction : bool, default: False
            Whether the loop is that of `reduce`; then `dtypes` is ``(None or out, array, None)``.

        Returns
        -------
        tuple of dtype
            One dtype per entry of `dtypes`.

        Raises
        ------
        TypeError
            If there is no loop, `casting` forbids a cast, or the number of dtypes is wrong.

        Examples
        --------
        >>> [d.name for d in xp.add.resolve_dtypes((xp.int8, xp.float32, None))]
        ['float32', 'float32', 'float32']
        """
        ...

class UnaryUfunc(ufunc):
    def __call__(
        self, x: ArrayLike, /, out: _Out = ...,
        *, where: ArrayLike = ..., casting: Casting = ..., order: Order | None = ..., dtype: DTypeLike | None = ...,
        subok: bool = ..., signature: _Signature = ..., sig: _Signature = ...
    ) -> ndarray:
        """Compute the ufunc element by element.

        Parameters
        ----------
        x : array_like
            Input.
        out : ndarray or tuple of ndarray, optional
            Array to write the result to. It must have the shape of the result.
        where : array_like of bool, default: True
            Elements to compute. Elsewhere `out` keeps its values; without `out` the result is zero.
        casting : {"no", "equiv", "safe", "same_kind", "unsafe"}, default: "same_kind"
            Casts of inputs and of the result that are allowed.
        order : {"K", "A", "C", "F"}, default: "K"
            Memory layout of the result.
        dtype : dtype_like, optional
            Data type of the result, which chooses the loop.
        subok : bool, default: True
            Whether the result has the subclass of `ndarray` that an input has.
        signature : str or tuple of dtype_like, optional
            Loop to use, as ``"dd->d"`` or as a dtype (or None) for each input and output; also ``sig=``.

        Returns
        -------
        ndarray

        Raises
        ------
        TypeError
            If there is no loop for the dtypes, or `casting` forbids a cast.
        ValueError
            If the shapes do not broadcast together, or the arrays are on different devices.
        """
        ...

class BinaryUfunc(ufunc):
    def __call__(
        self, x1: ArrayLike, x2: ArrayLike, /, out: _Out = ...,
        *, where: ArrayLike = ..., casting: Casting = ..., order: Order | None = ..., dtype: DTypeLike | None = ...,
        subok: bool = ..., signature: _Signature = ..., sig: _Signature = ...
    ) -> ndarray:
        """Compute the ufunc element by element.

        Parameters
        ----------
        x1, x2 : array_like
            Operands; they broadcast together, Python scalars are weak (NEP 50).
        out : ndarray or tuple of ndarray, optional
            Array to write the result to. It must have the shape of the result.
        where : array_like of bool, default: True
            Elements to compute. Elsewhere `out` keeps its values; without `out` the result is zero.
        casting : {"no", "equiv", "safe", "same_kind", "unsafe"}, default: "same_kind"
            Casts of inputs and of the result that are allowed.
        order : {"K", "A", "C", "F"}, default: "K"
            Memory layout of the result.
        dtype : dtype_like, optional
            Data type of the result, which chooses the loop.
        subok : bool, default: True
            Whether the result has the subclass of `ndarray` that an input has.
        signature : str or tuple of dtype_like, optional
            Loop to use, as ``"dd->d"`` or as a dtype (or None) for each input and output; also ``sig=``.

        Returns
        -------
        ndarray

        Raises
        ------
        TypeError
            If there is no loop for the dtypes, or `casting` forbids a cast.
        ValueError
            If the shapes do not broadcast together, or the arrays are on different devices.
        """
        ...

class TernaryUfunc(ufunc):
    def __call__(
        self, x1: ArrayLike, x2: ArrayLike, x3: ArrayLike, /, out: _Out = ...,
        *, where: ArrayLike = ..., casting: Casting = ..., order: Order | None = ..., dtype: DTypeLike | None = ...,
        subok: bool = ..., signature: _Signature = ..., sig: _Signature = ...
    ) -> ndarray:
        """Compute the ufunc element by element.

        Parameters
        ----------
        a, b, x : array_like
            Operands; they broadcast together, Python scalars are weak (NEP 50).
        out : ndarray or tuple of ndarray, optional
            Array to write the result to. It must have the shape of the result.
        where : array_like of bool, default: True
            Elements to compute. Elsewhere `out` keeps its values; without `out` the result is zero.
        casting : {"no", "equiv", "safe", "same_kind", "unsafe"}, default: "same_kind"
            Casts of inputs and of the result that are allowed.
        order : {"K", "A", "C", "F"}, default: "K"
            Memory layout of the result.
        dtype : dtype_like, optional
            Data type of the result, which chooses the loop.
        subok : bool, default: True
            Whether the result has the subclass of `ndarray` that an input has.
        signature : str or tuple of dtype_like, optional
            Loop to use, as ``"dd->d"`` or as a dtype (or None) for each input and output; also ``sig=``.

        Returns
        -------
        ndarray

        Raises
        ------
        TypeError
            If there is no loop for the dtypes, or `casting` forbids a cast.
        ValueError
            If the shapes do not broadcast together, or the arrays are on different devices.
        """
        ...

class QuaternaryUfunc(ufunc):
    def __call__(
        self, x1: ArrayLike, x2: ArrayLike, x3: ArrayLike, x4: ArrayLike, /, out: _Out = ...,
        *, where: ArrayLike = ..., casting: Casting = ..., order: Order | None = ..., dtype: DTypeLike | None = ...,
        subok: bool = ..., signature: _Signature = ..., sig: _Signature = ...
    ) -> ndarray:
        """Compute the ufunc element by element.

        Parameters
        ----------
        a, b, c, z : array_like
            Operands; they broadcast together, Python scalars are weak (NEP 50).
        out : ndarray or tuple of ndarray, optional
            Array to write the result to. It must have the shape of the result.
        where : array_like of bool, default: True
            Elements to compute. Elsewhere `out` keeps its values; without `out` the result is zero.
        casting : {"no", "equiv", "safe", "same_kind", "unsafe"}, default: "same_kind"
            Casts of inputs and of the result that are allowed.
        order : {"K", "A", "C", "F"}, default: "K"
            Memory layout of the result.
        dtype : dtype_like, optional
            Data type of the result, which chooses the loop.
        subok : bool, default: True
            Whether the result has the subclass of `ndarray` that an input has.
        signature : str or tuple of dtype_like, optional
            Loop to use, as ``"dd->d"`` or as a dtype (or None) for each input and output; also ``sig=``.

        Returns
        -------
        ndarray

        Raises
        ------
        TypeError
            If there is no loop for the dtypes, or `casting` forbids a cast.
        ValueError
            If the shapes do not broadcast together, or the arrays are on different devices.
        """
        ...

class UnaryUfuncOfTwo(ufunc):
    def __call__(
        self, x: ArrayLike, out1: ndarray | None = ..., out2: ndarray | None = ..., /,
        *, out: _Outs = ..., where: ArrayLike = ..., casting: Casting = ..., order: Order | None = ..., dtype: DTypeLike | None = ...,
        subok: bool = ..., signature: _Signature = ..., sig: _Signature = ...
    ) -> tuple[ndarray, ndarray]:
        """Compute the ufunc element by element.

        Parameters
        ----------
        x : array_like
            Input.
        out : ndarray or tuple of ndarray, optional
            Array to write the result to. It must have the shape of the result.
        where : array_like of bool, default: True
            Elements to compute. Elsewhere `out` keeps its values; without `out` the result is zero.
        casting : {"no", "equiv", "safe", "same_kind", "unsafe"}, default: "same_kind"
            Casts of inputs and of the result that are allowed.
        order : {"K", "A", "C", "F"}, default: "K"
            Memory layout of the result.
        dtype : dtype_like, optional
            Data type of the result, which chooses the loop.
        subok : bool, default: True
            Whether the result has the subclass of `ndarray` that an input has.
        signature : str or tuple of dtype_like, optional
            Loop to use, as ``"dd->d"`` or as a dtype (or None) for each input and output; also ``sig=``.

        Returns
        -------
        tuple of ndarray

        Raises
        ------
        TypeError
            If there is no loop for the dtypes, or `casting` forbids a cast.
        ValueError
            If the shapes do not broadcast together, or the arrays are on different devices.
        """
        ...

class BinaryUfuncOfTwo(ufunc):
    def __call__(
        self, x1: ArrayLike, x2: ArrayLike, out1: ndarray | None = ..., out2: ndarray | None = ..., /,
        *, out: _Outs = ..., where: ArrayLike = ..., casting: Casting = ..., order: Order | None = ..., dtype: DTypeLike | None = ...,
        subok: bool = ..., signature: _Signature = ..., sig: _Signature = ...
    ) -> tuple[ndarray, ndarray]:
        """Compute the ufunc element by element.

        Parameters
        ----------
        x1, x2 : array_like
            Operands; they broadcast together, Python scalars are weak (NEP 50).
        out : ndarray or tuple of ndarray, optional
            Array to write the result to. It must have the shape of the result.
        where : array_like of bool, default: True
            Elements to compute. Elsewhere `out` keeps its values; without `out` the result is zero.
        casting : {"no", "equiv", "safe", "same_kind", "unsafe"}, default: "same_kind"
            Casts of inputs and of the result that are allowed.
        order : {"K", "A", "C", "F"}, default: "K"
            Memory layout of the result.
        dtype : dtype_like, optional
            Data type of the result, which chooses the loop.
        subok : bool, default: True
            Whether the result has the subclass of `ndarray` that an input has.
        signature : str or tuple of dtype_like, optional
            Loop to use, as ``"dd->d"`` or as a dtype (or None) for each input and output; also ``sig=``.

        Returns
        -------
        tuple of ndarray

        Raises
        ------
        TypeError
            If there is no loop for the dtypes, or `casting` forbids a cast.
        ValueError
            If the shapes do not broadcast together, or the arrays are on different devices.
        """
        ...

abs: UnaryUfunc
"""Absolute value; of complex numbers the magnitude, in the real dtype.

Notes
-----
NumPy's ``absolute``, with the special cases of the array API standard where it has the function. Also ``absolute``.
Loops: bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.abs([-1.5, 0.0, 2.0])
array([1.5, 0. , 2. ])
"""

acos: UnaryUfunc
"""Inverse cosine in radians, in [0, pi].

Notes
-----
NumPy's ``arccos``, with the special cases of the array API standard where it has the function. Also ``arccos``.
Loops: float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.acos([-1.0, 0.0, 1.0])
array([3.14159265, 1.57079633, 0.        ])
"""

acosh: UnaryUfunc
"""Inverse hyperbolic cosine.

Notes
-----
NumPy's ``arccosh``, with the special cases of the array API standard where it has the function. Also ``arccosh``.
Loops: float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.acosh([1.0, 2.0])
array([0.       , 1.3169579])
"""

add: BinaryUfunc
"""Sum of two arrays.

Notes
-----
NumPy's ``add``, with the special cases of the array API standard where it has the function.
Loops: bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.add([1, 2], 0.5)
array([1.5, 2.5])
"""

asin: UnaryUfunc
"""Inverse sine in radians, in [-pi/2, pi/2].

Notes
-----
NumPy's ``arcsin``, with the special cases of the array API standard where it has the function. Also ``arcsin``.
Loops: float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.asin([-1.0, 0.0, 1.0])
array([-1.57079633,  0.        ,  1.57079633])
"""

asinh: UnaryUfunc
"""Inverse hyperbolic sine.

Notes
-----
NumPy's ``arcsinh``, with the special cases of the array API standard where it has the function. Also ``arcsinh``.
Loops: float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.asinh([0.0, 1.0])
array([0.        , 0.88137359])
"""

atan: UnaryUfunc
"""Inverse tangent in radians, in [-pi/2, pi/2].

Notes
-----
NumPy's ``arctan``, with the special cases of the array API standard where it has the function. Also ``arctan``.
Loops: float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.atan([0.0, 1.0])
array([0.        , 0.78539816])
"""

atan2: BinaryUfunc
"""Angle in radians of the point (x2, x1), in [-pi, pi].

Notes
-----
NumPy's ``arctan2``, with the special cases of the array API standard where it has the function. Also ``arctan2``.
Loops: float16, float32, float64, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.atan2([0.0, 1.0], [-1.0, 1.0])
array([3.14159265, 0.78539816])
"""

atanh: UnaryUfunc
"""Inverse hyperbolic tangent.

Notes
-----
NumPy's ``arctanh``, with the special cases of the array API standard where it has the function. Also ``arctanh``.
Loops: float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.atanh([0.0, 0.5])
array([0.        , 0.54930614])
"""

bitwise_and: BinaryUfunc
"""Bits that are set in both integers; logical AND of booleans.

Notes
-----
NumPy's ``bitwise_and``, with the special cases of the array API standard where it has the function.
Loops: bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.bitwise_and([5, 6], 3)
array([1, 2])
"""

bitwise_count: UnaryUfunc
"""Number of bits set in the absolute value of integers, as uint8.

Notes
-----
NumPy's ``bitwise_count``, with the special cases of the array API standard where it has the function.
Loops: int8, int16, int32, int64, uint8, uint16, uint32, uint64; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.bitwise_count([7, 8])
array([3, 1], dtype=uint8)
"""

bitwise_invert: UnaryUfunc
"""Integers with all bits inverted; logical NOT of booleans.

Notes
-----
NumPy's ``invert``, with the special cases of the array API standard where it has the function. Also ``bitwise_not``. Also ``invert``.
Loops: bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.bitwise_invert([0, 1])
array([-1, -2])
"""

bitwise_left_shift: BinaryUfunc
"""Integers with their bits shifted left; bits shifted out are lost.

Notes
-----
NumPy's ``left_shift``, with the special cases of the array API standard where it has the function. Also ``left_shift``.
Loops: int8, int16, int32, int64, uint8, uint16, uint32, uint64; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.bitwise_left_shift([1, 3], 2)
array([ 4, 12])
"""

bitwise_or: BinaryUfunc
"""Bits that are set in either integer; logical OR of booleans.

Notes
-----
NumPy's ``bitwise_or``, with the special cases of the array API standard where it has the function.
Loops: bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.bitwise_or([5, 6], 3)
array([7, 7])
"""

bitwise_right_shift: BinaryUfunc
"""Integers with their bits shifted right; the sign is kept.

Notes
-----
NumPy's ``right_shift``, with the special cases of the array API standard where it has the function. Also ``right_shift``.
Loops: int8, int16, int32, int64, uint8, uint16, uint32, uint64; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.bitwise_right_shift([8, -8], 2)
array([ 2, -2])
"""

bitwise_xor: BinaryUfunc
"""Bits that are set in exactly one of two integers; logical XOR of booleans.

Notes
-----
NumPy's ``bitwise_xor``, with the special cases of the array API standard where it has the function.
Loops: bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.bitwise_xor([5, 6], 3)
array([6, 5])
"""

cbrt: UnaryUfunc
"""Real cube root.

Notes
-----
NumPy's ``cbrt``, with the special cases of the array API standard where it has the function.
Loops: float16, float32, float64, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.cbrt([-8.0, 27.0])
array([-2.,  3.])
"""

ceil: UnaryUfunc
"""Smallest whole number not below each element, in the same dtype.

Notes
-----
NumPy's ``ceil``, with the special cases of the array API standard where it has the function.
Loops: bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.ceil([-1.5, 1.5])
array([-1.,  2.])
"""

conj: UnaryUfunc
"""Complex conjugate; a copy of real arrays.

Notes
-----
NumPy's ``conjugate``, with the special cases of the array API standard where it has the function. Also ``conjugate``.
Loops: int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, bfloat16, complex64, complex128, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.conj([1 + 2j])
array([1.-2.j])
"""

copysign: BinaryUfunc
"""Magnitude of the first argument with the sign of the second.

Notes
-----
NumPy's ``copysign``, with the special cases of the array API standard where it has the function.
Loops: float16, float32, float64, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.copysign([1.0, 2.0], -0.0)
array([-1., -2.])
"""

cos: UnaryUfunc
"""Cosine of angles in radians.

Notes
-----
NumPy's ``cos``, with the special cases of the array API standard where it has the function.
Loops: float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.cos([0.0, 1.0])
array([1.        , 0.54030231])
"""

cosh: UnaryUfunc
"""Hyperbolic cosine.

Notes
-----
NumPy's ``cosh``, with the special cases of the array API standard where it has the function.
Loops: float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.cosh([0.0, 1.0])
array([1.        , 1.54308063])
"""

deg2rad: UnaryUfunc
"""Angles in radians from degrees.

Notes
-----
NumPy's ``deg2rad``, with the special cases of the array API standard where it has the function.
Loops: float16, float32, float64, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.deg2rad([0.0, 180.0])
array([0.        , 3.14159265])
"""

degrees: UnaryUfunc
"""Angles in degrees from radians.

Notes
-----
NumPy's ``degrees``, with the special cases of the array API standard where it has the function.
Loops: float16, float32, float64, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.degrees([0.0, xp.pi])
array([  0., 180.])
"""

divide: BinaryUfunc
"""True division; integers give the default floating dtype.

Notes
-----
NumPy's ``divide``, with the special cases of the array API standard where it has the function. Also ``true_divide``.
Loops: float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. Integers give the default floating dtype.

Examples
--------
>>> xp.divide([1, 2], 4)
array([0.25, 0.5 ])
"""

divmod: BinaryUfuncOfTwo
"""Floor division and remainder at once.

Notes
-----
NumPy's ``divmod``, with the special cases of the array API standard where it has the function.
Loops: int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.divmod([7, -7], 2)
(array([ 3, -4]), array([1, 1]))
"""

equal: BinaryUfunc
"""Elementwise equality; integers of any signedness compare exactly.

Notes
-----
NumPy's ``equal``, with the special cases of the array API standard where it has the function.
Loops: bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.equal([1, 2], [1, 3])
array([ True, False])
"""

exp: UnaryUfunc
"""Exponential.

Notes
-----
NumPy's ``exp``, with the special cases of the array API standard where it has the function.
Loops: float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.exp([0.0, 1.0])
array([1.        , 2.71828183])
"""

exp2: UnaryUfunc
"""Two to the power of each element.

Notes
-----
NumPy's ``exp2``, with the special cases of the array API standard where it has the function.
Loops: float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.exp2([0.0, 3.0])
array([1., 8.])
"""

expm1: UnaryUfunc
"""Exponential minus one, accurate near zero.

Notes
-----
NumPy's ``expm1``, with the special cases of the array API standard where it has the function.
Loops: float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.expm1([0.0, 1e-10])
array([0.e+00, 1.e-10])
"""

fabs: UnaryUfunc
"""Absolute value in a floating dtype.

Notes
-----
NumPy's ``fabs``, with the special cases of the array API standard where it has the function.
Loops: float16, float32, float64, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.fabs([-1, 2])
array([1., 2.])
"""

float_power: BinaryUfunc
"""Power in float64 or complex128.

Notes
-----
NumPy's ``float_power``, with the special cases of the array API standard where it has the function.
Loops: float64, complex128, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.float_power([2, 3], -1)
array([0.5       , 0.33333333])
"""

floor: UnaryUfunc
"""Largest whole number not above each element, in the same dtype.

Notes
-----
NumPy's ``floor``, with the special cases of the array API standard where it has the function.
Loops: bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.floor([-1.5, 1.5])
array([-2.,  1.])
"""

floor_divide: BinaryUfunc
"""Largest whole number not above the quotient; integers divided by zero give 0.

Notes
-----
NumPy's ``floor_divide``, with the special cases of the array API standard where it has the function.
Loops: int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.floor_divide([7, -7], 2)
array([ 3, -4])
"""

fmax: BinaryUfunc
"""Elementwise maximum that ignores NaN where it can.

Notes
-----
NumPy's ``fmax``, with the special cases of the array API standard where it has the function.
Loops: bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.fmax([1.0, xp.nan], 0.0)
array([1., 0.])
"""

fmin: BinaryUfunc
"""Elementwise minimum that ignores NaN where it can.

Notes
-----
NumPy's ``fmin``, with the special cases of the array API standard where it has the function.
Loops: bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.fmin([1.0, xp.nan], 0.0)
array([0., 0.])
"""

fmod: BinaryUfunc
"""Remainder with the sign of the dividend, as in C.

Notes
-----
NumPy's ``fmod``, with the special cases of the array API standard where it has the function.
Loops: int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.fmod([7, -7], 4)
array([ 3, -3])
"""

frexp: UnaryUfuncOfTwo
"""Mantissa in [0.5, 1) and int32 exponent of two.

Notes
-----
NumPy's ``frexp``, with the special cases of the array API standard where it has the function.
Loops: float16, float32, float64, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.frexp([1.0, 10.0])
(array([0.5  , 0.625]), array([1, 4], dtype=int32))
"""

gcd: BinaryUfunc
"""Greatest common divisor of integers.

Notes
-----
NumPy's ``gcd``, with the special cases of the array API standard where it has the function.
Loops: int8, int16, int32, int64, uint8, uint16, uint32, uint64; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.gcd([12, 18], 8)
array([4, 2])
"""

greater: BinaryUfunc
"""Whether the first argument is greater; integers of any signedness compare exactly.

Notes
-----
NumPy's ``greater``, with the special cases of the array API standard where it has the function.
Loops: bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.greater([1, 2], 1)
array([False,  True])
"""

greater_equal: BinaryUfunc
"""Whether the first argument is greater or equal; integers of any signedness compare exactly.

Notes
-----
NumPy's ``greater_equal``, with the special cases of the array API standard where it has the function.
Loops: bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.greater_equal([1, 2], 2)
array([False,  True])
"""

heaviside: BinaryUfunc
"""Step function: 0 below zero, 1 above, the second argument at zero.

Notes
-----
NumPy's ``heaviside``, with the special cases of the array API standard where it has the function.
Loops: float16, float32, float64, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.heaviside([-1.0, 0.0, 1.0], 0.5)
array([0. , 0.5, 1. ])
"""

hypot: BinaryUfunc
"""Length of the hypotenuse, without undue overflow.

Notes
-----
NumPy's ``hypot``, with the special cases of the array API standard where it has the function.
Loops: float16, float32, float64, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.hypot([3.0, 5.0], [4.0, 12.0])
array([ 5., 13.])
"""

isfinite: UnaryUfunc
"""Whether elements are neither infinite nor NaN.

Notes
-----
NumPy's ``isfinite``, with the special cases of the array API standard where it has the function.
Loops: bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.isfinite([1.0, xp.inf, xp.nan])
array([ True, False, False])
"""

isinf: UnaryUfunc
"""Whether elements are infinite.

Notes
-----
NumPy's ``isinf``, with the special cases of the array API standard where it has the function.
Loops: bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.isinf([1.0, xp.inf, xp.nan])
array([False,  True, False])
"""

isnan: UnaryUfunc
"""Whether elements are NaN.

Notes
-----
NumPy's ``isnan``, with the special cases of the array API standard where it has the function.
Loops: bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.isnan([1.0, xp.inf, xp.nan])
array([False, False,  True])
"""

lcm: BinaryUfunc
"""Least common multiple of integers.

Notes
-----
NumPy's ``lcm``, with the special cases of the array API standard where it has the function.
Loops: int8, int16, int32, int64, uint8, uint16, uint32, uint64; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.lcm([4, 6], 10)
array([20, 30])
"""

ldexp: BinaryUfunc
"""First argument times two to the power of the second, an integer.

Notes
-----
NumPy's ``ldexp``, with the special cases of the array API standard where it has the function.
Loops: float16, float32, float64, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.ldexp([1.0, 1.5], 3)
array([ 8., 12.])
"""

less: BinaryUfunc
"""Whether the first argument is less; integers of any signedness compare exactly.

Notes
-----
NumPy's ``less``, with the special cases of the array API standard where it has the function.
Loops: bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.less([1, 2], 2)
array([ True, False])
"""

less_equal: BinaryUfunc
"""Whether the first argument is less or equal; integers of any signedness compare exactly.

Notes
-----
NumPy's ``less_equal``, with the special cases of the array API standard where it has the function.
Loops: bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.less_equal([1, 2], 1)
array([ True, False])
"""

log: UnaryUfunc
"""Natural logarithm.

Notes
-----
NumPy's ``log``, with the special cases of the array API standard where it has the function.
Loops: float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.log([1.0, 10.0])
array([0.        , 2.30258509])
"""

log10: UnaryUfunc
"""Logarithm to base 10.

Notes
-----
NumPy's ``log10``, with the special cases of the array API standard where it has the function.
Loops: float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.log10([1.0, 100.0])
array([0., 2.])
"""

log1p: UnaryUfunc
"""Logarithm of one plus each element, accurate near zero.

Notes
-----
NumPy's ``log1p``, with the special cases of the array API standard where it has the function.
Loops: float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.log1p([0.0, 1e-10])
array([0.e+00, 1.e-10])
"""

log2: UnaryUfunc
"""Logarithm to base 2.

Notes
-----
NumPy's ``log2``, with the special cases of the array API standard where it has the function.
Loops: float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.log2([1.0, 8.0])
array([0., 3.])
"""

logaddexp: BinaryUfunc
"""Logarithm of the sum of exponentials.

Notes
-----
NumPy's ``logaddexp``, with the special cases of the array API standard where it has the function.
Loops: float16, float32, float64, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.logaddexp([0.0, 1.0], 0.0)
array([0.69314718, 1.31326169])
"""

logaddexp2: BinaryUfunc
"""Base-2 logarithm of the sum of powers of two.

Notes
-----
NumPy's ``logaddexp2``, with the special cases of the array API standard where it has the function.
Loops: float16, float32, float64, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.logaddexp2([0.0, 1.0], 0.0)
array([1.       , 1.5849625])
"""

logical_and: BinaryUfunc
"""Whether both arguments are true (not zero).

Notes
-----
NumPy's ``logical_and``, with the special cases of the array API standard where it has the function.
Loops: bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.logical_and([0, 2], True)
array([False,  True])
"""

logical_not: UnaryUfunc
"""Whether elements are false (zero).

Notes
-----
NumPy's ``logical_not``, with the special cases of the array API standard where it has the function.
Loops: bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.logical_not([0, 2])
array([ True, False])
"""

logical_or: BinaryUfunc
"""Whether either argument is true (not zero).

Notes
-----
NumPy's ``logical_or``, with the special cases of the array API standard where it has the function.
Loops: bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.logical_or([0, 2], False)
array([False,  True])
"""

logical_xor: BinaryUfunc
"""Whether exactly one argument is true (not zero).

Notes
-----
NumPy's ``logical_xor``, with the special cases of the array API standard where it has the function.
Loops: bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.logical_xor([0, 2], True)
array([ True, False])
"""

maximum: BinaryUfunc
"""Elementwise maximum; NaN propagates.

Notes
-----
NumPy's ``maximum``, with the special cases of the array API standard where it has the function.
Loops: bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.maximum([1.0, xp.nan], 2.0)
array([ 2., nan])
"""

minimum: BinaryUfunc
"""Elementwise minimum; NaN propagates.

Notes
-----
NumPy's ``minimum``, with the special cases of the array API standard where it has the function.
Loops: bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.minimum([1.0, xp.nan], 2.0)
array([ 1., nan])
"""

modf: UnaryUfuncOfTwo
"""Fractional and integral parts, both with the sign of the element.

Notes
-----
NumPy's ``modf``, with the special cases of the array API standard where it has the function.
Loops: float16, float32, float64, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.modf([-1.5, 2.25])
(array([-0.5 ,  0.25]), array([-1.,  2.]))
"""

multiply: BinaryUfunc
"""Product of two arrays.

Notes
-----
NumPy's ``multiply``, with the special cases of the array API standard where it has the function.
Loops: bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.multiply([1, 2], 0.5)
array([0.5, 1. ])
"""

negative: UnaryUfunc
"""Numerical negative; unsigned integers wrap.

Notes
-----
NumPy's ``negative``, with the special cases of the array API standard where it has the function.
Loops: int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.negative([1, -2])
array([-1,  2])
"""

nextafter: BinaryUfunc
"""Next representable number towards the second argument.

Notes
-----
NumPy's ``nextafter``, with the special cases of the array API standard where it has the function.
Loops: float16, float32, float64, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.nextafter([1.0], 2.0)
array([1.])
"""

not_equal: BinaryUfunc
"""Elementwise inequality; integers of any signedness compare exactly.

Notes
-----
NumPy's ``not_equal``, with the special cases of the array API standard where it has the function.
Loops: bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.not_equal([1, 2], [1, 3])
array([False,  True])
"""

positive: UnaryUfunc
"""Copy of a numeric array.

Notes
-----
NumPy's ``positive``, with the special cases of the array API standard where it has the function.
Loops: int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.positive([1, -2])
array([ 1, -2])
"""

pow: BinaryUfunc
"""First argument to the power of the second; integers wrap.

Notes
-----
NumPy's ``power``, with the special cases of the array API standard where it has the function. Also ``power``.
Loops: int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.pow([2, 3], 2)
array([4, 9])
"""

rad2deg: UnaryUfunc
"""Angles in degrees from radians.

Notes
-----
NumPy's ``rad2deg``, with the special cases of the array API standard where it has the function.
Loops: float16, float32, float64, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.rad2deg([0.0, xp.pi])
array([  0., 180.])
"""

radians: UnaryUfunc
"""Angles in radians from degrees.

Notes
-----
NumPy's ``radians``, with the special cases of the array API standard where it has the function.
Loops: float16, float32, float64, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.radians([0.0, 180.0])
array([0.        , 3.14159265])
"""

reciprocal: UnaryUfunc
"""One divided by each element, in the same dtype.

Notes
-----
NumPy's ``reciprocal``, with the special cases of the array API standard where it has the function.
Loops: float16, float32, float64, complex64, complex128, bfloat16, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.reciprocal([2.0, 4.0])
array([0.5 , 0.25])
"""

remainder: BinaryUfunc
"""Remainder with the sign of the divisor, as Python's ``%``; integers by zero give 0.

Notes
-----
NumPy's ``remainder``, with the special cases of the array API standard where it has the function. Also ``mod``.
Loops: int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.remainder([7, -7], 4)
array([3, 1])
"""

rint: UnaryUfunc
"""Nearest whole number, halves to even, in a floating dtype.

Notes
-----
NumPy's ``rint``, with the special cases of the array API standard where it has the function.
Loops: float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.rint([0.5, 1.5])
array([0., 2.])
"""

sign: UnaryUfunc
"""Sign: -1, 0 or 1; NaN for NaN; ``x / abs(x)`` of complex numbers.

Notes
-----
NumPy's ``sign``, with the special cases of the array API standard where it has the function.
Loops: int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.sign([-2.0, 0.0, 3.0])
array([-1.,  0.,  1.])
"""

signbit: UnaryUfunc
"""Whether the sign bit is set, that of -0.0 included.

Notes
-----
NumPy's ``signbit``, with the special cases of the array API standard where it has the function.
Loops: float16, float32, float64, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.signbit([-0.0, 0.0])
array([ True, False])
"""

sin: UnaryUfunc
"""Sine of angles in radians.

Notes
-----
NumPy's ``sin``, with the special cases of the array API standard where it has the function.
Loops: float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.sin([0.0, 1.0])
array([0.        , 0.84147098])
"""

sinh: UnaryUfunc
"""Hyperbolic sine.

Notes
-----
NumPy's ``sinh``, with the special cases of the array API standard where it has the function.
Loops: float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.sinh([0.0, 1.0])
array([0.        , 1.17520119])
"""

spacing: UnaryUfunc
"""Distance to the nearest representable number away from zero.

Notes
-----
NumPy's ``spacing``, with the special cases of the array API standard where it has the function.
Loops: float16, float32, float64, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.spacing([1.0])
array([2.22044605e-16])
"""

sqrt: UnaryUfunc
"""Non-negative square root; principal root of complex numbers.

Notes
-----
NumPy's ``sqrt``, with the special cases of the array API standard where it has the function.
Loops: float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.sqrt([4.0, 2.0])
array([2.        , 1.41421356])
"""

square: UnaryUfunc
"""Square of each element.

Notes
-----
NumPy's ``square``, with the special cases of the array API standard where it has the function.
Loops: int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.square([2, -3])
array([4, 9])
"""

subtract: BinaryUfunc
"""Difference of two arrays.

Notes
-----
NumPy's ``subtract``, with the special cases of the array API standard where it has the function.
Loops: int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.subtract([1, 2], 0.5)
array([0.5, 1.5])
"""

tan: UnaryUfunc
"""Tangent of angles in radians.

Notes
-----
NumPy's ``tan``, with the special cases of the array API standard where it has the function.
Loops: float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.tan([0.0, 1.0])
array([0.        , 1.55740772])
"""

tanh: UnaryUfunc
"""Hyperbolic tangent.

Notes
-----
NumPy's ``tanh``, with the special cases of the array API standard where it has the function.
Loops: float16, float32, float64, complex64, complex128, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz, complex32; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.tanh([0.0, 1.0])
array([0.        , 0.76159416])
"""

trunc: UnaryUfunc
"""Nearest whole number towards zero, in the same dtype.

Notes
-----
NumPy's ``trunc``, with the special cases of the array API standard where it has the function.
Loops: bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64, bfloat16, float8_e4m3fn, float8_e4m3fnuz, float8_e5m2, float8_e5m2fnuz; other dtypes are cast to the first that holds them. 

Examples
--------
>>> xp.trunc([-1.5, 1.5])
array([-1.,  1.])
"""
