"""Show errors in a notebook: located, compact, and without nbgraph's own frames."""

from __future__ import annotations

import functools
import os
import re
from types import TracebackType
from typing import TYPE_CHECKING

from nbgraph.core.errors import NbgraphError, use_cell_names, with_frames_of

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

_HOOK = "_render_traceback_"
_OURS = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_LINE_FILE = re.compile(r"<ipython-input-(\d+)-autograph(?:-\d+)?>$")


def install(shell: InteractiveShell) -> None:
    """Let IPython show nbgraph's errors as one compact text, and name cells as IPython does."""
    setattr(NbgraphError, _HOOK, render_error)
    use_cell_names(functools.partial(cell_name, shell=shell))


def uninstall() -> None:
    """Let IPython show nbgraph's errors as any other."""
    if _HOOK in vars(NbgraphError):
        delattr(NbgraphError, _HOOK)
    use_cell_names(None)


def render_error(error: NbgraphError) -> list[str]:
    """Return the error's text as lines, the form in which IPython asks an exception for it."""
    return f"{type(error).__name__}: {error}".split("\n")


def cell_name(file: str, shell: InteractiveShell) -> str | None:
    """Return `Cell In[3]` for the name a cell was compiled under; None for anything else."""
    own = _LINE_FILE.match(file)
    if own:
        return f"Cell In[{own[1]}]"
    label = shell.compile.format_code_name(file)
    return None if label is None else " ".join(label)


def has_user_frame(traceback: TracebackType | None) -> bool:
    """Return whether an exception passed through code of neither nbgraph nor an installed package."""
    return with_frames_of(traceback, _is_users) is not None


def _is_users(file: str) -> bool:
    from nbgraph.core.source.installed import is_library_file  # late: loading imports little

    return not (file.startswith((_OURS, "<frozen ")) or is_library_file(file))


def shorten_stop(error: BaseException) -> None:
    """Cut a KeyboardInterrupt's traceback to the user's own frames, or to one line if there are none.

    IPython takes a third of a second to format frames that all belong to nbgraph, and seconds for JAX's.
    """
    if not isinstance(error, KeyboardInterrupt):
        return
    error.__traceback__, error.__suppress_context__ = with_frames_of(error.__traceback__, _is_users), True
    if error.__traceback__ is None:
        setattr(error, _HOOK, lambda: [f"KeyboardInterrupt: {error}" if str(error) else "KeyboardInterrupt"])


def shown_frames(error: BaseException) -> TracebackType | None:
    """Return the part of an error's traceback to show.

    nbgraph's own frames are left out, except from an error that never touched the user's code: that is a fault of
    nbgraph, and whoever reports it needs them.
    """
    if isinstance(error, Exception) and not has_user_frame(error.__traceback__):
        return error.__traceback__
    return without_own_frames(error.__traceback__)


def without_own_frames(traceback: TracebackType | None) -> TracebackType | None:
    """Return the traceback without the frames of this package, which say nothing about the user's code."""
    return with_frames_of(traceback, lambda file: not file.startswith(_OURS))
