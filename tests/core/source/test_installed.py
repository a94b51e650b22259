"""Whose code a file is does not depend on how a package was installed: one fresh Python for each way.

Each way builds a small installation of links to the packages that run this test, with the user's own module beside it,
and a fresh interpreter converts, compares and reports whose each file is.
"""

from __future__ import annotations

import gc
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import types
import venv
import weakref
from collections.abc import Callable, Mapping
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from nbgraph.core.source import installed, ownership

ROOT = Path(__file__).parents[3]
SITE = Path(np.__file__).parents[1]
BASE = str(getattr(sys, "_base_executable", sys.executable))
VERSION = f"python{sys.version_info.major}.{sys.version_info.minor}"

LESSON = """
class Step:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return self.value == other.value

    def next(self):
        return Step(self.value // 2 if self.value % 2 == 0 else 3 * self.value + 1)


def collatz(a):
    counter, here = 0, Step(a)
    while not here == Step(1):
        here = here.next()
        counter = counter + 1
    return counter
"""
PROGRAM = """
import json
import cloudpickle, jax, ml_dtypes, numpy
import lesson
import nbgraph as ng
from nbgraph.core.source.ownership import is_user_class, is_user_file

report = ng.compare(lesson.collatz, 27)
modules = [cloudpickle, jax, ml_dtypes, numpy, json, lesson]
print(json.dumps({
    "result": int(ng.function(lesson.collatz)(27)),
    "same": report.verdict.equal,
    "numpy": numpy.__file__,
    "users": [module.__name__ for module in modules if is_user_file(module.__file__)],
    "classes": [cls.__name__ for cls in (numpy.dtype, jax.Array, json.JSONEncoder, lesson.Step) if is_user_class(cls)],
}))
"""


class Installation(NamedTuple):
    """An interpreter, what its environment adds, and the folder that it must find NumPy in."""

    python: str
    environment: Mapping[str, str]
    packages: Path


def linked(folder: Path) -> Path:
    """A folder with links to the installed packages, their records included."""
    folder.mkdir(parents=True)
    for path in SITE.iterdir():
        if path.suffix != ".pth":
            (folder / path.name).symlink_to(path)
    return folder


def user_site(base: Path) -> Installation:
    folder = sysconfig.get_path("purelib", f"{os.name}_user", {"userbase": str(base / "user")})
    return Installation(BASE, {"PYTHONUSERBASE": str(base / "user")}, linked(Path(folder)))


def path_file(base: Path) -> Installation:
    venv.create(base / "env", symlinks=True)
    folder = base / "env" / "lib" / VERSION / "site-packages"
    (folder / "more.pth").write_text(f"{SITE}\n")
    return Installation(str(base / "env" / "bin" / "python"), {}, SITE)


def system_packages(base: Path) -> Installation:
    """A virtual environment on top of a Python that has the packages: a copy of this one with links to its library."""
    real, system = Path(BASE).resolve(), base / "system"
    library = system / "lib" / VERSION
    library.mkdir(parents=True)
    for path in Path(os.__file__).parent.iterdir():
        if path.name != "site-packages":
            (library / path.name).symlink_to(path)
    for path in real.parents[1].joinpath("lib").glob("libpython*"):
        (system / "lib" / path.name).symlink_to(path)
    (system / "bin").mkdir()
    shutil.copy2(real, system / "bin" / VERSION)
    create = [str(system / "bin" / VERSION), "-m", "venv", "--without-pip", "--system-site-packages"]
    subprocess.run([*create, str(base / "env")], check=True, timeout=60)
    packages = linked(system / "share" / "dist-packages")
    (library / "site-packages").mkdir()
    (library / "site-packages" / "more.pth").write_text(f"{packages}\n")
    return Installation(str(base / "env" / "bin" / "python"), {}, packages)


def debian(base: Path) -> Installation:
    folder = linked(base / "usr" / "lib" / "python3" / "dist-packages")
    return Installation(BASE, {"PYTHONPATH": str(folder)}, folder)


def search_path(base: Path) -> Installation:
    return Installation(BASE, {"PYTHONPATH": str(SITE)}, SITE)


def target(base: Path) -> Installation:
    """`pip install --target .`, as AWS Lambda wants it: the user's own module lies among the packages."""
    folder = linked(base / "packages")
    (folder / "lesson.py").write_text(LESSON)
    return Installation(BASE, {"PYTHONPATH": str(folder)}, folder)


def under_development(base: Path) -> Installation:
    """The user's module is an editable installation, its project has `.venv` below it and is a folder of imports."""
    folder = linked(base / ".venv" / "lib" / VERSION / "site-packages")
    editable(folder, base, ["lesson.pth"])
    return Installation(BASE, {"PYTHONPATH": f"{folder}{os.pathsep}{base}"}, folder)


def link_to_project(base: Path) -> Installation:
    """What `flit install --symlink` does: a link in the site directory, and its record says that it is editable."""
    folder = linked(base / "site-packages")
    (base / "project").mkdir()
    (base / "project" / "lesson.py").write_text(LESSON)
    (folder / "lesson.py").symlink_to(base / "project" / "lesson.py")
    (base / "lesson.py").unlink()
    editable(folder, base / "project", ["lesson.py"])
    return Installation(BASE, {"PYTHONPATH": str(folder)}, folder)


