"""Servers for the end-to-end tests: each front end once, started when first needed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.jupyter_server import WITHOUT_KERNELS, JupyterServer, jupyter_server


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Settings, trust database and run-time files of all servers; none of the user's own are read or written."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the servers show."""
    return tmp_path_factory.mktemp("notebooks")


@pytest.fixture(scope="session")
def lab(home: Path, folder: Path) -> Iterator[JupyterServer]:
    """JupyterLab 4."""
    with jupyter_server("lab", home, folder) as server:
        yield server


@pytest.fixture(scope="session")
def classic(home: Path, folder: Path) -> Iterator[JupyterServer]:
    """Notebook 7."""
    with jupyter_server("notebook", home, folder) as server:
        yield server


@pytest.fixture(scope="session")
def lab_without_kernels(home: Path, folder: Path) -> Iterator[JupyterServer]:
    """JupyterLab on the same notebooks and the same trust, in which no kernel can be started."""
    with jupyter_server("lab", home, folder, *WITHOUT_KERNELS) as server:
        yield server
