"""`ng.show`: the explorer for any function, outside of the magic."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from nbgraph.core.report import Report
from nbgraph.widgets.page import document_html, to_html
from nbgraph.widgets.payload import payload
from nbgraph.widgets.text import to_text


@dataclass(frozen=True, repr=False)
class Shown:
    """The explorer of one call, as a value that notebooks display.

    Attributes:
        report: everything that was learned about the call.
    """

    report: Report

    @cached_property
    def _payload(self) -> dict[str, Any]:
        return payload([self.report])

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/html": to_html(self._payload), "text/plain": to_text(self._payload)}

    def __repr__(self) -> str:
        return to_text(self._payload)

    def to_html(self) -> str:
        """A page of its own, complete in one file."""
        return document_html(self._payload)


def show(fn: Callable[..., Any], *arguments: Any, hlo: bool = False, **keywords: Any) -> Shown:
    """The explorer for a function and a call; as the last line of a cell it is displayed.

    Args:
        fn: the function.
        *arguments: the call's arguments; without any, only the code is shown.
        hlo: whether to show the program that XLA makes, too; it is long.
        **keywords: the call's arguments by name.

    Raises:
        SourceError: the function's source is not to be had.
    """
    from nbgraph.core.inspect import report

    return Shown(report(fn, *arguments, hlo=hlo, **keywords))
