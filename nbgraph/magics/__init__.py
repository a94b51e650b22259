"""Load `nbgraph` into IPython with `%load_ext nbgraph`, and unload it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

_MAGIC = "autograph"
_CLASS = "Autograph"


def load(shell: InteractiveShell) -> None:
    """Register the magics, their completion and the display of errors. Loading twice changes nothing."""
    from nbgraph.magics import completion, errors, idle
    from nbgraph.magics.autograph import Autograph
    from nbgraph.magics.cell import CellTransform

    if isinstance(shell.magics_manager.registry.get(_CLASS), Autograph):
        return
    magics = Autograph(shell)
    shell.register_magics(magics)
    shell.input_transformers_cleanup.insert(0, CellTransform(shell))
    completion.install(shell, magics.autograph)
    errors.install(shell)
    if getattr(shell, "kernel", None) is not None:  # a notebook: the first cell will not have to wait
        magics.backend.start()
        idle.install(shell, magics.backend.load)


def unload(shell: InteractiveShell) -> None:
    """Remove everything that `load` added; the user's names stay."""
    from nbgraph.core.worker.keeper import keeper
    from nbgraph.magics import completion, errors, idle, line

    manager = shell.magics_manager
    magics = manager.registry.pop(_CLASS, None)
    for table in manager.magics.values():
        table.pop(_MAGIC, None)
    if magics in shell.configurables:
        shell.configurables.remove(magics)
    transforms = shell.input_transformers_cleanup
    transforms[:] = [transform for transform in transforms if type(transform).__name__ != "CellTransform"]
    completion.uninstall(shell)
    idle.uninstall(shell)
    errors.uninstall()
    line.forget_lines()
    if (live := sys.modules.get("nbgraph.widgets.live")) is not None:  # otherwise no live explorer exists
        live.close_all()
    keeper.close()
