"""The programs of the notebooks, read from the notebooks: figures about "the notebooks' programs" are about these."""

from __future__ import annotations

import ast
import json
import linecache
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
_MAGIC = "%%autograph "
_CALL = re.compile(r"(?<= )[a-z_]\w*\([^;]*")  # behind the options; that of a function under its own name


@dataclass(frozen=True)
class Lesson:
    """One function of a notebook, as its cell defines it.

    Attributes:
        name: the function's name.
        file: the notebook's name.
        function: the function itself.
        arguments: those of the first call on the magic's line.
        loops: whether it has a loop.
    """

    name: str
    file: str
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    loops: bool


def lessons() -> Iterator[Lesson]:
    """The functions under `%%autograph` whose arguments can be had from imports and literals, notebook by notebook."""
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        names: dict[str, Any] = {}
        for number, cell in enumerate(json.loads(path.read_text())["cells"]):
            text = "".join(cell["source"])
            if cell["cell_type"] != "code":
                continue
            if not text.startswith(_MAGIC):
                _define(text, names)
                continue
            line, _, body = text.partition("\n")
            file = f"<{path.name}, cell {number}>"
            linecache.cache[file] = (len(body), None, body.splitlines(keepends=True), file)
            exec(compile(body, file, "exec"), names)
            call = _CALL.search(line) if "print(" not in body else None
            name, _, given = call[0].strip().partition("(") if call is not None else ("", "", "")
            try:
                arguments = eval(f"(lambda *given: given)({given}", names)
            except (NameError, SyntaxError):
                continue
            loops = any(isinstance(node, ast.For | ast.While) for node in ast.walk(ast.parse(body)))
            yield Lesson(name, path.stem, names[name], arguments, loops)


def _define(text: str, names: dict[str, Any]) -> None:
    """Bring in what a cell without the magic imports and assigns, and leave the rest of it alone."""
    if text.startswith("%"):
        return
    for statement in ast.parse(text).body:
        constant = isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant)
        if constant or isinstance(statement, ast.Import | ast.ImportFrom):
            exec(compile(ast.Module([statement], []), "<cell>", "exec"), names)
