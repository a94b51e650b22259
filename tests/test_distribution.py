"""The wheel and the source archive: what is in them, and that the library works where nothing else is installed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import zipfile
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
BASE = str(getattr(sys, "_base_executable", sys.executable))
OF_NOTEBOOKS = {"ipykernel", "ipython", "ipywidgets", "anywidget", "rich"}

PROGRAM = """
import json, sys
import nbgraph as ng

HEAVY = {"jax", "numpy", "IPython", "ipywidgets", "anywidget", "traitlets"}
light = sorted(HEAVY & set(sys.modules))

import lesson
try:
    ng.interact(lesson.collatz, 27)
except ModuleNotFoundError as error:
    missing = str(error)
print(json.dumps({
    "light": light,
    "file": ng.__file__,
    "result": int(ng.function(lesson.collatz)(27)),
    "same": ng.compare(lesson.collatz, 27).verdict.equal,
    "page": ng.show(lesson.collatz, 27).to_html()[:15],
    "missing": missing,
    "hosts": sorted((HEAVY - {"jax", "numpy"}) & set(sys.modules)),
}))
"""
LESSON = """
def collatz(a):
    counter = 0
    while a != 1:
        a = a // 2 if a % 2 == 0 else 3 * a + 1
        counter += 1
    return counter
"""


def build(source: Path, target: str, folder: Path) -> Path:
    """A distribution of a source tree, made as a package index would get it."""
    before = set(folder.iterdir())
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True, timeout=120)
    (made,) = set(folder.iterdir()) - before
    return made


def needed(
    requirements: list[str], extra: str = "", found: dict[str, Distribution] | None = None
) -> list[Distribution]:
    """The installed packages that requirements ask for, and those that these ask for."""
    found = {} if found is None else found
    for each in map(Requirement, requirements):
        name = each.name.lower()
        if each.marker is not None and not each.marker.evaluate({"extra": extra}):
            continue
        for part in ("", *each.extras):
            if f"{name}[{part}]" not in found:
                package = found[f"{name}[{part}]"] = distribution(name)
                needed(package.requires or [], part, found)
    return list({package.metadata["Name"]: package for package in found.values()}.values())


def link(packages: list[Distribution], folder: Path) -> None:
    """Put links to all that belongs to some packages into a folder."""
    for package in packages:
        for top in {file.parts[0] for file in package.files or () if file.parts[0] not in ("..", "__pycache__")}:
            place = folder / top
            if not place.exists():
                place.symlink_to(Path(str(package.locate_file(top))))


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, "sdist", tmp_path_factory.mktemp("archive"))


@pytest.fixture(scope="module")
def wheel(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that is made of the source archive, not of this folder."""
    source = tmp_path_factory.mktemp("source")
    subprocess.run(["tar", "-xzf", str(archive), "-C", str(source)], check=True, timeout=60)
    (top,) = source.iterdir()
    return build(top, "wheel", tmp_path_factory.mktemp("wheel"))


def test_the_wheel_holds_the_package_and_the_license(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    files = {path.relative_to(ROOT).as_posix() for path in (ROOT / "nbgraph").rglob("*") if path.is_file()}
    assert {name for name in names if name.startswith("nbgraph/")} >= {
        file for file in files if "__pycache__" not in file
    }
    assert {name.split("/")[0].split("-")[0] for name in names} == {"nbgraph"}
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_the_archive_holds_what_the_tests_need(archive: Path) -> None:
    with tarfile.open(archive) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    assert {"LICENSE", "README.md", "test", "scripts/setup.sh", "tests/test_architecture.py"} <= names


def test_the_library_works_without_what_notebooks_need(wheel: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(site)
    requirements = Distribution.at(next(site.glob("*.dist-info"))).requires or []
    packages = needed(requirements)
    assert {package.metadata["Name"].lower() for package in packages} & OF_NOTEBOOKS == set()
    assert {
        Requirement(each).name for each in requirements if 'extra == "notebook"' in each.replace("'", '"')
    } == OF_NOTEBOOKS
    link(packages, site)
    (site / "lesson.py").write_text(LESSON)
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "PYTHONPATH": str(site), "JAX_PLATFORMS": "cpu"}
    done = subprocess.run(
        [BASE, "-S", "-c", PROGRAM], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert Path(found["file"]).is_relative_to(site)
    assert (found["light"], found["hosts"], found["result"], found["same"]) == ([], [], 111, True)
    assert found["page"].lower() == "<!doctype html>"
    assert "nbgraph[notebook]" in found["missing"]
