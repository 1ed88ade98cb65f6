"""What every test shares: which package is under test, and how Hypothesis runs."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import numpy as np
import pytest
import torch
from support import lanes
from support.progress import Progress
from support.versions import FIRST_COMPILED, TORCH, expected_here, skip_compilation, skip_if_numpy_lacks

CHECKOUT = Path(__file__).resolve().parent.parent

# Derandomized by default: a failure in a pull request is the pull request's. "long" is for a scheduled run.
hypothesis.settings.register_profile(
    "default",
    deadline=None,
    derandomize=True,
    max_examples=25,
    database=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow, hypothesis.HealthCheck.data_too_large],
)
hypothesis.settings.register_profile(
    "long", parent=hypothesis.settings.get_profile("default"), derandomize=False, max_examples=1000, print_blob=True
)
hypothesis.settings.register_profile("short", parent=hypothesis.settings.get_profile("default"), max_examples=15)

if TORCH < FIRST_COMPILED:
    torch.compile = torch.export.export = skip_compilation


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that run the tests on a GPU, and a part of them."""
    parser.addoption("--device", help="torch's default device, such as cuda, on which the tests make arrays")
    parser.addoption(
        "--lane", choices=lanes.LANES, default="full", help="the tests to run: of the lane for people, the rest, or all"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Choose the number of hypothesis' examples, show progress, check the mark of compiled tests, use the device."""
    profile = "short" if config.getoption("--lane") == "default" else "default"
    hypothesis.settings.load_profile(os.environ.get("XP_TORCH_HYPOTHESIS_PROFILE", profile))
    config.pluginmanager.register(lanes)
    if config.getoption("numprocesses", None) and config.getoption("verbose") <= 0:
        config.pluginmanager.register(Progress())
    if device := config.getoption("--device"):
        use_device(device)


def use_device(device: str) -> None:
    """Make the given device torch's default, and let the tests compare arrays on it with NumPy's.

    NumPy asks for an array's memory before it calls ``__array__``.
    """
    try:
        torch.empty(0, device=device)
    except (RuntimeError, AssertionError) as error:
        raise pytest.UsageError(f"--device {device}: {error}") from None
    torch.set_default_device(device)
    import xp_torch

    def on_the_host(self: Any, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return to_numpy(self.to_device("cpu"), dtype, copy=copy)

    def tensor_on_the_host(self: Any, dtype: Any = None) -> np.ndarray:
        return tensor_to_numpy(self.cpu(), dtype)

    to_numpy, xp_torch.ndarray.__array__ = xp_torch.ndarray.__array__, on_the_host
    tensor_to_numpy, torch.Tensor.__array__ = torch.Tensor.__array__, tensor_on_the_host
    for name in {"__array_struct__", "__array_interface__", "__buffer__"} & vars(xp_torch.ndarray).keys():
        delattr(xp_torch.ndarray, name)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Under tox the package under test is the installed wheel, or nothing is tested."""
    if os.environ.get("XP_TORCH_TESTED") == "wheel":
        import xp_torch

        location = Path(xp_torch.__file__).resolve()
        if location.is_relative_to(CHECKOUT) and ".tox" not in location.parts:
            pytest.exit(f"the tests run on the installed wheel, but xp_torch came from {location}", returncode=4)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip what holds on the CPU only; expect failures where the installed NumPy or torch has other rules."""
    for item in items:
        parameters = item.callspec.params if hasattr(item, "callspec") else {}
        if mark := expected_here(item.iter_markers(), parameters):
            item.add_marker(mark)
    lanes.select(config, items)


def pytest_collection_finish() -> None:
    """Leave the tests, which stay until the end, out of each garbage collection."""
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call() -> Iterator[None]:
    """Skip tests of functions that an older NumPy lacks."""
    try:
        return (yield)
    except AttributeError as error:
        skip_if_numpy_lacks(error)
        raise


@pytest.fixture
def fresh_dynamo() -> Iterator[None]:
    """Forget what Dynamo compiled before the test, and what it compiles in it."""
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


@pytest.fixture(scope="session")
def device(pytestconfig: pytest.Config) -> str:
    """The device of the option ``--device``."""
    return pytestconfig.getoption("--device") or "cpu"


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The root of the source tree."""
    return CHECKOUT
