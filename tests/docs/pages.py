"""Pages of the documentation as programs: their blocks of code, run one after the other and held against the text."""

from __future__ import annotations

import ast
import io
import linecache
import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jax
import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
_FENCE = re.compile(r"^```(python|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_PROMISE = re.compile(r"  # (->|raises) (.+)$")


@dataclass(frozen=True)
class Block:
    """A block of Python on a page.

    Attributes:
        name: the file name it is compiled under.
        text: its code.
        output: what the page says that it prints.
    """

    name: str
    text: str
    output: str

    def run(self, namespace: dict[str, Any]) -> None:
        """Run it and check what each line promises: `# -> value`, or `# raises id` (or the name of an exception)."""
        linecache.cache[self.name] = (len(self.text), None, self.text.splitlines(True), self.name)
        promises = {
            number: found.groups()
            for number, line in enumerate(self.text.splitlines(), start=1)
            if (found := _PROMISE.search(line))
        }
        for statement in ast.parse(self.text).body:
            match promises.pop(statement.end_lineno or 0, None):
                case ("->", expected):
                    assert isinstance(statement, ast.Expr), f"{self.name}, line {statement.lineno}: no expression"
                    shown = _plain(eval(self._compiled(ast.Expression(statement.value)), namespace))
                    assert expected in (repr(shown), str(shown)), f"{self.name}, line {statement.lineno}: {shown!r}"
                case ("raises", expected):
                    with pytest.raises(Exception) as caught:
                        exec(self._compiled(ast.Module([statement], [])), namespace)
                    assert getattr(caught.value, "id", type(caught.value).__name__) == expected
                case _:
                    exec(self._compiled(ast.Module([statement], [])), namespace)
        assert promises == {}, f"{self.name}: promises inside statements, which nothing checks"

    def print(self, namespace: dict[str, Any]) -> str:
        """What it prints when run."""
        printed = io.StringIO()
        with redirect_stdout(printed):
            self.run(namespace)
            jax.effects_barrier()
        return printed.getvalue().strip()

    def _compiled(self, tree: Any) -> Any:
        return compile(tree, self.name, "eval" if isinstance(tree, ast.Expression) else "exec", dont_inherit=True)


def blocks(text: str, name: str) -> list[Block]:
    """The blocks of Python in a text; a block of plain text after one is what it prints.

    >>> blocks("```python\\nprint(1)\\n```\\n```text\\n1\\n```\\n", "page")
    [Block(name='<page, block 1>', text='print(1)\\n', output='1')]
    """
    found: list[Block] = []
    for kind, inside in _FENCE.findall(text):
        if kind == "python":
            found.append(Block(f"<{name}, block {len(found) + 1}>", inside, ""))
        else:
            last = found.pop()
            found.append(Block(last.name, last.text, inside.strip()))
    return found


def anchor(title: str) -> str:
    """What a link to a heading ends in, as GitHub makes it.

    >>> anchor("`iter`, `next`")
    'iter-next'
    """
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def links(text: str) -> Iterator[tuple[str, str]]:
    """The file and the heading of each link to a file of this project; one of them may be empty.

    >>> list(links("[a](b.md#c), [d](#e), [f](https://g.h)"))
    [('b.md', 'c'), ('', 'e')]
    """
    for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)):
        if "://" not in target:
            file, _, heading = target.partition("#")
            yield file, heading


def _plain(value: Any) -> Any:
    return jax.tree_util.tree_map(lambda leaf: leaf.tolist() if hasattr(leaf, "tolist") else leaf, value)
