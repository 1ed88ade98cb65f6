"""`api_version`: each version of the standard by its own text, on one object a version."""

import importlib.util
import inspect
import pickle
import sys
import types

import array_api_compat
import numpy as np
import pytest
import torch
from support.cases import cases

import xp_torch as xp

OLD = ("2021.12", "2022.12", "2023.12", "2024.12")
VERSIONS = (*OLD, "2025.12")
BEFORE_2023 = OLD[:2]
# The names that came with a version, in the main namespace and in the extensions: its changelog, "Additions".
ADDED = {
    "2021.12": [],
    "2022.12": ["complex64", "complex128", "conj", "fft", "imag", "isdtype", "real", "take", "__array_api_version__"],
    "2023.12": [
        "__array_namespace_info__", "clip", "copysign", "cumulative_sum", "hypot", "maximum", "minimum", "moveaxis",
        "repeat", "searchsorted", "signbit", "tile", "unstack",
    ],
    "2024.12": ["count_nonzero", "cumulative_prod", "diff", "nextafter", "reciprocal", "take_along_axis"],
    "2025.12": ["broadcast_shapes", "isin"],
}  # fmt: skip

LISTS = {"meshgrid", "broadcast_arrays", "__array_namespace_info__"}
DIFFERENT = {
    version: LISTS | ({"sum", "prod", "vecdot", "linalg"} if version in BEFORE_2023 else set()) for version in OLD
}


def namespace(version):
    """Return the namespace of a version as users get it."""
    return xp.asarray(0).__array_namespace__(api_version=version)


class TestNamespaces:
    """Which object `__array_namespace__` and those who call it answer with."""

    def test_newest_is_the_package(self):
        assert namespace(None) is namespace("2025.12") is xp

    @pytest.mark.parametrize("version", VERSIONS)
    def test_same_object_at_every_call(self, version):
        found = namespace(version)
        assert isinstance(found, types.ModuleType)
        assert found is xp.zeros((2, 3), dtype=xp.int8).__array_namespace__(api_version=version)
        assert found.__array_api_version__ == version

    def test_versions_are_different_objects(self):
        assert len({id(namespace(version)) for version in VERSIONS}) == len(VERSIONS)

    @pytest.mark.parametrize("version", ["2020.12", "2026.12", "2022", "", 2022.12, ["2022.12"], ("2022.12",)])
    def test_unknown_version_raises_and_lists_the_known(self, version):
        with pytest.raises(ValueError, match=r"2021\.12, 2022\.12, 2023\.12, 2024\.12, 2025\.12$"):
            namespace(version)

    @pytest.mark.parametrize("version", VERSIONS)
    def test_get_namespace_and_array_api_compat_follow(self, version):
        x = xp.ones(2)
        assert xp.get_namespace(x, torch.ones(2), 1.0, api_version=version) is namespace(version)
        assert array_api_compat.array_namespace(x, x, api_version=version) is namespace(version)

    def test_get_namespace_of_an_unknown_version(self):
        with pytest.raises(ValueError, match=r"known: 2021\.12"):
            xp.get_namespace(torch.ones(2), api_version="2019.12")

    @pytest.mark.parametrize("version", OLD)
    def test_name_finds_the_module_again(self, version):
        found = namespace(version)
        name = "xp_torch.v" + version.replace(".", "_")
        assert found.__name__ == name
        assert importlib.import_module(name) is sys.modules[name] is found
        assert importlib.util.find_spec(name) is not None
        assert getattr(xp, name.rpartition(".")[2]) is found
        assert importlib.import_module(found.linalg.__name__) is found.linalg

    @pytest.mark.parametrize(
        "statement",
        [
            "import xp_torch.v2022_12 as found",
            "from xp_torch import v2022_12 as found",
            "import xp_torch.v2022_12; found = xp_torch.v2022_12",
        ],
    )
    def test_import_statements(self, statement):
        names = {}
        exec(statement, names)
        assert names["found"] is namespace("2022.12")

    @pytest.mark.parametrize("version", OLD)
    def test_every_function_survives_pickling(self, version):
        found = namespace(version)
        for place in (found, found.linalg, found.fft):
            for name in place.__all__:
                value = getattr(place, name)
                if inspect.isfunction(value) and "<locals>" not in value.__qualname__:
                    assert pickle.loads(pickle.dumps(value)) is value


