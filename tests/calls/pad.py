"""Calls of `pad`."""

CALLS = {
    "pad": (
        lambda m, x: m.pad(x, ((1, 0), (2, 1)), constant_values=((1, 2), (3, 4))),
        lambda m, x: m.pad(x, 2, "reflect", reflect_type="odd"),
        lambda m, x: m.pad(x, (1, 2), "mean", stat_length=2),
        lambda m, n: m.pad(n, {1: 4}, "wrap"),
        lambda m, s: m.pad(s, 2, "linear_ramp", end_values=(1, 5)),
    ),
}
