"""Make reports in the worker, so that an endless or crashing call costs only itself."""

from __future__ import annotations

import ast
import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from nbgraph.core.errors import NbgraphError
from nbgraph.core.executor.convert import conversion, head
from nbgraph.core.report import Report
from nbgraph.core.worker.calls import call, print_here
from nbgraph.core.worker.channel import unpickled
from nbgraph.core.worker.interrupts import interrupts
from nbgraph.core.worker.jobs import Job
from nbgraph.core.worker.keeper import Keeper, keeper
from nbgraph.core.worker.prints import Once
from nbgraph.core.worker.process import EndedError, StoppedError
from nbgraph.core.worker.thread import in_time

_KNOWN_S = 0.5  # seconds after Stop within which what is known by then has to be read
# How Python and XLA say that there is none left; what they have filled may be held by what they leave behind.
_NO_MEMORY = ("MemoryError", "RESOURCE_EXHAUSTED")


class WorkerEndedError(NbgraphError):
    """The process that runs the calls of `%%autograph` ended before it returned an answer.

    It crashed in native code, called `os._exit`, or ran out of memory. The notebook keeps its names and everything
    known by then.
    """

    id = "worker-ended"


_MADE_ONCE = "The cell makes this call once only, because {}: there is no graph of it to see."
_PRINTS_DIFFER = "Plain Python and the graph print {}: first what Python prints, then what the graph does."


def report(
    fn: Callable[..., Any],
    arguments: Sequence[Any] = (),
    keywords: Mapping[str, Any] = MappingProxyType({}),
    *,
    using: Keeper = keeper,
    # called with the next step, in words that continue "while", and with the call and its result, or ""
    on_step: Callable[[str, str], None] | None = None,
    on_print: Callable[[], None] = lambda: None,  # called before anything that the call prints is shown
    notes: Sequence[str] = (),  # notes to add to the report's own
    again: bool = False,  # whether the cell has made the call itself: what it prints and changes was shown and done
    stop: threading.Event | None = None,  # set to stop the call, as Stop does
    drawn: Callable[[Report, Any], None] | None = None,  # told the report and what `bundle.drawn` makes of it
    **options: Any,  # those of `making.make`
) -> Report:
    """Make the report of `making.make` in the worker.

    If the process ends, the report has an error and what was known before.

    Raises:
        StoppedError: Stop was pressed, or `stop` was set; its result is the report with what was known by then, None
            where that was nothing.
    """
    heard = _Heard(on_step or (lambda step, result: None), on_print, tuple(notes), again=again)
    given, more = (fn, tuple(arguments), dict(keywords)), {"again": again, "draws": drawn is not None}
    job = Job("nbgraph.widgets.bundle:made", given, {**options, **more}, tells=True)
    try:
        fallback = heard.fallback if options.get("call", True) else lambda reason: None  # then only code is shown
        found, data = call(job, heard.news, fallback, using=using, stop=stop, on_print=heard.prints, on_note=heard.note)
        if any(words in error.message for error in found.errors for words in _NO_MEMORY):
            using.retire()
        noted = heard.noted(found)
        if drawn is not None and noted is found:
            drawn(found, data)
        return noted
    except _OnlyHereError as only:
        return heard.noted(_code_only(fn, options), _MADE_ONCE.format(only))
    except KeyboardInterrupt as stop:
        interrupts.heed()
        found, _ = getattr(stop, "result", None) or (None, None)
        found = found or in_time(lambda: heard.report(fn, options), interrupts.left(_KNOWN_S))
        note = f"Stopped while {heard.step}." if heard.step else ""
        raise StoppedError(None if found is None else heard.noted(found, note)) from None
    except EndedError as end:
        found = heard.report(fn, options)
        return heard.noted(replace(found, errors=(*found.errors, ended(end, heard.step, fn))))
    finally:
        heard.prints.end()


class _OnlyHereError(Exception):
    """A call can only run in the notebook's process, where the cell has made it already."""