def without_records(base: Path) -> Installation:
    """NumPy and JAX as their own developers have them: folders on the path, and no records."""
    folder = linked(base / "checkouts")
    for path in folder.glob("*.dist-info"):
        if not path.name.startswith("cloudpickle"):
            path.unlink()
    return Installation(BASE, {"PYTHONPATH": str(folder)}, folder)


def editable(folder: Path, project: Path, files: list[str]) -> None:
    """The records of an editable installation (PEP 610)."""
    info = folder / "lesson-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: lesson\nVersion: 1.0\n")
    (info / "RECORD").write_text("".join(f"{name},,\n" for name in [*files, "lesson-1.0.dist-info/RECORD"]))
    (info / "direct_url.json").write_text(json.dumps({"url": project.as_uri(), "dir_info": {"editable": True}}))


WAYS = [
    user_site,
    path_file,
    system_packages,
    debian,
    search_path,
    target,
    under_development,
    link_to_project,
    without_records,
]


@pytest.mark.parametrize("installation_in", WAYS, ids=lambda way: way.__name__)
def test_packages_are_libraries_wherever_they_are_installed(
    installation_in: Callable[[Path], Installation], tmp_path: Path
) -> None:
    (tmp_path / "lesson.py").write_text(LESSON)
    found = fresh(installation_in(tmp_path), tmp_path)
    expected: dict[str, Any] = {"result": 111, "same": True, "users": ["lesson"], "classes": ["Step"]}
    assert found == expected


def fresh(installation: Installation, folder: Path) -> dict[str, Any]:
    """What the program prints under an installation, with the user's folder as the working directory."""
    path = os.pathsep.join(filter(None, (installation.environment.get("PYTHONPATH"), str(ROOT))))
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    environment = {**kept, **installation.environment, "PYTHONPATH": path}
    run = subprocess.run(
        [installation.python, "-c", PROGRAM], env=environment, cwd=folder, capture_output=True, text=True, timeout=120
    )
    assert run.returncode == 0, run.stderr
    found: dict[str, Any] = json.loads(run.stdout)
    assert Path(found.pop("numpy")).is_relative_to(installation.packages)
    return found


def test_a_folder_that_is_added_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`sys.path` and what is installed change while a notebook runs; a folder once imported from is remembered."""
    module, lesson = tmp_path / "helper_of_others.py", tmp_path / "own_helper.py"
    for path in (module, lesson):
        path.write_text("x = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert ownership.is_user_file(str(module))
    info = tmp_path / "helper_of_others-1.0.dist-info"
    info.mkdir()
    (info / "RECORD").write_text("helper_of_others.py,,\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), "/nowhere", *sys.path[1:]])
    assert not ownership.is_user_file(str(module))
    assert ownership.is_user_file(str(lesson))
    __import__("helper_of_others")
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path != str(tmp_path)])
    assert not ownership.is_user_file(str(module))
    monkeypatch.delitem(sys.modules, "helper_of_others")


def test_types_written_in_c_are_never_the_users(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even where their module counts as the user's: nobody may exchange their methods."""
    monkeypatch.setattr(ownership, "_answers", {})
    monkeypatch.setattr(sys.modules["numpy"], "__file__", str(tmp_path / "numpy.py"))
    assert not ownership.is_user_class(np.dtype)


def test_a_class_of_the_users_that_was_compiled_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name for Cython's frames took the place of that for compiled modules: their classes counted as Python's."""
    compiled = types.ModuleType("compiled_lesson")
    compiled.__file__ = str(tmp_path / f"compiled_lesson{EXTENSION_SUFFIXES[0]}")
    monkeypatch.setitem(sys.modules, "compiled_lesson", compiled)
    assert not ownership.is_user_class(type("Step", (), {"__module__": "compiled_lesson"}))


def test_a_class_that_was_asked_about_is_not_kept() -> None:
    """A cell that defines a class may run a thousand times."""

    class Unhashable(type):
        def __eq__(cls, other: object) -> bool:
            raise AssertionError

    born: list[weakref.ref[type]] = []
    for _ in range(3):
        cls = Unhashable("Cell", (), {"f": lambda self: self})
        assert ownership.is_user_class(cls)
        born.append(weakref.ref(cls))
    del cls
    gc.collect()
    assert [each() for each in born] == [None] * 3


def test_many_distributions_cost_little(tmp_path: Path) -> None:
    """The records of a site directory are not read, however many there are; those of another folder once."""
    site = tmp_path / "site-packages"
    for number in range(500):
        info = site / f"package{number}-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "RECORD").write_text(f"package{number}/__init__.py,,\n" * 20)
    before = installed._recorded.cache_info().misses
    assert all(installed.is_library_file(str(site / f"package{number}" / "__init__.py")) for number in range(500))
    assert installed._recorded.cache_info().misses == before
