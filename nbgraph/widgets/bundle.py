"""What a notebook shows for reports: by MIME type, or as data with what can be asked about them later."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nbgraph.core.examine.reporting import report_call
from nbgraph.core.report import Report
from nbgraph.widgets.page import to_html
from nbgraph.widgets.payload import payload
from nbgraph.widgets.payload.unshown import Answer, unshown
from nbgraph.widgets.text import to_text

_PARTS: dict[str, tuple[str, Any]] = {"code": ("codes", []), "graph": ("graph", None), "timing": ("timing", None)}


def bundle(reports: Sequence[Report], view: Sequence[str] = ()) -> dict[str, str]:
    """The explorer as HTML and as text.

    Args:
        view: the panes wanted, of those in `_PARTS`; all of them if it is empty.
    """
    data = restrict(payload(reports), view)
    return {"text/html": to_html(data), "text/plain": to_text(data)}


def called(
    fn: Callable[..., Any],
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
    view: Sequence[str] = (),  # as for `bundle`
    *,
    tell: Callable[[str], None],  # is told what is about to be done
    **options: Any,  # those of `core.examine.reporting.report_call`
) -> Answer:
    """The explorer's data for a call, made from scratch: report, layout and all."""
    report = report_call(fn, args, kwargs, tell=lambda step, _: tell(step), **options)
    data = restrict(payload([report]), view)
    return Answer(data, (unshown(report, data["functions"][0]["graph"]),))


def restrict(data: dict[str, Any], view: Sequence[str]) -> dict[str, Any]:
    """The explorer's data with only the panes in `view`; all of them if it is empty.

    >>> restrict({"functions": [{"codes": ["..."], "graph": {}, "timing": {}}]}, ["code"])
    {'functions': [{'codes': ['...'], 'graph': None, 'timing': None}]}
    """
    dropped = {key: empty for pane, (key, empty) in _PARTS.items() if view and pane not in view}
    return {**data, "functions": [{**function, **dropped} for function in data["functions"]]}
