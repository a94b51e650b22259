"""Make what a notebook shows for reports: data by MIME type, or data with what a page may request later.

For a call that was stopped it is made in a moment, and without running anything of the user's.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from nbgraph.core.examine.kept import Look
from nbgraph.core.examine.reporting import READ, report_call
from nbgraph.core.report import Report
from nbgraph.core.value_text import LIMIT, value_text
from nbgraph.core.worker.jobs import pickled
from nbgraph.core.worker.making import make
from nbgraph.widgets.payload import payload
from nbgraph.widgets.payload.graph import Answer, draw_ahead, unshown

_PARTS: dict[str, tuple[str, Any]] = {"code": ("codes", []), "graph": ("graph", None), "timing": ("timing", None)}


def drawn(reports: Sequence[Report], view: Sequence[str] = ()) -> dict[str, Any]:
    """Return the explorer's data, pictures included, with only the panes in `view` if it names any."""
    return restrict(payload(reports), view)


def made(
    *arguments: Any, draws: bool, tell: Callable[..., None], **options: Any
) -> tuple[Report, dict[str, Any] | None]:
    """Return the report of `core.worker.making.make`, and the explorer's data if it `draws` and is not stopped."""
    report = make(*arguments, tell=tell, ahead=draw_ahead if draws else None, **options)
    if not draws:
        return report, None
    tell("drawing the page", pickled({}), "")
    try:
        return report, drawn([report])
    except BaseException:  # whoever shows the report will draw it again, and find the error
        return report, None


def called(
    fn: Callable[..., Any],
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
    view: Sequence[str] = (),  # as for `drawn`
    *,
    tell: Callable[..., None],  # called with the next step, and with the heading once the value is known
    **options: Any,  # those of `core.examine.reporting.report_call`
) -> Answer:
    """Return the explorer's data for a call: report, layout and all; an untimed call uses the last compiled graph."""
    look = Look(fn, args, kwargs, pickled, afresh=options.get("timing", True))
    options |= {"made": look.on, "tell": lambda step, known: tell(step, *_headings(step, known))}
    report = report_call(look.function, args, kwargs, **options)
    look.keep(report)
    data = restrict(payload([report]), view)
    return Answer(data, (unshown(report, data["functions"][0]["graph"]),), report.acts)


def _headings(step: str, known: Report) -> list[dict[str, Any]]:
    """Return the heading's data for a call that gave Python's result, as soon as it is known; [] before."""
    if step != READ or known.value is None or known.verdict is None or not known.verdict.equal:
        return []
    (function,) = payload([replace(known, converted_code=None)])["functions"]
    return [{name: function.get(name) for name in _HEADING}]


_HEADING = ("title", "value", "pythonValue", "verdict", "cause", "anomaly", "errors")


def restrict(data: dict[str, Any], view: Sequence[str]) -> dict[str, Any]:
    """Return the explorer's data with only the panes in `view`; all of them if it is empty.

    >>> restrict({"functions": [{"codes": ["..."], "graph": {}, "timing": {}}]}, ["code"])
    {'functions': [{'codes': ['...'], 'graph': None, 'timing': None}]}
    """
    dropped = {key: empty for pane, (key, empty) in _PARTS.items() if view and pane not in view}
    return {**data, "functions": [{**function, **dropped} for function in data["functions"]]}


UNDRAWN = "The graph is not drawn where a call was stopped; run the cell again to see it."

_SIMPLE = (bool, int, float, complex, str, bytes, type(None))
_DEEPEST = 8


def brief_bundle(reports: Sequence[Report], view: Sequence[str] = ()) -> dict[str, str]:
    """Return the explorer as HTML and text without what takes long: pictures, recorded runs, XLA's program."""
    from nbgraph.widgets.shown import shown  # late: a worker only draws

    return shown(drawn([_brief(report) for report in reports], view))


def words_bundle(reports: Sequence[Report]) -> dict[str, str]:
    """Return the results and the notes alone, as text, which always takes little time."""
    from nbgraph.widgets.text import to_text  # late, as above

    text = to_text({"version": 1, "functions": [_words(report) for report in reports]})
    return {"text/html": f"<pre>{html.escape(text)}</pre>", "text/plain": text}


def harmless(value: Any, depth: int = 0) -> Any:
    """Return the value without parts whose display would call a method of the user's.

    >>> class Slow:
    ...     def __repr__(self): return "what takes an hour"
    >>> harmless([1, (2.0, Slow()), "text"])
    [1, (2.0, <Slow, not shown: the call was stopped>), 'text']
    """
    if type(value) in _SIMPLE or _is_array(value):
        return value
    if depth < _DEEPEST and type(value) in (list, tuple):
        return type(value)(harmless(item, depth + 1) for item in value[:LIMIT])  # items after these are not shown
    if depth < _DEEPEST and type(value) is dict:
        items = list(value.items())[:LIMIT]
        return {harmless(key, _DEEPEST): harmless(item, depth + 1) for key, item in items}
    return _Unshown(type(value).__name__)


def _is_array(value: Any) -> bool:
    library = type(value).__module__.partition(".")[0]
    if library in ("jax", "jaxlib"):
        return hasattr(value, "dtype")
    return library == "numpy" and isinstance(value, np.ndarray | np.generic) and value.dtype != object


class _Unshown:
    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return f"<{self._name}, not shown: the call was stopped>"


def _brief(report: Report) -> Report:
    undrawn = () if report.graph is None else (UNDRAWN,)
    return replace(
        report,
        graph=None,
        recording=None,
        forms=None,
        before=None,
        value=harmless(report.value),
        python_value=harmless(report.python_value),
        notes=(*report.notes, *undrawn),
    )


def _words(report: Report) -> dict[str, Any]:
    value = report.python_value if report.value is None else report.value
    lines = list(report.source.lines[report.span.line - 1 : report.span.end_line])
    return {
        "title": report.title,
        "value": None if value is None else value_text(harmless(value)),
        "source": {"first": report.span.line, "lines": lines},
        "verdict": None if report.verdict is None else {"message": report.verdict.message, "differences": []},
        "notes": list(report.notes),
        **dict.fromkeys(("pythonValue", "cause", "graph")),
        **dict.fromkeys(("errors", "findings", "codes", "decisions"), ()),
    }
