"""Files of the user's that hide a library: `numpy.py` in the folder that Python looks into first."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection
from importlib.machinery import PathFinder

from nbgraph.core.errors import NbgraphError
from nbgraph.core.source.installed import FOUNDATION, is_library_file


class HiddenLibraryError(NbgraphError):
    """A library cannot be imported, because Python takes a file of the user's for it."""

    id = "hidden-library"


def hidden_library(names: Collection[str] = FOUNDATION) -> HiddenLibraryError | None:
    """The error for the first library among `names` that Python has imported, or would, from a file of the user's."""
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
