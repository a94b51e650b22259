"""Tell which files belong to Python and installed packages, and which of the user's files hide a library."""

from __future__ import annotations

import contextlib
import csv
import functools
import json
import os
import sys
import sysconfig
from collections.abc import Collection, Iterator
from importlib import metadata
from importlib.machinery import EXTENSION_SUFFIXES, PathFinder
from typing import Any

from nbgraph.core.errors import NbgraphError

_SITE = ("site-packages", "dist-packages")  # whatever lies in a directory of that name was installed there
_CODE = (".py", *EXTENSION_SUFFIXES)
FOUNDATION = ("jax", "jaxlib", "numpy", "scipy", "ml_dtypes", "opt_einsum", "IPython", "ipykernel")


def is_library_file(path: str) -> bool:
    """Return whether a file belongs to the standard library or an installed package; an editable one is the user's.

    Where Python imports from now may decide, so an answer is kept for one `sys.path` only.

    >>> is_library_file("lesson.py"), is_library_file(os.__file__)
    (False, True)
    """
    return _is_library_file(path, tuple(sys.path))


@functools.lru_cache(maxsize=4096)
def _is_library_file(file: str, sys_path: tuple[str, ...]) -> bool:
    if _is_library_folder(os.path.dirname(file), sys_path):
        return True
    path = normal(file)
    for folder in _parents(path):
        if _is_site(folder):
            return not _is_linked(folder, path)
        if _inside(folder, path) in _recorded(folder, _changed(folder), editable=False):
            return True
    return path.startswith(_standard_folders())


@functools.lru_cache(maxsize=1024)
def _is_library_folder(folder: str, _sys_path: tuple[str, ...]) -> bool:
    """Return whether all files in a folder are a library's; cached, since a thousand modules are in a
    hundred folders.
    """
    path = os.path.join(normal(folder), "")
    files = tuple([getattr(sys.modules.get(name), "__file__", None) for name in FOUNDATION])
    if path.startswith(_foundation_folders(files)):
        return True
    site = next(filter(_is_site, _parents(path)), None)
    if site is None:
        return path.startswith(_standard_folders())
    return os.path.join(site, "") != path and not _is_linked(site, path)


def normal(path: str) -> str:
    """Return a path for comparison: absolute, and in lower case where the system ignores case.

    In a working directory that was deleted a relative path is unchanged.
    """
    with contextlib.suppress(OSError):
        path = os.path.abspath(path)
    return os.path.normcase(path)


def _parents(path: str) -> Iterator[str]:
    roots = _roots(tuple(sys.path), len(sys.path_importer_cache))
    while (folder := os.path.dirname(path)) != path:
        path = folder
        if folder in roots or _is_site(folder):
            yield folder


def _is_site(folder: str) -> bool:
    return os.path.basename(folder) in _SITE or folder in _site_folders()


def _is_linked(folder: str, path: str) -> bool:
    """Return whether a file in a site directory is under development: `flit install --symlink` puts a link there."""
    top = _inside(folder, path).partition("/")[0]
    is_link = os.path.islink(os.path.join(folder, top))
    return is_link and top in _recorded(folder, _changed(folder), editable=True)


def _inside(folder: str, path: str) -> str:
    return os.path.relpath(path, folder).replace(os.sep, "/")


def _changed(folder: str) -> int:
    try:
        return os.stat(folder).st_mtime_ns
    except OSError:
        return 0


@functools.lru_cache(maxsize=64)
def _recorded(folder: str, _changed_at: int, editable: bool) -> frozenset[str]:
    """Return the code files that the distributions in a folder have installed, as their RECORD lists them.

    Args:
        _changed_at: when it changed last, as something may be installed at any time.
        editable: list what editable installations have put there, links to folders included, or all others.
    """
    found: set[str] = set()
    for distribution in metadata.distributions(path=[folder]):
        if _is_editable(distribution) == editable:
            record = distribution.read_text("RECORD") or ""
            found.update(row[0] for row in csv.reader(record.splitlines()) if row)
    return frozenset(os.path.normcase(file).replace(os.sep, "/") for file in found if editable or file.endswith(_CODE))


def _is_editable(distribution: metadata.Distribution) -> bool:
    """Return whether a distribution was installed by `pip install -e`, by PEP 610."""
    try:
        origin = json.loads(distribution.read_text("direct_url.json") or "{}")
        return origin["dir_info"]["editable"] is True
    except (ValueError, KeyError, TypeError):
        return False


@functools.lru_cache(maxsize=1)
def _roots(sys_path: tuple[str, ...], _known: int) -> frozenset[str]:
    used = (getattr(finder, "path", entry) for entry, finder in list(sys.path_importer_cache.items()))
    return frozenset(normal(path) for path in (*sys_path, *used) if isinstance(path, str))


@functools.cache
def _site_folders() -> frozenset[str]:
    """Return the folders that the running Python installs into."""
    return frozenset(normal(sysconfig.get_path(name)) for name in ("purelib", "platlib"))


@functools.cache
def _standard_folders() -> tuple[str, ...]:
    folders = (sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib"), os.path.dirname(os.__file__))
    return tuple(normal(folder) + os.sep for folder in folders)


@functools.lru_cache(maxsize=4)
def _foundation_folders(files: tuple[Any, ...]) -> tuple[str, ...]:
    """Return the folders of the packages that nbgraph depends on, which are libraries even if they are editable."""
    packages = (file for file in files if isinstance(file, str) and os.path.basename(file) == "__init__.py")
    return tuple(normal(os.path.dirname(file)) + os.sep for file in packages)


class HiddenLibraryError(NbgraphError):
    """A file in the notebook's folder has the name of a library, and Python imports the file instead.

    Rename the file and restart the kernel.
    """

    id = "hidden-library"


def hidden_library(names: Collection[str] = FOUNDATION) -> HiddenLibraryError | None:
    """Return the error for the first library in `names` that Python imports from a file of the user's; or None."""
    for name in names:
        known = sys.modules.get(name)
        spec = PathFinder.find_spec(name) if known is None else getattr(known, "__spec__", None)
        file = getattr(spec, "origin", None)
        if not isinstance(file, str) or not file.endswith(".py") or os.path.basename(file) == "__init__.py":
            continue  # a package of that name is the library itself, which somebody develops
        if not is_library_file(file):
            return HiddenLibraryError(
                f"Python imports the file {os.path.basename(file)} in the notebook's folder for the library `{name}`",
                remedy="another name for that file; then restart the kernel",
            )
    return None
