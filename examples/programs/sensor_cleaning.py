"""Sensor data with gaps and spikes: Hampel's filter, interpolation, winsorizing and statistics that skip NaN."""

import warnings

import numpy as np


def hampel(x, half=3):
    """Return the running median and the spikes, more than three scaled deviations away from it."""
    windows = np.lib.stride_tricks.sliding_window_view(np.pad(x, half, mode="symmetric"), 2 * half + 1)
    middle = np.nanmedian(windows, axis=-1)
    spread = 1.4826 * np.nanmedian(np.abs(windows - middle[:, None]), axis=-1)
    with np.errstate(invalid="ignore"):
        return middle, np.abs(x - middle) > 3 * spread


def main():
    rng = np.random.default_rng(3)
    x = np.sin(np.linspace(0, 6, 60)) + rng.normal(0, 0.1, 60)
    x[[5, 17, 40]] += [4, -3, 5]
    x[[22, 23, 50]] = np.nan
    middle, spikes = hampel(x)
    bad = spikes | ~np.isfinite(x)
    print("replaced", np.flatnonzero(bad), "of", x.size)
    for i in np.argwhere(bad).ravel():
        print(f"{i:3d} {x[i]:8.3f} -> {middle[i]:8.3f}")

    index = np.arange(x.size)
    filled = x.copy()
    filled[bad] = np.interp(index[bad], index[~bad], x[~bad])
    low, high = np.percentile(filled, [5, 95])
    bounded = np.clip(filled, low, high)
    print(f"from {low:.4f} to {high:.4f}: mean {bounded.mean():.5f}, deviation {bounded.std(ddof=1):.5f}")

    hours = np.where(spikes, np.nan, x).reshape(6, 10)
    hours[4] = np.nan
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        means = np.nanmean(hours, axis=1)
        deviations = np.nanstd(hours, axis=1, ddof=1)
    print(*sorted({str(warning.message) for warning in caught}), sep="\n")
    print(means.round(4), deviations.round(4), np.count_nonzero(np.isnan(hours), axis=1))
    known = np.isfinite(hours)
    print(np.sum(hours, where=known, axis=1), np.max(hours, where=known, axis=1, initial=-np.inf))
    try:
        np.nanargmax(hours, axis=1)
    except ValueError as error:
        print("error:", error)
    return middle, filled, bounded, means, np.nan_to_num(hours, nan=-1)
