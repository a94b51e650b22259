"""The programs of the notebooks, read from the notebooks: figures about "the notebooks' programs" are about these."""

from __future__ import annotations

import ast
import json
import linecache
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
_MAGIC = "%%autograph "


@dataclass(frozen=True)
class Lesson:
    """One function of a notebook, as its cell defines it.

    Attributes:
        name: the function's name.
        function: the function itself.
        arguments: those of the first call on the magic's line.
        loops: whether it has a loop.
    """

    name: str
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    loops: bool


def lessons() -> Iterator[Lesson]:
    """The functions under `%%autograph`, in the order of the notebooks."""
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
            call: Any = ast.parse(line.removeprefix(_MAGIC).split(";")[0], mode="eval").body
            file = f"<{path.name}, cell {number}>"
            linecache.cache[file] = (len(body), None, body.splitlines(keepends=True), file)
            exec(compile(body, file, "exec"), names)
            arguments = tuple(ast.literal_eval(argument) for argument in call.args)
            loops = any(isinstance(node, ast.For | ast.While) for node in ast.walk(ast.parse(body)))
            yield Lesson(call.func.id, names[call.func.id], arguments, loops)


def _define(text: str, names: dict[str, Any]) -> None:
    """Bring in what a cell without the magic imports and assigns, and leave the rest of it alone."""
    if text.startswith("%"):
        return
    for statement in ast.parse(text).body:
        constant = isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant)
        if constant or isinstance(statement, ast.Import | ast.ImportFrom):
            exec(compile(ast.Module([statement], []), "<cell>", "exec"), names)
