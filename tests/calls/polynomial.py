"""Calls of the polynomials."""

CALLS = {
    "poly": (),
    "polyadd": (lambda m, v, z: m.polyadd(v, z),),
    "polyder": (lambda m, z: m.polyder(z, 2),),
    "polydiv": (),
    "polyfit": (),
    "polyint": (lambda m, z: m.polyint(z, 2, k=[1, 2]),),
    "polymul": (),
    "polysub": (lambda m, v, z: m.polysub(v, z),),
    "polyval": (lambda m, v, x: m.polyval(v, x), lambda m, i, n: m.polyval(i, n)),
    "roots": (),
    "vander": (lambda m, v: m.vander(v), lambda m, i: m.vander(i, 2, increasing=True)),
}
