"""Processes that the tests of distributed arrays share."""

import pytest
from support.processes import Processes

#: Seconds that a call may take, also on a busy machine.
_PATIENCE = 120


@pytest.fixture(scope="session")
def processes():
    """Two processes joined by gloo: ``processes.run(function, *arguments)`` returns the values by rank."""
    pool = Processes(2, _PATIENCE)
    yield pool
    pool.close()


@pytest.fixture(scope="session")
def four():
    """Four processes, for meshes of two dimensions."""
    pool = Processes(4, _PATIENCE)
    yield pool
    pool.close()


@pytest.fixture(scope="session")
def alone():
    """One process, which computes with whole arrays."""
    pool = Processes(1, _PATIENCE)
    yield pool
    pool.close()


@pytest.fixture(scope="session")
def one_of_many():
    """Process 512 of 1,024, the others of which do not exist, for counting bytes: what it receives is arbitrary."""
    pool = Processes(1, _PATIENCE, fake=1024)
    yield pool
    pool.close()
