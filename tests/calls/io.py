"""Calls of what reads and writes files: nothing of it can be traced."""

CALLS = dict.fromkeys(
    (
        "frombuffer",
        "fromfile",
        "fromiter",
        "fromstring",
        "genfromtxt",
        "load",
        "loadtxt",
        "save",
        "savetxt",
        "savez",
        "savez_compressed",
    ),
    (),
)
