"""How arrays lie in memory."""

from conformance.differential.calls.row import rows

rows("shares_memory may_share_memory", "array array")  # a negative step, which an alias may have, is a copy here
rows("ndarray.byteswap", "array")

NOT_DRAWN = {
    **dict.fromkeys(("ndarray.base", "ndarray.ctypes", "ndarray.data"), "an object of its own"),
    **dict.fromkeys(("ndarray.getfield", "ndarray.setfield"), "torch steps by whole elements"),
    **dict.fromkeys(("ndarray.resize", "ndarray.setflags"), "refused by what else refers to the memory"),
}
