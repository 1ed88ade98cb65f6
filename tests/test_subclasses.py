"""Subclasses of `ndarray` through every call of the table: kept where NumPy keeps them."""

import numpy as np
import pytest
from support.cases import cases, initial

import xp_torch as xp
from tools.calls import OPERANDS, all_examples, operands_of

#: functions that return indices, counts or the truth of membership, which do not carry attributes.
INDICES = {"argmax", "argmin", "argpartition", "argsort", "argwhere", "bincount", "count_nonzero", "digitize"}
INDICES |= {"flatnonzero", "isin", "lexsort", "nanargmax", "nanargmin", "nonzero", "searchsorted", "unravel_index"}


def noted(base):
    """Return a subclass with an attribute that NumPy's documentation says how to pass on."""

    class Noted(base):
        def __array_finalize__(self, obj):
            self.note = getattr(obj, "note", None)

    return Noted


OURS, THEIRS = noted(xp.ndarray), noted(np.ndarray)


def arguments(m, cls, act):
    """Return the operands of an example as arrays of a subclass."""
    arrays = [m.asarray(OPERANDS[name].copy()).view(cls) for name in operands_of(act)]
    for x in arrays:
        x.note = "kept"
    return arrays


def classes(result):
    """Return for every array in a result whether it is of the subclass, and for scalars None."""
    if isinstance(result, (tuple, list)):
        return [c for part in result for c in classes(part)]
    if not isinstance(result, (np.ndarray, np.generic, xp.ndarray)):
        return []
    if isinstance(result, (OURS, THEIRS)):
        # NumPy makes new arrays of some results, with which it does not call `__array_finalize__`.
        assert result.note == "kept" or isinstance(result, THEIRS)
    return [None if isinstance(result, np.generic) else isinstance(result, (OURS, THEIRS))]


@pytest.mark.numpy_after
@cases(("label", "act"), [pytest.param(*row, id=row[0]) for row in all_examples()], by=initial)
def test_a_subclass_is_kept_where_numpy_keeps_it(label, act):
    got = classes(act(xp, *arguments(xp, OURS, act)))
    name = label.rsplit("-", 1)[0].rpartition(".")[2]
    if name in INDICES:
        assert not any(got)
        return
    try:
        expected = classes(act(np, *arguments(np, THEIRS, act)))
    except (AttributeError, TypeError):
        return  # the oldest NumPy lacks the function, or a form of it
    if name in ("histogram", "histogram2d", "histogramdd"):
        assert not got[0]
    if name == "unique_all":
        expected[1] = False  # indices
    assert all(mine for mine, its in zip(got, expected, strict=True) if its)
