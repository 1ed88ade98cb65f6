"""Survival analysis: Kaplan-Meier curves, the log-rank test and a permutation test."""

import numpy as np


def kaplan_meier(time, event):
    order = np.lexsort((~event, time))
    time, event = time[order], event[order]
    distinct, first, n = np.unique(time, return_index=True, return_counts=True)
    deaths = np.add.reduceat(event.astype(int), first)
    at_risk = len(time) - first
    s = np.cumprod(1 - deaths / at_risk)
    with np.errstate(divide="ignore", invalid="ignore"):
        var = s**2 * np.cumsum(deaths / (at_risk * (at_risk - deaths)))
    return distinct, s, np.sqrt(var), at_risk, deaths


def median(t, s):
    below = np.where(s <= 0.5)[0]
    return t[below[0]] if len(below) else np.inf


def log_rank(time, event, group):
    o = e = v = 0.0
    for t in np.unique(time[event]):
        risk = time >= t
        n, n1 = risk.sum(), (risk & group).sum()
        d, d1 = ((time == t) & event).sum(), ((time == t) & event & group).sum()
        o += d1
        e += d * n1 / n
        if n > 1:
            v += d * (n1 / n) * (1 - n1 / n) * (n - d) / (n - 1)
    return (o - e) ** 2 / v, o, e


def main():
    rng = np.random.default_rng(33)
    n = 50
    group = np.arange(n) % 2 == 0
    time = np.ceil(rng.exponential(np.where(group, 8, 14)))
    censor = rng.integers(3, 25, n)
    event = time <= censor
    time = np.minimum(time, censor)
    for name, g in (("a", group), ("b", ~group)):
        t, s, se, risk, deaths = kaplan_meier(time[g], event[g])
        print(name, "median", median(t, s), "deaths", deaths.sum(), "of", g.sum())
        for row in list(zip(t, risk, deaths, s, se))[:4]:
            print("{:4.0f}{:4d}{:4d}{:8.4f}{:8.4f}".format(*row))
    chi, o, e = log_rank(time, event, group)
    print(f"chi2 {chi:.4f} observed {o:.0f} expected {e:.3f}", type(o) is float)
    count = 0
    for _ in range(20):
        count += log_rank(time, event, rng.permutation(group))[0] >= chi
    print("p about", count / 20, bool(count < 20))
    edges = np.histogram_bin_edges(time, bins="sturges")
    h = np.histogram(time, edges, weights=event.astype(float))[0]
    hazard = np.divide(h, np.histogram(time, edges)[0], out=np.full_like(h, -1), where=h > 0)
    return t, s, se, chi, count, edges, h, hazard
