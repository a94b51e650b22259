"""`%%autograph` and `%autograph`."""

from __future__ import annotations

import ast
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from IPython.core.error import UsageError
from IPython.core.interactiveshell import ExecutionResult
from IPython.core.magic import Magics, line_cell_magic, magics_class, no_var_expand
from IPython.display import display
from traitlets import Bool, Enum, TraitError, Unicode, validate

from nbgraph.core.as_loaded import as_loaded, as_patched
from nbgraph.core.errors import CallError
from nbgraph.core.worker.interrupts import interrupts
from nbgraph.magics.arguments import LANGUAGES, PANES, Options, help_text, parse_options, split, with_options
from nbgraph.magics.backend import Backend
from nbgraph.magics.cell import (
    Body,
    Place,
    awaits,
    find_place,
    interruptible,
    name_plain,
    new_classes,
    new_functions,
    register,
    run,
    run_now,
)
from nbgraph.magics.errors import shorten_stop, shown_frames
from nbgraph.magics.line import MagicLine
from nbgraph.magics.progress import Progress
from nbgraph.magics.result import AutographResult, reveal
from nbgraph.magics.session import Session, convert
from nbgraph.magics.versions import Versions

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

    from nbgraph.magics.last_call import LastCall


@magics_class
class Autograph(Magics):
    """See the JAX graph that plain Python becomes."""

    view = Unicode("", help="Panes shown unless --view is given, separated by commas; empty for all.").tag(config=True)
    timing = Bool(True, help="Whether calls are measured; --no-timing switches it off for one cell.").tag(config=True)

    lang = Enum(("", *LANGUAGES), "", help="Language of the page; empty for English.").tag(config=True)

    backend = Backend()
    shell: InteractiveShell

    def __init__(self, shell: InteractiveShell) -> None:
        super().__init__(shell)
        self._versions = Versions()
        self._hidden: list[AutographResult] = []
        self._begin = 0.0

    @validate("view")
    def _known_panes(self, proposal: Any) -> str:
        unknown = [pane for pane in split(proposal["value"]) if pane not in PANES]
        if unknown:
            raise TraitError(f"there is no pane {unknown[0]!r}; choose from {', '.join(PANES)}")
        return str(proposal["value"])

    @with_options
    @no_var_expand
    @line_cell_magic
    def autograph(self, line: str, cell: str | None = None) -> Any:
        __tracebackhide__ = True  # IPython looks for this name in a frame, and leaves the frame out
        with as_loaded():
            return self._autograph(line, cell)

    def _autograph(self, line: str, cell: str | None) -> Any:
        __tracebackhide__ = True
        self._begin = time.monotonic()
        self.backend.start()  # while the cell runs
        interrupts.heed()  # what came before is not for this cell
        place = find_place(self.shell)
        where = MagicLine(line, place.number, place.line, "%autograph " if cell is None else "%%autograph ")
        try:
            options: Options | CallError = parse_options(self.autograph, where)
        except CallError as error:
            options = error
        self.backend.divide_processor(None if isinstance(options, CallError) else options.devices)
        if isinstance(options, Options) and options.help:
            print(help_text(self.autograph))
        elif cell is None or not cell.strip():
            self._run_line(where, options)
        else:
            return self._run_cell(where, options, cell, place)
        return None

    def _run_line(self, line: MagicLine, options: Options | CallError) -> None:
        __tracebackhide__ = True
        if isinstance(options, CallError):
            raise options
        if options.reveal:
            reveal(self._hidden, line.text[options.start :])
            return
        if not line.text[options.start :].strip():
            raise UsageError("%autograph needs a call, as in `%autograph f(3)`; `%autograph --help` shows more")
        try:
            with interruptible(), self._progress(options).running() as progress:
                self.backend.load()
                self._session(line, options, progress).run()
        except BaseException as error:
            shorten_stop(error)
            raise error.with_traceback(shown_frames(error)) from error.__cause__

    def _run_cell(self, line: MagicLine, options: Options | CallError, text: str, place: Place) -> Any:
        # The result of the cell we are part of: an error noted there, once shown, makes the cell a failed one.
        outer = self.shell.displayhook.exec_result
        result = ExecutionResult(None) if outer is None else outer
        with interruptible():
            body = register(text, line.text, place, self.shell)
        last = self._last_call(line, options, body, place)
        steps = self._steps(line, options, body, result, last)
        if awaits(body.text, self.shell):
            return steps
        run_now(steps)
        if outer is None:
            result.raise_error()
        return None

    def _last_call(self, line: MagicLine, options: Options | CallError, body: Body, place: Place) -> LastCall | None:
        """Return the object that notes the cell's calls; None where the magic's line has one, or nothing is shown."""
        if isinstance(options, CallError) or line.text[options.start :].strip():
            return None
        if options.quiet and not options.output:
            return None
        from nbgraph.magics.last_call import LastCall  # late: loading imports little

        before = dict(self.shell.user_ns)

        def converted(function: ast.expr) -> Callable[..., Any]:
            self.backend.load()
            names, code = dict(self.shell.user_ns), compile(ast.Expression(function), body.file, "eval")
            convert(new_functions(before, names, body.file), names, self.backend, options.static)
            plain, found = eval(code, self.shell.user_ns), eval(code, names)
            return self.backend.function(found, options.static) if found is plain else found  # as one under `jax.jit`

        return LastCall(self.shell.user_ns, place.number, converted)

    async def _steps(
        self,
        line: MagicLine,
        options: Options | CallError,
        body: Body,
        result: ExecutionResult,
        last: LastCall | None,
    ) -> None:
        before = dict(self.shell.user_ns)
        try:
            with interrupts.noticing(), as_patched():
                ran = await run(body, self.shell, result, last)
                if not ran and (last is None or not last.has_raised(result.error_in_exec)):
                    return
        finally:
            if last is not None:
                last.end()
        with as_loaded():
            self._ran(line, options, body, result, before, last)

    def _ran(
        self,
        line: MagicLine,
        options: Options | CallError,
        body: Body,
        result: ExecutionResult,
        before: dict[str, Any],
        last: LastCall | None,
    ) -> None:
        functions = new_functions(before, self.shell.user_ns, body.file)
        name_plain(before, self.shell.user_ns, body.file)
        classes = new_classes(before, self.shell.user_ns, body.file)
        bound = {name: value for name, value in self.shell.user_ns.items() if before.get(name, before) is not value}
        try:
            with interruptible():
                self._versions.note(functions, bound)
                self._look(line, options, functions, classes, last)
        except BaseException as error:
            shorten_stop(error)
            result.error_in_exec = error
            self.shell.showtraceback((type(error), error, shown_frames(error)), tb_offset=0)

    def _look(
        self,
        line: MagicLine,
        options: Options | CallError,
        functions: Mapping[str, Any],
        classes: list[str],
        last: LastCall | None,
    ) -> None:
        with self._progress(options).running() as progress:
            progress.step("", "loading JAX")
            self.backend.load()
            progress.step("", "converting the functions")
            static = options.static if isinstance(options, Options) else ()
            convert(functions, self.shell.user_ns, self.backend, static)
            if isinstance(options, CallError):
                raise options
            names: dict[int, str] = {}
            for name, function in functions.items():
                names.setdefault(id(function), name)
            self._session(line, options, progress).run((*names.values(), *classes), last)

    def _progress(self, options: Options | CallError) -> Progress:
        replaceable = getattr(self.shell, "kernel", None) is not None
        quiet = isinstance(options, CallError) or options.quiet
        return Progress(display if replaceable and not quiet else None, begin=self._begin)

    def _session(self, line: MagicLine, options: Options, progress: Progress) -> Session:
        view = options.view or split(self.view)
        options = replace(options, lang=options.lang or self.lang)
        show = partial(_show, progress)
        return Session(
            line,
            options,
            self.shell.user_ns,
            self.backend,
            show,
            self.timing,
            view,
            self._versions,
            progress,
            hidden=self._hidden,
        )


def _show(progress: Progress, value: Any) -> None:
    if hasattr(value, "_repr_mimebundle_"):
        # Rendered here rather than by the display machinery, which would print a failure and carry on.
        data = value._repr_mimebundle_()
        if not progress.replace(data):
            display(data, raw=True)
    elif value is not None:
        display(value)
