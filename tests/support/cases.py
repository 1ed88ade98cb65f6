"""Tests of many cases in one item, and cases that are skipped or expected to fail in some places."""

import functools
import inspect
import itertools
from dataclasses import dataclass

import pytest

from support.versions import MARKS, expected_here, skip_if_numpy_lacks, text_of


@dataclass(frozen=True)
class Case:
    """Parameters of a test, how failures name them, their marks, and the item that they are in."""

    label: str = ""
    parameters: tuple = ()
    marks: tuple = ()
    group: str = ""

    def __add__(self, other):
        """Return the case with the parameters of both."""
        label = ", ".join(part for part in (self.label, other.label) if part)
        return Case(label, self.parameters + other.parameters, self.marks + other.marks, self.group or other.group)


def initial(name):
    """Return the namespace of a public name, or its first letter: "linalg" of "linalg.inv", "m" of "max"."""
    return name.partition(".")[0] if "." in name else name[0].lower()


def case(names, entry, name, by):
    """Return the case of an entry of a parametrization; `name` is its id, a function of each of its values, or None."""
    marks, values = (), entry if len(names) > 1 else (entry,)
    if isinstance(entry, type(pytest.param())):
        marks, values, name = tuple(entry.marks), entry.values, entry.id or name
        assert {mark.name for mark in marks} <= set(MARKS), f"cases can be marked with {MARKS} only, not with {marks}"
    pairs = tuple(zip(names, values, strict=True))
    if callable(name):
        name = "-".join(str(name(value)) for value in values)
    label = str(name) if name is not None else ", ".join(f"{parameter}={text_of(value)}" for parameter, value in pairs)
    return Case(label, pairs, marks, by(values[0]) if by else "")


def cases(names, values, ids=None, by=None):
    """Run a test with each of the values, as `pytest.mark.parametrize` does, but in one item, which shows all failures.

    Several of these on one test run it with all combinations. There is one item for each result of the function `by`,
    which is called with the first value of each case. A case may have the marks of `versions.MARKS` only.
    """
    names = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    values = list(values)
    labels = [ids] * len(values) if ids is None or callable(ids) else list(ids)
    new = [case(names, entry, label, by) for entry, label in zip(values, labels, strict=True)]

    def decorate(test):
        body, others = getattr(test, "merged", (test, [Case()]))
        merged = [first + second for first, second in itertools.product(others, new)]

        @functools.wraps(test)
        def every_case(*instance, group="", **given):
            run_cases(body, [c for c in merged if c.group == group], marks(every_case), instance, given)

        every_case.merged = body, merged
        every_case.__signature__ = without(inspect.signature(test), names, by)
        return pytest.mark.parametrize("group", dict.fromkeys(c.group for c in new))(every_case) if by else every_case

    return decorate


def marks(test):
    """Return the marks of a test that are of some of its cases only."""
    return [mark for mark in getattr(test, "pytestmark", ()) if mark.kwargs]


def without(signature, names, by):
    """Return the signature of a test whose parameters `names` are cases; with `by` it has a parameter `group`."""
    rest = [parameter for name, parameter in signature.parameters.items() if name not in names]
    assert len(rest) == len(signature.parameters) - len(names), f"the parameters are {signature}, not {names}"
    extra = [inspect.Parameter("group", inspect.Parameter.KEYWORD_ONLY)] if by else []
    return signature.replace(parameters=rest + extra)


def run_cases(body, merged, marks, instance, given):
    """Run the body of a test with each case; raise one error with those of all that failed."""
    errors, labels, skipped = [], [], []
    for one in merged:
        parameters = {**given, **dict(one.parameters)}
        expected = expected_here([*marks, *one.marks], parameters)
        try:
            if expected and expected.name == "skip":
                pytest.skip(expected.kwargs["reason"])
            run_case(body, instance, parameters)
        except pytest.skip.Exception as reason:
            skipped.append(str(reason))
        except (Exception, pytest.fail.Exception) as error:
            if not expected:
                errors.append(noted(error, one.label))
                labels.append(one.label)
    if errors:
        raise ExceptionGroup(f"{len(errors)} of {len(merged)} cases failed: {'; '.join(labels)}", errors)
    if len(skipped) == len(merged):
        pytest.skip(next(iter(skipped), "no cases"))


def noted(error, label):
    """Return an error of a case with the label of the case; groups of errors hold no `pytest.fail.Exception`."""
    if isinstance(error, pytest.fail.Exception):
        error = AssertionError(str(error)).with_traceback(error.__traceback__)
    error.add_note(f"case: {label}")
    return error


def run_case(body, instance, parameters):
    """Run one case; skip it if it needs a function that an older NumPy lacks."""
    try:
        body(*instance, **parameters)
    except AttributeError as error:
        skip_if_numpy_lacks(error)
        raise
