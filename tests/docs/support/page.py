"""The page of supported Python; `python -m tests.docs.support.page docs/supported-python.md` writes it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from nbgraph.core.source.support.rows import Support
from tests.docs.pages import anchor
from tests.docs.support.entry import Entry
from tests.docs.support.table import CHAPTERS, all_entries

_INTRODUCTION = """\
# Supported Python

What a graph does with each construct, builtin and library function, and where that differs from Python:

- **converted**: on traced values it acts in the graph, with Python's result;
- **Python**: it runs once, while the graph is made, and traced values pass through it;
- **refused**: a traced value that reaches it is an error in your line. With known values it works as in Python,
  but for what asks the world (`asked-once`), which no graph does.

What *traced* means, and the rules behind the third column, are in [Semantics](semantics.md). This page
is generated from the table that nbgraph itself decides by; each row has a program among the tests. Those of the linked
rows are [below](#programs).
"""
_PROGRAMS = """\
## Programs

The programs run as they stand, with

```python
import jax
import jax.numpy as jnp

import nbgraph as ng
```

and the last function of each is the one that is called, as `ng.function(f)(...)`.
"""
_ID = re.compile(r"\[([a-z-]+)\]")


def page() -> str:
    """The text of the page."""
    return "\n".join([_INTRODUCTION, *_counts(), *_tables(), _PROGRAMS, *_programs()])


def _counts() -> Iterator[str]:
    counts = {support: sum(entry.support is support for entry in all_entries()) for support in Support}
    yield "Rows: " + ", ".join(f"{count} {support.value}" for support, count in counts.items()) + ".\n"


def _tables() -> Iterator[str]:
    for chapter, themes in CHAPTERS.items():
        yield f"## {chapter}\n"
        yield "| construct | in a graph | differs from Python in | error |\n| --- | --- | --- | --- |"
        entries = [entry for theme in themes.values() for entry in theme]
        yield from (f"| {' | '.join(_in_cell(cell) for cell in _row(entry))} |" for entry in entries)
        yield ""


def _row(entry: Entry) -> tuple[str, str, str, str]:
    errors = dict.fromkeys([*filter(None, [entry.error]), *_ID.findall(entry.sentence), *_ID.findall(entry.differs)])
    title = f"[{entry.title}](#{anchor(entry.title)})" if entry.shown else entry.title
    since = "" if entry.since == (3, 11) else f" (from Python {'.'.join(map(str, entry.since))})"
    instead = f"Instead: {entry.remedy}." if entry.remedy else ""
    return (
        title + since,
        f"**{entry.support.value}**: {_plain(entry.sentence)}",
        _plain(" ".join(filter(None, [entry.differs, instead]))),
        ", ".join(f"[{error}](errors.md#{error})" for error in errors),
    )


def _plain(text: str) -> str:
    """A text with the ids of errors as code; the last column has their links."""
    return _ID.sub(r"`\1`", text)


def _in_cell(text: str) -> str:
    return text.replace("|", r"\|")


def _programs() -> Iterator[str]:
    for entry in all_entries():
        if entry.shown:
            yield f"### {entry.title}\n"
            yield f"```python\n{entry.code}```\n"
            name = called_name(entry.code)
            yield "Called with " + ", ".join(f"`{name}({arguments})`" for arguments in entry.arguments) + ".\n"


def called_name(code: str) -> str:
    """The last function that a program defines: the one that is called.

    >>> called_name("def a(): pass\\ndef b(): pass")
    'b'
    """
    return [line for line in code.splitlines() if line.startswith("def ")][-1].split("(")[0].removeprefix("def ")


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page())
