"""Sizes at which one way of computing becomes faster than another, on the CPU.

``python -m benchmarks.thresholds`` measures both ways beside most of them. A graph compares them with constant
sizes only (`is_constant`): with others, it would be valid for sizes on one side.
"""

#: Up to the first number of elements, one call of NumPy takes less time than several torch kernels; from the second on,
#: NumPy's loop takes less time than torch's kernel.
FEW = 4000
#: The same in bytes of float64: `nbytes` takes less time than `size`.
FEW_BYTES = 8 * FEW
#: Elements up to which NumPy's loop of a logarithm, even without vectors, takes less time than several torch kernels.
FEW_TO_TRANSFORM = 1000
#: From this number of elements on, threads share the work, at least half as many each: starting one takes as long as
#: 50,000.
MANY_TO_SPREAD = 2**18
#: The same for ufuncs that do little but read and write memory.
MANY_TO_SPREAD_QUICK = 2**21
#: Bytes of divisors up to which they are read as Python numbers in less time than NumPy divides.
FEW_BYTES_OF_DIVISORS = 64
#: Elements up to which torch sorts, and finds an order, as fast as NumPy.
FEW_TO_SORT = 500
FEW_TO_ORDER = 4000
#: Elements of a vector from which torch sorts integers by radix, in half the time of floats.
MANY_TO_SORT_BY_RADIX = 2**15
#: Elements along the last dimension from which torch selects faster than it sorts.
MANY_TO_SELECT = 2**7
#: Selections that are faster than a sort, for one row and for several.
FEW_SELECTIONS, FEW_SELECTIONS_OF_ROWS = 4, 1
#: Elements up to which NumPy interpolates faster than torch's kernels together, with many threads.
FEW_TO_INTERPOLATE = 50_000
#: Elements up to which NumPy computes variances faster than torch does in blocks, or with many threads.
FEW_TO_VARY = 2**17
#: Elements up to which torch's own variance, in one pass, is faster than two passes of vector code.
FEW_TO_VARY_IN_ONE_PASS = 2**13
#: Elements up to which NumPy's call of LAPACK takes less time than torch's: of inverses in any precision, and of
#: functions in single precision, which NumPy casts as it reads.
FEW_TO_INVERT, FEW_TO_DECOMPOSE = 256, 4096
#: Largest size of a table in which integers are looked up, per element of both arrays.
TABLE_PER_ELEMENT = 6
#: Points from which NumPy's transform of real float64 takes less time than torch's, with one thread.
MANY_POINTS = 4096
#: Terms from which NumPy's loop over BLAS products is faster than torch's product of many matrices.
MANY_TERMS = 64
#: Elements from which `amax` is faster than `max`: it is vectorized on the CPU.
MANY_FOR_AMAX = 2**14
#: Pairs up to which comparing all of them is faster than sorting.
FEW_PAIRS = 2**12
#: Choices up to which one `where` for each takes less time than a stack of all of them.
FEW_CHOICES = 4
#: Indices up to which checking each in Python takes less time than torch's check.
FEW_INDICES = 8
#: Copies along one axis up to which `cat` takes less time than to expand a view.
FEW_COPIES = 8
#: Elements and bytes of a block of a reduction. torch computes with one thread on so few.
BLOCK, BLOCK_BYTES = 2**14, 2**16
#: Elements up to which copies take little memory and less time than blocks.
FEW_TO_COPY = 2**17
#: Size from which a dimension is divided into blocks before the dimensions inside of it.
LONG_DIMENSION = 32
#: Elements of a histogram that are computed at a time, so that intermediate results stay in the cache.
BLOCK_OF_HISTOGRAM = 2**16
