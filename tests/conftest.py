"""What several folders of tests share: one browser for the whole run, the order of the tiers, and what is counted."""

from __future__ import annotations

import gc
import os
import shutil
import signal
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.levels import MEANING, ROOT, holds_up_to, level_of
from tests.rotation import Rotation
from tests.sample import VARIABLE, seed, told
from tests.shared import FAILED

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # As in a job that a script leaves in the background. Every kernel and worker would be as deaf as this process.
    signal.signal(signal.SIGINT, signal.default_int_handler)

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    told = "; ".join(f"{level}: {meaning}" for level, meaning in enumerate(MEANING))
    parser.addoption("--level", type=int, choices=range(len(MEANING)), help=f"only tests up to this level ({told})")
    several = "of each family of tests/rotation.py only a part, by the seed; N: a part N times smaller"
    parser.addoption("--rotate", type=int, nargs="?", const=1, metavar="N", help=several)


def pytest_configure(config: pytest.Config) -> None:
    os.environ.setdefault(VARIABLE, seed())  # the same in all processes, whatever is committed meanwhile
    if (times := config.getoption("rotate")) is not None:
        config.pluginmanager.register(Rotation(times))
    for level, meaning in enumerate(MEANING):
        config.addinivalue_line("markers", f"level{level}: {meaning}")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out what is above the level asked for, unread: what it imports may not be installed."""
    level = config.getoption("level")
    if level is None or not collection_path.is_relative_to(ROOT) or holds_up_to(collection_path, level):
        return None
    return True


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """With `--dist loadgroup`, the groups are those of the browser tests; any other way is left to pytest-xdist."""
    if config.getoption("dist") != "loadgroup":
        return None
    from tests.groups import Grouped  # late: the tests run without pytest-xdist, too

    return Grouped(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests come last: Playwright keeps an event loop running in the main thread, which others need free.

    Stories with a clock come before them: by then no browser runs beside them any more.
    """
    for item in items:
        is_browsers = item.get_closest_marker("browser") is not None
        item.add_marker(f"level{len(MEANING) - 1 if is_browsers else level_of(item.path)}")
    items.sort(key=lambda item: (item.get_closest_marker("browser") is not None, item.path.name == "test_cells.py"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    """Note of a test that a part of it has failed, for the fixtures that it leaves to other tests."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, Any, Any]:
    """Collect no garbage meanwhile: most of what is made stays, and looking through it takes a quarter of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """What is there before the first test stays: to look through it again and again takes a sixth of all time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how much of the pool was checked, and by what."""
    reports = [report for found in terminalreporter.stats.values() for report in found]
    counts = Counter[str]()
    for report in reports:
        if getattr(report, "when", "") == "call" and "test_pool.py::" in report.nodeid:
            counts.update(dict(report.user_properties))
    if counts["checks"]:
        terminalreporter.section("pool of programs")
        terminalreporter.write_line(
            f"{counts['programs']} programs, {counts['checks']} checks; NumPy ran {counts['by NumPy']} compiled calls,"
            f" XLA all of {counts['by XLA']} programs, and {counts['left to XLA']} calls of others"
        )
        terminalreporter.write_line(told())


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium under Playwright; nothing is ever downloaded."""
    from playwright.sync_api import sync_playwright

    path = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    if path is None:
        pytest.fail('Chromium is not installed: run ./test, or leave these tests out with -m "not browser"')
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=list(CHROMIUM_FLAGS))
        yield chromium
        chromium.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A fresh profile in which only this machine can be reached; the test fails if a page tried anything else."""
    from tests.network import OfflineWatch

    with OfflineWatch(browser.new_context(viewport={"width": 1400, "height": 1000})) as watch:
        yield watch.context
    assert watch.refused == [], "requests to other hosts"