class TestWhatIsTheSame:
    """A version differs from the package in what its text says, and in nothing else."""

    @pytest.mark.parametrize("version", OLD)
    def test_all_else_is_the_package(self, version):
        found = namespace(version)
        assert found.__all__ == xp.__all__
        different = {name for name in xp.__all__ if getattr(found, name) is not getattr(xp, name)}
        assert different == DIFFERENT[version] | {"__array_api_version__"}

    @pytest.mark.parametrize("version", OLD)
    def test_extensions(self, version):
        found = namespace(version)
        assert found.fft is xp.fft
        names = {name for name in xp.linalg.__all__ if getattr(found.linalg, name) is not getattr(xp.linalg, name)}
        assert names == ({"cross", "trace", "vecdot"} if version in BEFORE_2023 else set())
        assert found.linalg.vecdot is found.vecdot

    @pytest.mark.parametrize("version", VERSIONS)
    def test_every_name_of_the_version_is_there(self, version):
        found = namespace(version)
        for since, names in ADDED.items():
            if since <= version:
                assert all(hasattr(found, name) for name in names)

    @pytest.mark.parametrize("version", OLD)
    def test_parameters_are_those_of_the_package(self, version):
        found = namespace(version)
        for old, new in ((found, xp), (found.linalg, xp.linalg)):
            for name in new.__all__:
                value = getattr(old, name)
                if inspect.isfunction(value) and value is not getattr(new, name):
                    ours, theirs = (inspect.signature(f).parameters.values() for f in (value, getattr(new, name)))
                    assert [(p.name, p.kind) for p in ours] == [(p.name, p.kind) for p in theirs], name
                    assert "Examples\n" in value.__doc__


class TestListsBefore2025:
    """gh-981 of the standard: `devices`, `broadcast_arrays` and `meshgrid` return tuples since 2025.12."""

    @pytest.mark.parametrize("version", VERSIONS)
    def test_kind_of_sequence(self, version):
        found, kind = namespace(version), list if version < "2025.12" else tuple
        x, y = xp.asarray([1, 2, 3]), xp.asarray([4.0, 5.0])
        assert type(found.meshgrid(x, y)) is type(found.meshgrid(x, y, indexing="ij")) is type(found.meshgrid()) is kind
        assert type(found.broadcast_arrays(x, xp.ones((2, 1)))) is type(found.broadcast_arrays()) is kind
        assert type(found.__array_namespace_info__().devices()) is kind
        # What always was a tuple, or is one as the standard has it, stays one.
        assert type(found.nonzero(x)) is type(found.unstack(x)) is tuple

    @pytest.mark.parametrize("version", OLD)
    def test_values(self, version):
        found = namespace(version)
        x, y = np.arange(3), np.arange(2.0)
        for options in ({}, {"indexing": "ij"}, {"sparse": True}, {"copy": False}):
            for got, expected in zip(found.meshgrid(x, y, **options), np.meshgrid(x, y, **options), strict=True):
                assert np.array_equal(np.asarray(got), expected)
                assert got.dtype == expected.dtype
        for got, expected in zip(
            found.broadcast_arrays(x, y[:, None]), np.broadcast_arrays(x, y[:, None]), strict=True
        ):
            assert np.array_equal(np.asarray(got), expected)
        info, newest = found.__array_namespace_info__(), xp.__array_namespace_info__()
        assert info.devices() == list(newest.devices())
        assert info.default_dtypes() == newest.default_dtypes()
        assert info.dtypes() == newest.dtypes()
        assert info.capabilities() == newest.capabilities()
        assert info.default_device() == newest.default_device()

    def test_devices_are_not_shared(self):
        info = namespace("2024.12").__array_namespace_info__()
        info.devices().clear()
        assert info.devices()


