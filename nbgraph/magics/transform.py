"""What has to happen to a `%%autograph` cell before IPython turns it into a call of the magic."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from IPython.core.inputtransformer2 import cell_magic

from nbgraph.magics.cell import awaits

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

_FIRST_LINE = re.compile(r"%%autograph(\s|$)")


class CellTransform:
    """An input transformer for three things a cell magic by itself cannot do.

    - Empty lines above the magic, which IPython drops, count: they move below it.
    - An empty body, which IPython refuses, makes it the line magic: `%%autograph --help`.
    - `await` at the top level: the call of the magic is awaited in the kernel's own event loop.
    """

    has_side_effects = True
    """Keeps it out of IPython's question whether the input is complete: a first line typed alone is not."""

    def __init__(self, shell: InteractiveShell) -> None:
        self._shell = shell

    def __call__(self, lines: list[str]) -> list[str]:
        first = next((index for index, line in enumerate(lines) if not line.isspace()), None)
        if first is None or not _FIRST_LINE.match(lines[first]):
            return lines
        body = lines[:first] + lines[first + 1 :]
        if not "".join(body).strip():
            return [lines[first][1:]]
        cell = [lines[first], *body]
        return ["await " + line for line in cell_magic(cell)] if self._waits("".join(body)) else cell

    def _waits(self, body: str) -> bool:
        if "await" not in body and "async" not in body:
            return False
        try:
            return awaits(self._shell.transform_cell(body), self._shell)
        except SyntaxError:  # reported, with its place, when the cell runs
            return False
