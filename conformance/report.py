"""The report of one command as plain data, which is written as JSON and from which the tables are made."""

import datetime as dt

from conformance.result import by_cause, by_reason, compare, holds
from conformance.suite import COMMIT, URL


def build(suite, options, runs, reference, tested):
    """Return the report of `runs`; the modules named in `tested` decide whether it `holds`.

    `reference` is NumPy's run, or its collection, whose ids the others are held against.
    """
    namespaces = [entry(run, compare(run, reference), run.module in tested) for run in runs]
    return {
        "date": dt.datetime.now(dt.UTC).strftime("%Y-%m-%d"),
        "suite": {"url": URL, "commit": suite.commit, "pinned": suite.commit == COMMIT},
        "api_version": options.api_version,
        "max_examples": options.max_examples,
        "seed": options.seed,
        "default_dtype": options.default_dtype,
        "device": options.device,
        "low_precision": options.low_precision,
        "lift_skips": options.lift_skips,
        "compiled": options.compiled,
        "distributed": options.distributed,
        "in_tree": options.in_tree,
        "selection": list(options.ids),
        "reference": {"module": reference.module, "ids": len(reference.collected)},
        "versions": runs[0].about["versions"],
        "platform": runs[0].about["platform"],
        "namespaces": namespaces,
        "holds": all(item["holds"] for item in namespaces if item["tested"]),
    }


def entry(run, comparison, tested):
    """The part of a report about one namespace."""
    return {
        "module": run.module,
        "version": run.about["version"],
        "file": run.about["file"],
        "tested": tested,
        "holds": holds(run, comparison),
        "problem": run.problem(),
        "seconds": round(run.seconds, 1),
        "counts": run.counts(),
        "chapters": run.chapters(),
        "failures": [
            {"id": name, "outcome": run.outcomes[name], "causes": [list(pair) for pair in run.causes[name]]}
            for name in run.failures
        ],
        "causes": by_cause(run),
        "skips": by_reason(run),
        "missing": list(comparison.missing),
        "extra": list(comparison.extra),
        "skipped_here_only": list(comparison.skipped),
        "collect_errors": run.collect_errors,
    }
