"""Calls of what packs bits."""

CALLS = {
    "packbits": (lambda m, b: m.packbits(b), lambda m, b: m.packbits(b, axis=1, bitorder="little")),
    "unpackbits": (lambda m, n: m.unpackbits(n.astype("uint8"), axis=1, count=11),),
}
