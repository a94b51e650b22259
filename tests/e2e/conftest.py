"""Servers for the end-to-end tests: each front end once, started when first needed."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.e2e.jupyter_server import WITHOUT_KERNELS, JupyterServer, jupyter_server

ARTIFACTS = Path(__file__).parents[2] / ".artifacts"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Of a failed test, keep a picture of every open page in .artifacts/."""
    report = yield
    fixtures = getattr(item, "funcargs", {})
    if report.when == "call" and report.failed and "browser" in fixtures:
        ARTIFACTS.mkdir(exist_ok=True)
        pages: list[Page] = [page for context in fixtures["browser"].contexts for page in context.pages]
        for number, page in enumerate(pages):
            page.screenshot(path=ARTIFACTS / f"{item.name.replace('/', '_')}-{number}.png")
    return report


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
