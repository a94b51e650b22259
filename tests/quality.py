"""What is wrong with a refusal as its reader sees it: place, carets, variable, remedy, length, words of ours."""

from __future__ import annotations

import linecache
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import nbgraph
from nbgraph.core.errors import NbgraphError

LONGEST = 10  # lines
_OURS = re.compile(
    r"Tracer|jaxpr|loop_body|loop_test|if_true|if_false|did_(return|break|continue)|return_value|\bng\.\w+_\b|__nbgraph"
    r"|nbgraph[./]core|_jax\b|ShapedArray|PyTreeDef|<function|<lambda> at|<undefined|<not set"
    r"|object at 0x|ag__|[\ue000\ue001]"
)
_IDS = {
    id
    for file in Path(nbgraph.__file__).parent.rglob("*.py")
    for id in re.findall(r'^    id = "(.*)"$', file.read_text(), re.MULTILINE)
} - {"error", "not-stageable"}
WITHOUT_REMEDY = frozenset(("graph-failed", "python-failed", "refused-by-jax"))  # the user's own errors, and JAX's
WITHOUT_PLACE = frozenset(("source-not-found", "hidden-library"))  # there is no text to point into


def faults(error: BaseException) -> list[str]:
    """Everything that is wrong with a refusal; empty for a good one."""
    if not isinstance(error, NbgraphError):
        return [f"not one of our errors: {type(error).__name__}: {str(error)[:200]}"]
    return [*_text(error), *_place(error)]


def _text(error: NbgraphError) -> Iterator[str]:
    text = str(error)
    spoken = "\n".join((error.message, error.remedy))
    if error.id not in _IDS:
        yield f"the id {error.id!r} has no page"
    if len(text.splitlines()) > LONGEST:
        yield f"{len(text.splitlines())} lines"
    if (not error.remedy and error.id not in WITHOUT_REMEDY) or "\n" in error.remedy:
        yield "no remedy of one line"
    if "\n" in error.message or len(error.message) > 400:
        yield "a message of more than one line"
    if found := _OURS.search(spoken):
        yield f"a word of ours: {found.group()}"


def _place(error: NbgraphError) -> Iterator[str]:
    span = error.span
    if span is None:
        if error.id not in WITHOUT_PLACE:
            yield "no place"
        return
    lines = linecache.getlines(span.file)
    if not lines:
        if error.id not in WITHOUT_PLACE:
            yield "a place in no text"
        return
    if not 1 <= span.line <= span.end_line <= len(lines):
        yield f"line {span.line} to {span.end_line} of {len(lines)}"
        return
    if (span.line, span.column) >= (span.end_line, span.end_column):
        yield "nothing under the carets"
    line = lines[span.line - 1].rstrip("\r\n")
    if span.column >= len(line) or not line[span.column :].strip():
        yield f"carets at column {span.column} of {len(line)}"
    if error.variable:
        root = re.match(r"\w*", error.variable).group()  # type: ignore[union-attr]
        text = unicodedata.normalize("NFKC", "".join(lines))  # as Python takes names
        if root and not re.search(rf"\b{re.escape(root)}\b", text):
            yield f"the variable {error.variable!r} is not in the text"