class TestDefaultDtypeBefore2023:
    """gh-744 of the standard: `sum`, `prod` and `linalg.trace` keep a floating dtype since 2023.12."""

    FLOATS = ("float16", "bfloat16", "float32", "float64", "complex64", "complex128")

    @staticmethod
    def results(found, x):
        return {"sum": found.sum(x), "prod": found.prod(x), "trace": found.linalg.trace(x)}

    @pytest.mark.parametrize("version", VERSIONS)
    @pytest.mark.parametrize("name", FLOATS)
    def test_floats(self, version, name):
        x = xp.eye(2, dtype=getattr(xp, name))
        wide = xp.complex128 if name.startswith("complex") else xp.float64
        for function, got in self.results(namespace(version), x).items():
            assert got.dtype == (wide if version in BEFORE_2023 else x.dtype), function

    @pytest.mark.parametrize("version", BEFORE_2023)
    @pytest.mark.parametrize("name", FLOATS)
    def test_a_default_of_smaller_range_leaves_the_dtype(self, version, name):
        found, x = namespace(version), xp.eye(2, dtype=getattr(xp, name))
        with xp.set_default_dtype(fp_dtype="pytorch"):
            for function, got in self.results(found, x).items():
                expected = "float32" if name in ("float16", "bfloat16") else name
                assert got.dtype.name == expected, function

    @pytest.mark.parametrize("version", VERSIONS)
    @cases("name", ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"])
    @pytest.mark.parametrize("integer", ["int32", "int64"])
    def test_integers_are_the_same_in_all(self, version, name, integer):
        x = xp.eye(2, dtype=getattr(xp, name))
        with xp.set_default_dtype(int_dtype=integer):
            for function, got in self.results(namespace(version), x).items():
                assert got.dtype == self.results(xp, x)[function].dtype, function

    @pytest.mark.parametrize("version", BEFORE_2023)
    def test_elements_are_cast_before_they_are_added(self, version):
        found = namespace(version)
        x = xp.full((2000,), 0.1, dtype=xp.float32)
        assert float(found.sum(x)) == np.sum(np.full(2000, 0.1, np.float32), dtype=np.float64)
        assert float(found.prod(xp.full((50,), 1e3, dtype=xp.float32))) == pytest.approx(1e150)
        assert float(found.linalg.trace(xp.full((2, 2), 3e38, dtype=xp.float32))) == pytest.approx(6e38)

    @pytest.mark.parametrize("version", OLD)
    def test_a_dtype_or_an_out_is_kept(self, version):
        found, x = namespace(version), xp.eye(2, dtype=xp.float32)
        assert found.sum(x, dtype=xp.float32).dtype == found.prod(x, dtype="float32").dtype == xp.float32
        assert found.linalg.trace(x, dtype=xp.complex64).dtype == xp.complex64
        out = xp.zeros((), dtype=xp.float32)
        assert found.sum(x, out=out) is out
        assert out == 2

    @pytest.mark.parametrize("version", VERSIONS)
    def test_options_reach_the_function(self, version):
        found, x = namespace(version), np.arange(12.0).reshape(3, 4) + 1
        options = {"axis": (0,), "keepdims": True, "initial": 5.0, "where": x > 2}
        for name in ("sum", "prod"):
            got = getattr(found, name)(xp.asarray(x), **options)
            assert np.array_equal(np.asarray(got), getattr(np, name)(x, **options))
        assert float(found.linalg.trace(xp.asarray(x), offset=1)) == np.trace(x, 1)
        assert found.sum([1.5, 2]) == 3.5


class TestAxesBefore2023:
    """gh-740 of the standard: `vecdot` and `linalg.cross` take negative axes only since 2023.12."""

    @pytest.mark.parametrize("version", BEFORE_2023)
    @pytest.mark.parametrize("shapes", [((2, 3), (3,)), ((3,), (2, 3)), ((4, 2, 3), (2, 3)), ((2, 3), (2, 3))])
    def test_axis_counts_in_the_broadcast_shape(self, version, shapes):
        found = namespace(version)
        x, y = (np.arange(1.0, 1 + np.prod(shape)).reshape(shape) for shape in shapes)
        last = max(x.ndim, y.ndim) - 1
        for axis in (last, -1):
            for function in (found.vecdot, found.linalg.vecdot):
                assert np.array_equal(np.asarray(function(xp.asarray(x), xp.asarray(y), axis=axis)), np.vecdot(x, y))
            got = found.linalg.cross(xp.asarray(x), xp.asarray(y), axis=axis)
            assert np.array_equal(np.asarray(got), np.cross(x, y))

    @pytest.mark.parametrize("version", BEFORE_2023)
    def test_another_axis(self, version):
        found = namespace(version)
        x, y = xp.asarray(np.arange(12.0).reshape(2, 3, 2)), xp.asarray(np.arange(6.0).reshape(3, 2))
        for function in (found.vecdot, found.linalg.cross):
            assert np.array_equal(np.asarray(function(x, y, axis=1)), np.asarray(function(x, y, axis=-2)))

    @pytest.mark.parametrize("version", BEFORE_2023)
    @pytest.mark.parametrize("axis", [2, 0, -2, -3])
    def test_an_invalid_axis_raises(self, version, axis):
        found = namespace(version)
        for function in (found.vecdot, found.linalg.cross):
            with pytest.raises(np.exceptions.AxisError):
                function(xp.ones((2, 3)), xp.ones(3), axis=axis)

    @pytest.mark.parametrize("version", BEFORE_2023)
    def test_options_reach_vecdot(self, version):
        found = namespace(version)
        x = xp.asarray([[1, 2], [3, 4]])
        assert found.vecdot(x, x).tolist() == [5, 25]
        assert found.vecdot(x, x, keepdims=True).tolist() == [[5], [25]]
        assert found.vecdot(x, x, axis=0, dtype=xp.float32).dtype == xp.float32
        assert found.vecdot(x, x, axes=[0, 0, ()]).tolist() == [10, 20]


@pytest.mark.compiled
class TestTraced:
    """Under `torch.compile` the namespace of a version is found and used without a break."""

    @pytest.mark.parametrize("version", VERSIONS)
    def test_compiled_fullgraph(self, version):
        def program(x):
            found = x.__array_namespace__(api_version=version)
            first, second = found.meshgrid(x, x)
            total = found.sum(first) + found.prod(second) + found.linalg.trace(second)
            return total + found.linalg.vecdot(x, x, axis=-1) * len(found.__array_namespace_info__().default_dtypes())

        x = xp.asarray([1.0, 2.0, 3.0], dtype=xp.float32)
        expected, got = program(x), torch.compile(program, fullgraph=True, backend="eager")(x)
        assert got.dtype == expected.dtype
        assert got == expected


class TestOfTheNextVersion:
    """`top_k`, merged for the version after 2025.12 (array-api#722), under its own name already."""

    def test_name_and_signature(self):
        parameters = inspect.signature(xp.top_k).parameters
        assert list(parameters)[:4] == ["x", "k", "axis", "mode"]
        assert [p.kind.name for p in parameters.values()][:4] == ["POSITIONAL_ONLY"] * 2 + ["KEYWORD_ONLY"] * 2
        assert "top_k" in xp.__all__
