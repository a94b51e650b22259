"""Shorten absolute paths of the user's machine in texts that are passed on: "…/" replaces their folders."""

from __future__ import annotations

import functools
import os
import re
import site
import sys
import sysconfig
import tempfile
from collections.abc import Callable

from nbgraph.core.errors import cell_name

_WARNING = re.compile(r"^(\S.*?)(?=:\d+: \w*Warning: )", re.MULTILINE)
_PARTS = r"(?:[\\/]+[^\s'\"<>:,;()\\/]+)*[\\/]*(?![\w-])"


def shortening(shown: str = "", *, aligned: bool = False) -> Callable[[str], str]:
    """Return a function that cuts absolute paths below a folder of this machine's to their last part, after "…/".

    Args:
        shown: the user's cells: a path that stands there stays as it is.
        aligned: whether every other character keeps its column.

    >>> here = os.path.join(os.getcwd(), "data", "prices.csv")
    >>> shortening()(f"no file '{here}'"), shortening(f"read('{here}')")(here) == here
    ("no file '…/prices.csv'", True)
    >>> len(shortening(aligned=True)(here)) == len(here)
    True
    >>> shortening()("half of 1/2/3, /etc/hosts")
    'half of 1/2/3, /etc/hosts'
    """
    folders = _folders(_working_directory(), os.path.expanduser("~"), tuple(sys.path))
    path = _below(folders)

    def cut(found: re.Match[str]) -> str:
        whole = found[0]
        if whole in shown:
            return whole
        short = "/" if whole in folders else "/" + re.split(r"[\\/]", whole.rstrip("\\/"))[-1]
        return "…" * (len(whole) - len(short) if aligned else 1) + short

    return lambda text: path.sub(cut, text) if "/" in text or "\\" in text else text


def short_warning(text: str) -> str:
    """Return what Python prints of a warning, without the path of its file.

    >>> short_warning(os.path.abspath("lesson.py") + ":3: UserWarning: no /etc/hosts")
    '…/lesson.py:3: UserWarning: no /etc/hosts'
    """
    return _WARNING.sub(lambda found: cell_name(found[0]) or shortening()(found[0]), text)


def _working_directory() -> str:
    try:
        return os.getcwd()
    except OSError:  # it was deleted
        return ""


@functools.lru_cache(maxsize=8)
def _folders(working_directory: str, home: str, imported: tuple[str, ...]) -> tuple[str, ...]:
    """Return the folders that reveal the user's machine and its layout, the longest first."""
    installed = (sysconfig.get_path(name) for name in ("purelib", "platlib", "stdlib"))
    own = (working_directory, home, tempfile.gettempdir(), site.getusersitepackages(), sys.prefix, sys.base_prefix)
    absolute = {folder.rstrip("\\/") for folder in (*own, *installed, *imported) if os.path.isabs(folder)}
    return tuple(sorted((folder for folder in absolute if folder), key=len, reverse=True))


@functools.lru_cache(maxsize=8)
def _below(folders: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.~…/\\])(?:{'|'.join(map(re.escape, folders))}){_PARTS}")
