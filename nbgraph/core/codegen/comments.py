"""The user's comments, which syntax trees do not keep."""

from __future__ import annotations

import io
import textwrap
import tokenize
from dataclasses import dataclass

from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span


@dataclass(frozen=True)
class Comment:
    """A comment of the user's; `own_line` if nothing else stands on its line."""

    line: int
    text: str
    own_line: bool


def comments_of(source: SourceText, span: Span) -> list[Comment]:
    """The comments inside a function, in order.

    >>> source = SourceText("cell", ("def f(a):", "    # twice", "    return a + a  # no product"))
    >>> [(comment.line, comment.text, comment.own_line) for comment in comments_of(source, Span("cell", 1, 0, 3, 16))]
    [(2, '# twice', True), (3, '# no product', False)]
    """
    text = "\n".join(source.lines[span.line - 1 : span.end_line]) + "\n"
    found = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(textwrap.dedent(text)).readline):
            if token.type == tokenize.COMMENT:
                own_line = not token.line[: token.start[1]].strip()
                found.append(Comment(token.start[0] + span.line - 1, token.string, own_line))
    except (tokenize.TokenError, IndentationError):
        pass  # a lambda cut out of a larger statement: the comments found so far are its own
    return found
