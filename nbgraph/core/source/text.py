"""Source text of files and cells, with columns converted from UTF-8 bytes to characters."""

from __future__ import annotations

import ast
import linecache
import types
import warnings
from functools import lru_cache
from typing import Any

from nbgraph.core.records import dataclass
from nbgraph.core.source.syntax import parsed
from nbgraph.core.spans import Span


@dataclass(frozen=True)
class SourceText:
    """The source of one file or cell, as Python compiled it."""

    file: str  # the name Python compiled the text under (`code.co_filename`)
    lines: tuple[str, ...]  # the lines without their line ends; `lines[0]` is line 1

    @classmethod
    def of_file(cls, file: str) -> SourceText | None:
        """Return the source registered for `file` (on disk, or in `linecache` for cells and `exec`'d code).

        Returns:
            None when there is no such source, or it is empty; also for "<string>", the name of all executed code: from
            Python
            3.13 on the code of `python -c` has it.
        """
        if file == "<string>":
            return None
        linecache.checkcache(file)
        lines = linecache.getlines(file)
        if not lines:
            return None
        # Registered texts may be split at form feeds and the like, which end no line for Python.
        text = "".join(lines).replace("\r\n", "\n").replace("\r", "\n")
        return cls(file, tuple(text.removesuffix("\n").split("\n")))

    def register(self) -> None:
        """Register the source with Python under its file name, unless there is one: for code from another process.

        >>> SourceText("<a cell of another kernel>", ("a = b",)).register()
        >>> SourceText.of_file("<a cell of another kernel>").lines
        ('a = b',)
        """
        if not linecache.getlines(self.file):
            lines = self.text.splitlines(keepends=True)
            linecache.cache[self.file] = (len(self.text), None, lines, self.file)

    @property
    def text(self) -> str:
        """Return all lines, each followed by a newline."""
        return "\n".join(self.lines) + "\n"

    @property
    def tree(self) -> ast.Module:
        """Return its syntax tree, which must not be changed; empty where it does not parse, as a cell with a magic."""
        return _tree(self)

    def character_column(self, line: int, byte_column: int) -> int:
        """Return the column in characters for a column in UTF-8 bytes.

        >>> SourceText("cell", ("é = b",)).character_column(1, 5)
        4
        """
        text = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        if text.isascii():
            return byte_column
        return len(text.encode()[:byte_column].decode(errors="ignore"))

    def span(self, line: int, byte_column: int, end_line: int, end_byte_column: int) -> Span:
        """Return the span for Python's positions: 1-based lines, columns in bytes."""
        return Span(
            self.file,
            line,
            self.character_column(line, byte_column),
            end_line,
            self.character_column(end_line, end_byte_column),
        )

    def node_span(self, node: ast.AST) -> Span:
        """Return the span of a syntax-tree node that has a position.

        >>> source = SourceText("cell", ("é = b",))
        >>> source.node_span(ast.parse(source.text).body[0].value)
        Span(file='cell', line=1, column=4, end_line=1, end_column=5)
        """
        placed: Any = node  # the node classes that carry positions have no base of their own
        return self.span(placed.lineno, placed.col_offset, placed.end_lineno, placed.end_col_offset)

    def segment(self, span: Span) -> str:
        """Return the text of a span.

        >>> SourceText("cell", ("a = b + c",)).segment(Span("cell", 1, 4, 1, 9))
        'b + c'
        """
        if span.line == span.end_line:
            return self.lines[span.line - 1][span.column : span.end_column]
        first = self.lines[span.line - 1][span.column :]
        middle = self.lines[span.line : span.end_line - 1]
        last = self.lines[span.end_line - 1][: span.end_column]
        return "\n".join((first, *middle, last))


@lru_cache(maxsize=32)
def _tree(source: SourceText) -> ast.Module:
    try:
        return parsed(source.text)
    except (SyntaxError, ValueError):
        return ast.Module([], [])


@dataclass(frozen=True)
class Definition:
    """One statement of a file or cell that defines something."""

    name: str  # what it defines
    source: SourceText  # its file or cell
    span: Span  # its own lines in `source`

    def holds(self, span: Span) -> bool:
        """Return whether the lines of `span` are among those of the definition.

        >>> SPAN = Span("cell", 2, 0, 5, 9)
        >>> definition = Definition("f", SourceText("cell", ()), SPAN)
        >>> definition.holds(Span("cell", 5, 4, 5, 8)), definition.holds(Span("cell", 1, 0, 3, 4))
        (True, False)
        """
        inside = self.span.line <= span.line and span.end_line <= self.span.end_line
        return span.file == self.span.file and inside


def syntax_at(span: Span | None, source: SourceText | None = None) -> tuple[str, ast.AST | None]:
    """Return a span's text in the form that parses, and its expression or statement, which may be only a header.

    Brackets around an expression let it have more lines. The tree is shared: nobody may change it.

    Returns:
        None for the tree of a text that is not available, or does not parse.
    """
    source = source or (SourceText.of_file(span.file) if span is not None else None)
    if span is None or source is None or span.end_line > len(source.lines):
        return "", None
    return _syntax_of(source.segment(span))


@lru_cache(maxsize=512)
def _syntax_of(text: str) -> tuple[str, ast.AST | None]:
    for whole in (f"({text}\n)", text, f"{text.rstrip(':')}: pass"):
        try:
            statement = parsed(whole).body[0]
        except (SyntaxError, IndexError):
            continue
        return whole, statement.value if isinstance(statement, ast.Expr) else statement
    return text, None


def compile_again(code: str | ast.Module, file: str, flags: int) -> types.CodeType:
    """Compile a module without its warnings.

    >>> compile_again("1 is 1", "cell.py", 0).co_filename
    'cell.py'

    Raises:
        SyntaxError: as `compile` does.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        compiled: types.CodeType = compile(code, file, "exec", flags, dont_inherit=True)
    return compiled