class _Heard:
    """What has arrived from the worker so far."""

    def __init__(
        self, on_step: Callable[[str, str], None], on_print: Callable[[], None], notes: tuple[str, ...], again: bool
    ) -> None:
        self.step = ""
        self._fields: list[bytes] = []  # of the report, pickled, the latest last
        self._is_here = False  # whether the call ran in the notebook's own process
        self.notes = notes
        self.prints = Once((lambda stream, text: None) if again else self._say)
        self._on_step, self._on_print, self._again = on_step, on_print, again

    def news(self, step: str, fields: bytes, result: str) -> None:
        self.step = step
        self._fields.append(fields)
        self.prints.step()
        self._on_step(step, result)

    def _say(self, stream: str, text: str) -> None:
        self._on_print()
        print_here(stream, text)

    def report(self, fn: Callable[..., Any], options: Mapping[str, Any]) -> Report:
        """Return the latest report; it is unpickled only here, since it can be long."""
        fields = {name: value for news in self._fields for name, value in unpickled(news).items()}
        return Report(**fields) if fields else _code_only(fn, options)

    def fallback(self, reason: str) -> None:
        if self._again:
            raise _OnlyHereError(reason)
        self._is_here = True
        self.notes = (
            *self.notes,
            f"This ran in the notebook's own process, because {reason}. Stop gives the prompt back, but compiled "
            "code that never ends goes on in the background.",
        )

    def note(self, sentence: str) -> None:
        self.notes = (*self.notes, sentence)

    def noted(self, report: Report, note: str = "") -> Report:
        self.prints.step()
        how = "the same numbers, in other digits" if self.prints.same_numbers else "different things"
        differs = _PRINTS_DIFFER.format(how) if self.prints.differs else ""
        notes = (*report.notes, *self.notes, *filter(None, [note, differs]))
        if not (self._is_here and report.moved):
            return replace(report, notes=notes) if notes != report.notes else report
        left = f"The next call finds {' and '.join(report.moved)} where this one has left it."
        changed = tuple(name for name in report.changed if name not in report.moved)
        return replace(report, notes=(*notes, left), changed=changed)


def _code_only(fn: Callable[..., Any], options: Mapping[str, Any]) -> Report:
    """Report on the code without a call, so that nothing of the user's runs."""
    from nbgraph.core.examine.reporting import report_call  # late: only a stopped call needs it in this process

    return report_call(fn, title=options.get("title"), timing=False, call=False)


def ended(end: EndedError, step: str, fn: Callable[..., Any]) -> WorkerEndedError:
    """Return the error for a process that ended during a step of a call of `fn`."""
    code = end.args[0]
    how = f"exit code {code}"
    if code < 0:
        name = signal.Signals(-code).name
        how = f"{name}, {signal.strsignal(-code)}"
    during = f" while {step}" if step else ""
    owner = conversion(fn)
    place = next(_ending(owner.parsed.node), None)
    span = head(owner) if place is None else owner.parsed.source.node_span(place)
    return WorkerEndedError(
        f"the process that ran this call ended{during} ({how})", span=span, remedy=_without(code, place)
    )


_ENDING = frozenset(("os._exit", "os.abort", "os.kill", "quit", "exit"))


def _ending(function: ast.AST) -> Iterator[ast.Call]:
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in _ENDING:
            yield node


def _without(code: int, place: ast.Call | None) -> str:
    """Return the remedy for what ended a process, by its exit code or signal."""
    if place is not None:
        return f"`return` or `raise ValueError(...)` in place of `{ast.unparse(place)}`: they end the function alone"
    if code == -signal.SIGKILL:
        return "smaller arrays and lists: the system ends a process that takes all its memory"
    if code < 0:
        return "the function without its calls of compiled libraries, one by one, as of `ctypes`: one of them crashes"
    return "`return` or `raise ValueError(...)` in place of what ends the process, as `os._exit(1)`"
