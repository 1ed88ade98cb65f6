"""Tests of many cases in one item, and cases that are skipped or expected to fail in some places."""

import functools
import inspect
import itertools
from dataclasses import dataclass

import pytest

from support.versions import expected_here, skip_if_numpy_lacks, text_of


@dataclass(frozen=True)
class Case:
    """Parameters of a test, how failures name them, and their marks."""

    label: str = ""
    given: tuple = ()
    marks: tuple = ()

    def __add__(self, other):
        """Return the case with the parameters of both."""
        label = " ".join(part for part in (self.label, other.label) if part)
        return Case(label, self.given + other.given, self.marks + other.marks)


def case(names, value, name):
    """Return the case of one entry of a parametrization; `name` is its id, or a function of each value, or None."""
    marks = ()
    if isinstance(value, type(pytest.param())):
        marks, name, value = tuple(value.marks), value.id or name, value.values if len(names) > 1 else value.values[0]
    values = tuple(value) if len(names) > 1 else (value,)
    if callable(name):
        name = "-".join(str(name(v)) for v in values)
    label = name or ", ".join(
        f"{n}={getattr(v, '__name__', None) or text_of(v)}" for n, v in zip(names, values, strict=True)
    )
    return Case(label, tuple(zip(names, values, strict=True)), marks)


def cases(names, values, ids=None):
    """Run a test with each of the values, as `pytest.mark.parametrize` does, but in one item that shows all failures.

    Several of these on one test run it with all combinations. The marks of cases are those of `expected_here` only.
    """
    names = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    values = list(values)
    labels = [ids] * len(values) if ids is None or callable(ids) else list(ids)
    rows = [case(names, value, label) for value, label in zip(values, labels, strict=True)]

    def decorate(test):
        body, others = getattr(test, "merged", (test, [Case()]))
        merged = [a + b for a, b in itertools.product(others, rows)]

        @functools.wraps(test)
        def every_case(*instance, **given):
            run_cases(body, merged, getattr(every_case, "pytestmark", ()), instance, given)

        every_case.merged = body, merged
        signature = inspect.signature(test)
        assert set(names) <= signature.parameters.keys(), f"{test.__name__} has no parameters {names}"
        rest = [p for name, p in signature.parameters.items() if name not in names]
        every_case.__signature__ = signature.replace(parameters=rest)
        return every_case

    return decorate


def run_cases(body, merged, marks, instance, given):
    """Run the body of a test with each case; raise one error with those of all that failed."""
    errors, labels, skipped = [], [], []
    for one in merged:
        parameters = {**given, **dict(one.given)}
        expected = expected_here([*(mark for mark in marks if mark.kwargs), *one.marks], parameters)
        try:
            if expected and expected.name == "skip":
                pytest.skip(expected.kwargs["reason"])
            run_case(body, instance, parameters)
        except pytest.skip.Exception as reason:
            skipped.append(str(reason))
        except (Exception, pytest.fail.Exception) as error:
            if not expected:
                error = AssertionError(str(error)) if isinstance(error, pytest.fail.Exception) else error
                error.add_note(f"case: {one.label}")
                errors.append(error)
                labels.append(one.label)
    if errors:
        raise ExceptionGroup(f"{len(errors)} of {len(merged)} cases failed: {'; '.join(labels)}", errors)
    if len(skipped) == len(merged):
        pytest.skip(next(iter(skipped), "no cases"))


def run_case(body, instance, parameters):
    """Run one case; skip it if it needs a function that an older NumPy lacks."""
    try:
        body(*instance, **parameters)
    except AttributeError as error:
        skip_if_numpy_lacks(error)
        raise
