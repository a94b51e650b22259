"""Run `nbgraph explain`: one function of a file, and one call of it, in the worker and under a time limit."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nbgraph.core.errors import NbgraphError
from nbgraph.core.one_line import on_one_line

if TYPE_CHECKING:
    from nbgraph.core.report import Report
    from nbgraph.core.timing.sizes import Over

_OURS = (__file__, "<frozen importlib")


class Problem(Exception):
    """The command cannot do its work; the message is for the user."""

    def __init__(self, message: str, code: int = 2) -> None:
        self.code = code  # the exit code: 1 when what the command names fails, 2 when the command line is wrong
        super().__init__(message)


def explain(
    path: Path,
    name: str,  # its name there, with dots for what is inside a class
    arguments: str | None,  # the call's arguments as Python writes them; None for no call
    *,
    output: Path | None = None,
    text: bool = True,  # whether to print the text form
    timing: bool = True,  # whether to measure
    limit: float = 120.0,  # seconds after which the call is stopped
    hlo: bool = False,  # whether to show the program that XLA makes, too
    sweep: str | None = None,  # the sizes at which to measure the call, as `ng.sweep` understands them
    # file and name of another version of the function, to show what changed since
    before: tuple[Path, str] | None = None,
) -> int:
    """Explain a function on the command line.

    Returns:
        The exit code: 0, or 1 when there are errors in what is shown.

    Raises:
        Problem: there is nothing to show.
    """
    from nbgraph.widgets.show import Shown
    from nbgraph.widgets.text import visible

    function = found(load(path), name, path)
    args, kwargs = ((), {}) if arguments is None else values(arguments)
    options = {"title": _title(name, arguments), "timing": timing, "call": arguments is not None, "hlo": hlo}
    if sweep is not None:
        options["over"] = _over(sweep, function, args, kwargs)
    if before is not None:
        options["before"] = found(load(before[0]), before[1], before[0])
    report, ended = _report(function, args, kwargs, limit, **options)
    shown = Shown((report,))
    if output is not None:
        try:
            shown.save(output)
        except (OSError, RuntimeError, ValueError) as error:
            raise Problem(f"{output} was not written: {error}", code=1) from error
        print(f"{output} written", file=sys.stderr)
    if text:
        parts = (shown, report.comparison, report.sweep)
        has_only_code = arguments is None and before is None
        # A text of the function's shall not turn the terminal's colours, nor its title.
        print(_code(report) if has_only_code else visible("\n\n".join(map(str, filter(None, parts)))))
    else:
        for each in report.errors:
            print(visible(f"nbgraph: {str(each).partition(chr(10))[0]}"), file=sys.stderr)
    return 0 if ended and not report.errors else 1


def load(path: Path) -> Any:
    """Return the file as a module, imported as `python FILE` does with its neighbours, but not as `__main__`.

    Raises:
        Problem: there is no such file, or it fails; then Python's own traceback has been printed.
    """
    if not path.is_file():
        raise Problem(f"there is no file {str(path)!r}")
    name = path.stem if path.stem.isidentifier() else "explained"
    spec = importlib.util.spec_from_file_location(name, path.resolve())
    if spec is None or spec.loader is None:
        raise Problem(f"{str(path)!r} is no Python file: its name has to end in .py")
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(path.resolve().parent))
    while name in sys.modules:  # the other version's file may have the same name
        name += "_"
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        print("".join(_as_python_shows(error)), end="", file=sys.stderr)
        raise Problem(f"{str(path)!r} cannot be imported", code=1) from None
    return module


def _as_python_shows(error: BaseException) -> list[str]:
    frames = error.__traceback__
    while frames is not None and frames.tb_frame.f_code.co_filename.startswith(_OURS):
        frames = frames.tb_next
    return traceback.format_exception(type(error), error.with_traceback(frames), frames)


def found(module: Any, name: str, path: Path) -> Callable[..., Any]:
    """Return the function of that name; a method is bound to an instance made without arguments.

    Raises:
        Problem: there is none, or a method whose instance needs arguments.
    """
    owner, value, so_far = None, module, ""
    for part in name.split("."):
        if not hasattr(value, part):
            have = ", ".join(sorted(key for key, item in vars(value).items() if _is_own(item, module)))
            raise Problem(f"{path.name} has no `{so_far}{part}`; it has {have or 'no functions'}")
        owner, value, so_far = value, getattr(value, part), f"{so_far}{part}."
    if isinstance(owner, type) and not hasattr(value, "__self__") and callable(value):
        if isinstance(vars(owner).get(name.rpartition(".")[2]), staticmethod):
            return value  # type: ignore[no-any-return]
        try:
            value = getattr(owner(), name.rpartition(".")[2])
        except Exception as error:
            remedy = "write a function in the file that makes one and calls the method"
            why = f"`{owner.__name__}()` failed ({type(error).__name__}: {error})"
            raise Problem(f"`{name}` needs an instance, and {why}; {remedy}") from error
    if not callable(value) or isinstance(value, type):
        raise Problem(f"`{name}` in {path.name} is of type {type(value).__name__}, not a function")
    return value  # type: ignore[no-any-return]


def _is_own(item: object, module: Any) -> bool:
    return callable(item) and getattr(item, "__module__", module.__name__) == module.__name__


def values(text: str) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return the arguments in a text: literals, and shapes without data. Nothing in it is run.

    >>> values("27, [1, 2], n=-3")
    ((27, [1, 2]), {'n': -3})
    >>> values("f32[3, 4]")[0]
    (ShapeDtypeStruct(shape=(3, 4), dtype=float32),)

    Raises:
        Problem: the text is no list of arguments.
    """
    from nbgraph.magics.abstract import AbstractValues, fill_empty_shapes

    try:
        call = ast.parse(fill_empty_shapes(f"f({text}\n)"), mode="eval").body
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
            raise ValueError("these are no arguments")
        placeholders = AbstractValues(call, {})

        def value(node: ast.expr) -> Any:
            for part in ast.walk(node):
                if isinstance(part, ast.Subscript):
                    ast.literal_eval(part.slice)  # a shape is read as an expression otherwise
            changed = placeholders.visit(node)
            if isinstance(changed, ast.Name) and changed.id in placeholders.values:
                return placeholders.values[changed.id]
            try:
                return ast.literal_eval(changed)
            except ValueError:
                raise ValueError(f"`{ast.unparse(changed)}` is neither a value nor a shape") from None

        if any(keyword.arg is None for keyword in call.keywords):
            raise ValueError("`**` has nothing to unpack here")
        return tuple(map(value, call.args)), {str(word.arg): value(word.value) for word in call.keywords}
    except (ValueError, SyntaxError, TypeError, NameError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else str(error)
        hint = "literals such as 27, 'text', [1, 2] or n=3, and shapes such as f32[3, 4]"
        raise Problem(f"--args {text!r} cannot be read ({reason}); it takes {hint}") from error


def _over(text: str, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Over:
    """Return the sweep that the text describes; raise `Problem` if it does not fit the call."""
    from nbgraph.core.timing.sizes import parse_over

    try:
        over = parse_over(text, ast.literal_eval)
        given = inspect.signature(function).bind(*args, **kwargs).arguments
    except (ValueError, SyntaxError, TypeError, NbgraphError) as error:
        remedy = "it takes a=1:1000, a=10,100,1000 or len(x)=10:10000"
        raise Problem(f"--sweep {text!r} cannot be read ({error}); {remedy}") from error
    if over.name not in given:
        raise Problem(f"--sweep {text!r}: the call has no argument `{over.name}`; it has {', '.join(given) or 'none'}")
    return over


def _title(name: str, arguments: str | None) -> str:
    short = name.rpartition(".")[2]
    return short if arguments is None else f"{short}({on_one_line(arguments)})"


def _report(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], limit: float, **options: Any
) -> tuple[Report, bool]:
    """Return the report, and whether it is complete; it is not after the time limit."""
    from nbgraph.core.worker.process import StoppedError
    from nbgraph.core.worker.reports import report

    late = threading.Event()
    watch = threading.Timer(limit, late.set)
    watch.daemon = True
    watch.start()
    try:
        return report(function, args, kwargs, stop=late, **options), True
    except StoppedError as stopped:
        if not late.is_set():  # Ctrl-C
            raise
        note = f"{options['title']} did not end within {limit:g} s; --limit SECONDS gives it more."
        print(f"nbgraph: {note}", file=sys.stderr)
        found: Report = stopped.result
        return replace(found, notes=(*found.notes, note)), False
    except NbgraphError as error:
        raise Problem(f"{type(error).__name__}: {error}", code=1) from error
    except (TypeError, ValueError, OverflowError) as error:
        raise Problem(f"{options['title']} cannot run: {type(error).__name__}: {error}", code=1) from error
    finally:
        watch.cancel()


def _code(report: Report) -> str:
    return "" if report.converted_code is None else report.converted_code.text.rstrip("\n")
