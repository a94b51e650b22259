"""The page of verdicts for users; `python -m tests.docs.support.page docs/verdicts.md` writes it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from nbgraph.core.source.support.rows import Support
from tests.docs.support.table import CHAPTERS, all_verdicts
from tests.docs.support.verdict import Verdict

_INTRODUCTION = """\
# What becomes of each piece of Python

Each construct, builtin and library function has one verdict:

- **converted**: on traced values it acts in the graph, with Python's result;
- **Python**: it runs once, while the graph is made, and traced values pass through it;
- **refused**: a traced value that reaches it is an error in your line. With known values it works as in Python,
  but for what asks the world (`asked-once`), which no graph does.

The programs run as they stand, with

```python
import jax
import jax.numpy as jnp

import nbgraph as ng
```

and the last function of each is the one that is called, as `ng.function(f)(...)`. What *traced* means, and where the
results differ from Python's, is in [Differences from Python](differences.md). This page is generated from the table
that nbgraph itself decides by.
"""


def page() -> str:
    """The text of the page."""
    return "\n".join([_INTRODUCTION, *_contents(), *_chapters()])


def _contents() -> Iterator[str]:
    counts = {support: sum(v.support is support for v in all_verdicts()) for support in Support}
    yield "Verdicts: " + ", ".join(f"{count} {support.value}" for support, count in counts.items()) + ".\n"


def _chapters() -> Iterator[str]:
    for chapter, themes in CHAPTERS.items():
        yield f"## {chapter}\n"
        for theme, verdicts in themes.items():
            yield f"### {theme}\n"
            yield "| | |\n| --- | --- |"
            yield from (
                f"| {verdict.title.replace('|', chr(92) + '|')} | {verdict.support.value} |" for verdict in verdicts
            )
            yield ""
            for verdict in verdicts:
                yield from _entry(verdict)


def _in_cell(title: str) -> str:
    return title.replace("|", r"\|")


def _entry(verdict: Verdict) -> Iterator[str]:
    since = "" if verdict.since == (3, 11) else f" (from Python {'.'.join(map(str, verdict.since))})"
    outcome = verdict.support.value
    if verdict.error:
        outcome += f" as [{verdict.error}](errors.md#{verdict.error})"
    yield f"#### {verdict.title}{since}\n"
    instead = f" Instead: {verdict.remedy}." if verdict.remedy else ""
    yield f"**{outcome}**. {verdict.sentence}{instead}\n"
    yield f"```python\n{verdict.code}```\n"
    name = called_name(verdict.code)
    yield "Called with " + ", ".join(f"`{name}({arguments})`" for arguments in verdict.arguments) + ".\n"


def called_name(code: str) -> str:
    """The last function that a program defines: the one that is called.

    >>> called_name("def a(): pass\\ndef b(): pass")
    'b'
    """
    return [line for line in code.splitlines() if line.startswith("def ")][-1].split("(")[0].removeprefix("def ")


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page())
