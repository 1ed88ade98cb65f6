"""Histogram and report of measurements in a text table with missing values."""

import io

import numpy as np

TABLE = """\
# station, day, temperature, rain
1, 1, 12.5, 0.0
2, 1, 14.0, 1.2
3, 1, nan, 0.4
1, 2, 13.1, 5.5
2, 2, 15.2, nan
3, 2, 9.9, 0.0
1, 3, 11.0, 2.5
2, 3, 16.8, 0.0
3, 3, 10.4, 7.75
1, 4, 12.9, 0.1
2, 4, nan, 3.3
3, 4, 8.8, 0.0
"""


def main():
    table = np.loadtxt(io.StringIO(TABLE), delimiter=",")
    station, day = table[:, :2].astype(int).T
    temperature, rain = table[:, 2], table[:, 3]
    print("rows %d, columns %d, missing %d" % (*table.shape, np.isnan(table).sum()))

    print("station   mean    max  days     rain")
    for number, count in zip(*np.unique(station, return_counts=True)):
        mine = station == number
        values = temperature[mine]
        print(
            f"{number:>7} {np.nanmean(values):6.2f} {np.nanmax(values):6.1f} {count:5d} {np.nansum(rain[mine]):8.3f}",
            "(gaps)" if np.isnan(values).any() else "",
        )

    grid = np.full((station.max(), day.max()), np.nan)
    grid[station - 1, day - 1] = temperature
    print("by station and day\n", grid)
    filled = np.where(np.isnan(grid), np.nanmean(grid, axis=1, keepdims=True), grid)
    print("filled\n", filled.round(2))
    print("anomalies\n", np.array2string(filled - filled.mean(axis=0), precision=2, suppress_small=True))

    edges = np.arange(8, 19, 2)
    counts, _ = np.histogram(temperature[~np.isnan(temperature)], bins=edges)
    for low, high, count in zip(edges[:-1], edges[1:], counts):
        print(f"[{low:2d}, {high:2d}) {'#' * count:<6} {count / counts.sum():6.1%}")
    wet = {int(s): [d.item() for d in day[(station == s) & (rain > 1)]] for s in set(station.tolist())}
    print("wet days", wet)
    warmest = np.nanargmax(temperature)
    print(f"warmest: station {station[warmest]} on day {day[warmest]} with {temperature[warmest]} degrees")
    out = io.StringIO()
    np.savetxt(out, filled, fmt="%7.3f", header="filled temperatures")
    print(out.getvalue(), end="")
    return grid, filled, counts, np.nanpercentile(temperature, [10, 50, 90])
