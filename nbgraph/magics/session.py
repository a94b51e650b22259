"""Run the magic once, from functions and a line of calls to a result, for any namespace and without a shell."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from nbgraph.core.errors import NbgraphError
from nbgraph.core.one_line import error_line
from nbgraph.core.records import dataclass, field, replace
from nbgraph.core.worker.process import EndedError, StoppedError
from nbgraph.magics.arguments import Options, parse_control, sweep_of
from nbgraph.magics.backend import Backend
from nbgraph.magics.calls import parse_calls
from nbgraph.magics.cell import methods_of
from nbgraph.magics.errors import has_user_frame
from nbgraph.magics.evaluate import BoundCall, arguments_of, signature_of
from nbgraph.magics.line import MagicLine
from nbgraph.magics.progress import Progress
from nbgraph.magics.result import AutographResult
from nbgraph.magics.versions import Versions, with_used_trace

if TYPE_CHECKING:
    from nbgraph.core.report import Report
    from nbgraph.core.timing.sizes import Over
    from nbgraph.magics.last_call import LastCall

_HINT = "A call below the function, or behind `%%autograph`, shows the graph, its steps and its times."
_NOTHING = "There is nothing here to make a graph of: write a function, and call it below."
_NOT_COPIED = "The cell makes this call once only: its arguments cannot be copied, so there is no graph of it to see."
Show = Callable[[Any], None]


def convert(functions: Mapping[str, Any], namespace: dict[str, Any], backend: Backend, static: Sequence[str]) -> None:
    """Bind each function's name to its converted form; names that share a function still share it.

    Raises:
        NbgraphError: the first function that cannot be converted; it stays as it is, the others are converted.
    """
    made: dict[int, Any] = {}
    problems: list[NbgraphError] = []
    for name, function in functions.items():
        try:
            if id(function) not in made:
                made[id(function)] = backend.function(function, _static_of(function, static))
            namespace[name] = made[id(function)]
        except NbgraphError as error:
            problems.append(error)
    if problems:
        raise problems[0]


def _static_of(function: Any, static: Sequence[str]) -> tuple[str, ...]:
    names = _parameters(function)
    return tuple(name for name in static if name in names)


def _parameters(function: Any) -> tuple[str, ...]:
    code = getattr(inspect.unwrap(getattr(function, "python_function", function)), "__code__", None)
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount] if code is not None else ()


@dataclass
class Session:
    """The steps after the cell has run."""

    line: MagicLine  # the magic's line
    options: Options  # the line, understood
    namespace: dict[str, Any]  # the user's
    backend: Backend  # the parts of nbgraph outside the magics
    show: Show  # displays a result or a widget
    timing: bool = True  # whether calls are measured at all
    view: Sequence[str] = ()  # the panes to show
    versions: Versions = field(default_factory=Versions)  # the functions as they were before their cells were edited
    progress: Progress = field(default_factory=lambda: Progress(None))  # prints what is being done
    reports: list[Report] = field(default_factory=list)  # the reports made so far
    hidden: list[AutographResult] = field(default_factory=list)  # what is to be guessed, of the last cell that asked

    def run(self, defined: Sequence[str] = (), last: LastCall | None = None) -> None:
        """Run the calls, show and keep the results; without calls, show the code of the functions and classes in
        `defined`.

        Args:
            defined: the names of the functions and classes that the cell defines.
            last: the cell's last call, for a magic's line that has none.

        Raises:
            NbgraphError: the first problem, after everything found before it has been shown and kept.
        """
        from nbgraph.magics.expressions import bind_all  # late: loading imports little

        calls = parse_calls(self.line, self.options.start)
        bound = [each for call in calls for each in bind_all(call, self.line, self.namespace)]
        if not calls and last is not None and (call := last.bound()) is not None:
            bound = [call]
        if self.options.live:
            self._live(bound, defined)
            return
        over = self._over(bound)
        self._check_beside(len(bound) or len(defined))
        self._check_static(bound, defined)
        try:
            for call in bound:
                self._look(call, over, bound)
            if last is not None and bound:
                self.reports = [last.compared(report) for report in self.reports]
            if not bound and (self.options.output or not self.options.quiet):
                if not defined and (last is None or not last.is_made):
                    print(_NOTHING)
                why = _HINT if last is None or not last.is_made else _NOT_COPIED
                for name in defined:
                    self._code(self.namespace[name], name, (why,) if name == defined[-1] else ())
        finally:
            self._deliver()
        for call, report in zip_longest(bound, self.reports):
            if call is None or call.line is None:  # a cell's own call has its Python result, and its report is shown
                self._raise_first(call, report)

    def _check_beside(self, count: int) -> None:
        """Refuse `--beside` for a single function, and for more than fit side by side."""
        if self.options.beside and count * (2 if self.options.diff else 1) not in (2, 3):
            remedy = "`%%autograph --beside f(27); g(27)`, or `--beside --diff f(27)` once its cell was edited"
            shown = "`--beside --diff` shows one call" if self.options.diff else "`--beside` shows two or three calls"
            raise self.line.error(shown, 0, len(self.line.text), remedy)

    def _check_static(self, bound: Sequence[BoundCall], defined: Sequence[str]) -> None:
        """Refuse a name for `--static` that is no argument of any call, and of no function of the cell."""
        known = dict.fromkeys(name for call in bound for name in arguments_of(call))
        for name in self.options.static if known else ():
            if name not in known and not any(name in _parameters(self.namespace[each]) for each in defined):
                at = self.line.text.index(name, self.line.text.index("--static") + len("--static"))
                remedy = f"`--static` with one of {', '.join(known)}"
                raise self.line.error(f"no call has an argument `{name}`", at, at + len(name), remedy)

    def _look(self, bound: BoundCall, over: Over | None, cell: Sequence[BoundCall]) -> None:
        if bound.is_call:
            report = with_used_trace(self._report(bound, over, len(cell) == 1), bound, cell)
            self.reports.append(report)
            if bound.target and not report.errors:
                self.namespace[bound.target] = report.value if report.python_value is None else report.python_value
        else:
            self._code(bound.function, bound.call.text)

    def _raise_first(self, bound: BoundCall | None, report: Report) -> None:
        """Raise a report's first error with a location; one without gets the call's."""
        located = [error for error in report.errors if error.span is not None]
        if located:
            raise self._shown(located[0], report)
        for error in report.errors:
            if bound is None:
                raise self._shown(error, report)
            shown = self._shown(error, report)
            raise self.line.error(shown.message, bound.call.start, bound.call.end, error.remedy, error.id) from error

    def _shown(self, error: NbgraphError, report: Report) -> NbgraphError:
        """Return a report's error as its page shows it: without paths of this machine, and private strings."""
        from nbgraph.core.paths import shortening  # late: few cells fail
        from nbgraph.widgets.payload.private import sayable

        say = sayable(report)
        message, remedy = say(shortening(report.text)(error.message)), say(error.remedy)
        if (message, remedy) == (error.message, error.remedy):
            return error
        shown = copy(error).with_traceback(error.__traceback__)
        shown.message, shown.remedy, shown.__cause__ = message, remedy, error.__cause__
        return shown

    @property
    def _timed(self) -> bool:
        return self.timing and self.options.timing

    def _report(self, bound: BoundCall, over: Over | None, alone: bool) -> Report:
        call = bound.call
        self.progress.step(call.text, "getting ready")
        options = {"title": call.text, "timing": self._timed, "call": True, **self._more(bound, over)}
        draws = alone and not (self.options.quiet or self.view)
        options |= {name: True for name, on in (("again", bound.line is not None), ("alone", draws)) if on}
        try:
            return self.backend.report(self._with_static(bound), bound.args, bound.kwargs, **options)
        except StoppedError as stop:
            if stop.result is not None:
                self.reports.append(stop.result)
            raise KeyboardInterrupt(f"{call.text} was stopped") from None
        except (TypeError, ValueError, OverflowError) as error:
            if has_user_frame(error.__traceback__):
                raise
            # Arguments that JAX or NumPy refuse: their own frames would say nothing about the user's line.
            message = f"`{call.text}` cannot run: {error_line(error)}"
            raise (bound.line or self.line).error(message, call.start, call.end) from error

    def _with_static(self, bound: BoundCall) -> Any:
        """Return the function of a call with `--static`, also where another cell or a decorator has made it."""
        names = [name for name in self.options.static if name in arguments_of(bound)]
        if set(names) <= set(getattr(bound.function, "static_argnames", ())):
            return bound.function
        from nbgraph.core.source.ownership import plain_function  # late: loading imports little

        return self.backend.function(plain_function(bound.function), names)

    def _over(self, bound: Sequence[BoundCall]) -> Over | None:
        given = self.options.sweep
        return None if given is None else sweep_of(given, self.line, self.namespace, bound)

    def _more(self, bound: BoundCall, over: Over | None) -> dict[str, Any]:
        """Return the report's extra options."""
        more: dict[str, Any] = {}
        if self.progress.display is not None or self.options.timings:
            tells = not self.options.predict
            more["on_step"] = lambda step, result="": self.progress.step(bound.call.text, step, result if tells else "")
            more["on_print"] = self.progress.overtaken
        if over is not None and over.name in arguments_of(bound):
            more["over"] = over
        more |= {name: True for name in ("hlo", "history") if getattr(self.options, name)}
        if self.options.diff:
            name = getattr(bound.function, "__name__", bound.call.text)
            before = self.versions.before(name)
            missing = f"There is no earlier version of {name} to compare with: edit its cell and run it again."
            more |= {"notes": (missing,)} if before is None else {"before": before}
        if notes := [*filter(None, [bound.note]), *self._earlier()]:
            more["notes"] = (*more.get("notes", ()), *notes)
        return more

    def _earlier(self) -> list[str]:
        """Return notes on the changes of the cell's earlier calls, which in Python the next one would see."""
        changes = {report.title: report.changed for report in self.reports if report.changed}
        if not changes:
            return []
        from nbgraph.core.timing.changes import since  # late: it imports NumPy

        return [since(title, names) for title, names in changes.items()]

    def _code(self, function: Any, title: str, notes: Sequence[str] = ()) -> None:
        """Add the converted code of a function, or of each method that a class defines, without a call."""
        functions = methods_of(function, title) if isinstance(function, type) else {}
        for name, each in (functions or {title: function}).items():
            more = {"notes": notes} if notes else {}
            self.reports.append(self.backend.report(each, (), {}, title=name, timing=False, call=False, **more))

    def _deliver(self) -> None:
        reports = tuple(map(self._asking, self.reports))
        if self.options.beside:
            from nbgraph.core.report import placed_beside  # late: loading imports little

            reports = placed_beside(reports)
        result = AutographResult(reports, lambda: self.backend.bundle(reports, self.view))
        if self.options.output:
            self.namespace[self.options.output] = result
        if self.options.predict and any(report.predict for report in reports):
            whole = tuple(replace(report, predict=False) for report in reports)
            self.hidden[:] = [AutographResult(whole, lambda: self.backend.bundle(whole, self.view))]
        if reports and not self.options.quiet:
            self.progress.step(reports[-1].title, "drawing the page")
            self._show(result)
        phases = self.progress.phases()
        self.progress.clear()
        if self.options.timings and not self.options.quiet:
            self.show(phases)

    def _asking(self, report: Report) -> Report:
        """Return the report with the requested language, and with a request for a guess if there is one."""
        has_value = self.options.predict and (report.value is not None or report.python_value is not None)
        if not (has_value or self.options.lang):
            return report
        return replace(report, lang=self.options.lang, predict=has_value)

    def _show(self, result: AutographResult) -> None:
        """Show a result; if it is stopped or cannot be drawn, as much as there is time for."""
        stopped = AutographResult(result.reports, lambda: self.backend.stopped_bundle(result.reports, self.view))
        if isinstance(sys.exception(), KeyboardInterrupt):
            self.show(stopped)
            return
        try:
            self.show(result)
        except EndedError:
            self.show(stopped)
        except BaseException as error:
            self.show(stopped)
            if isinstance(error, KeyboardInterrupt):
                raise KeyboardInterrupt("the drawing of the page was stopped") from None
            raise

    def _live(self, bound: Sequence[BoundCall], defined: Sequence[str]) -> None:
        end = len(self.line.text)
        if self.options.sweep or self.options.diff:
            other = "--sweep" if self.options.sweep else "--diff"
            raise self.line.error(f"`--live` and `{other}` do not go together", 0, end, "one of the two")
        if len(bound) > 1 or (not bound and len(defined) != 1):
            raise self.line.error("`--live` needs one function", 0, end, "`%%autograph --live a=1:1000 f(27)`")
        function = bound[0].function if bound else self.namespace[defined[0]]
        args, kwargs = (bound[0].args, bound[0].kwargs) if bound else ((), {})
        self.progress.step(getattr(function, "__name__", ""), "running the first call")
        try:
            live = self.backend.live(function, self._controls(function), args, kwargs, self._timed, self.view)
        except TypeError as error:  # a value that no control suits, or an argument without any value
            column = self.options.live[0][1]
            raise self.line.error(str(error), column, end, "`%%autograph --live a=1:1000 f(27)`") from error
        if self.options.output:
            self.namespace[self.options.output] = live
        if not self.options.quiet:
            self.show(live)

    def _controls(self, function: Any) -> dict[str, Any]:
        parameters = signature_of(function).parameters
        controls = {}
        for text, column in self.options.live:
            name, control = parse_control(text, column, self.line, self.namespace)
            if name not in parameters:
                message = f"the function has no argument `{name}`"
                remedy = f"`--live` with one of {', '.join(parameters)}" if parameters else "leave `--live` out"
                raise self.line.error(message, column, column + len(name), remedy)
            controls[name] = control
        return controls
