"""What reads and writes files: no call is drawn of it."""

_FILES = (
    "load save savez savez_compressed savetxt loadtxt genfromtxt fromfile ndarray.tofile ndarray.dump ndarray.dumps"
)

NOT_DRAWN = {
    **dict.fromkeys(_FILES.split(), "reads or writes a file, by NumPy itself"),
    **dict.fromkeys(("frombuffer", "fromiter", "fromstring"), "takes no array"),
}
