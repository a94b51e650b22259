"""Servers for the end-to-end tests: each front end once, started and loaded into a page when first needed."""

from __future__ import annotations

import shutil
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page

from tests.e2e.jupyter_server import WITHOUT_KERNELS, JupyterServer, jupyter_server
from tests.e2e.lesson import lesson
from tests.e2e.notebook_page import NotebookPage
from tests.network import OfflineWatch

if TYPE_CHECKING:
    from playwright.sync_api import Browser

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


@contextmanager
def own_page(browser: Browser) -> Iterator[OfflineWatch]:
    """A window with one page, in which notebooks are opened one after another."""
    with OfflineWatch(browser.new_context(viewport={"width": 1400, "height": 1000})) as watch:
        watch.context.new_page()
        yield watch


def of_this_test(watch: OfflineWatch) -> Iterator[Page]:
    """Its page; the test fails if the page asked another host for anything meanwhile."""
    yield watch.context.pages[0]
    refused, watch.refused[:] = list(watch.refused), []
    assert refused == [], "requests to other hosts"


@pytest.fixture(scope="session")
def lab_window(browser: Browser) -> Iterator[OfflineWatch]:
    with own_page(browser) as watch:
        yield watch


@pytest.fixture(scope="session")
def classic_window(browser: Browser) -> Iterator[OfflineWatch]:
    with own_page(browser) as watch:
        yield watch


@pytest.fixture(scope="session")
def bare_window(browser: Browser) -> Iterator[OfflineWatch]:
    with own_page(browser) as watch:
        yield watch


@pytest.fixture
def lab_page(lab_window: OfflineWatch) -> Iterator[Page]:
    """The page of JupyterLab."""
    yield from of_this_test(lab_window)


@pytest.fixture
def bare_page(bare_window: OfflineWatch) -> Iterator[Page]:
    """The page of the JupyterLab in which no kernel can be started."""
    yield from of_this_test(bare_window)


def taught(server: JupyterServer, watch: OfflineWatch) -> NotebookPage:
    """The first notebook in a front end after Run All, saved as it is then."""
    path = lesson(server.folder / f"{server.kind}.ipynb")
    notebook = NotebookPage.open(watch.context.pages[0], server, path.name)
    notebook.run_all()
    assert notebook.errors() == []
    notebook.save()
    return notebook


@pytest.fixture(scope="session")
def lesson_in_lab(lab: JupyterServer, lab_window: OfflineWatch) -> NotebookPage:
    """The first notebook in JupyterLab, as long as no other is opened there; its file is `saved`."""
    notebook = taught(lab, lab_window)
    shutil.copy(lab.folder / "lab.ipynb", lab.folder / "saved.ipynb")
    return notebook


@pytest.fixture(scope="session")
def lesson_in_classic(classic: JupyterServer, classic_window: OfflineWatch) -> NotebookPage:
    """The first notebook in Notebook 7."""
    return taught(classic, classic_window)


@pytest.fixture(scope="session")
def saved(lesson_in_lab: NotebookPage, folder: Path) -> Path:
    """The first notebook as JupyterLab saved it after Run All."""
    return folder / "saved.ipynb"


@pytest.fixture(params=["lab", "classic"], scope="module")
def which(request: pytest.FixtureRequest) -> str:
    """The front end."""
    front_end: str = request.param
    return front_end


@pytest.fixture
def notebook(which: str, request: pytest.FixtureRequest) -> Iterator[NotebookPage]:
    """The first notebook in each front end, where every test leaves it as it was."""
    notebook: NotebookPage = request.getfixturevalue(f"lesson_in_{which}")
    for _ in of_this_test(request.getfixturevalue(f"{which}_window")):
        yield notebook
