"""Run a cell's body as the cell itself, and find the functions it defines.

The body goes through the shell's own machinery, `run_ast_nodes` included, so that input transformations, future
statements, `await`, displayed values, tracebacks and interrupts are those of a plain cell. It runs under the name the
whole cell was compiled under, one line further down, so that every line has the number the editor shows.
"""

from __future__ import annotations

import ast
import functools
import inspect
import itertools
import linecache
import re
import signal
import sys
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

from IPython.core.displayhook import DisplayHook
from IPython.core.error import InputRejected
from IPython.core.inputtransformer2 import cell_magic
from IPython.core.interactiveshell import ExecutionResult

from nbgraph.core.errors import frames_of
from nbgraph.core.records import dataclass

_FIRST_LINE = re.compile(r"%%autograph(\s|$)")

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

    from nbgraph.magics.last_call import LastCall

_OUTPUT_NAME = re.compile(r"_\d*|__|___")
_NOT_FUNCTIONS = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


@dataclass(frozen=True)
class Place:
    """Where a magic was called from."""

    file: str | None  # the name the calling cell was compiled under; None if no cell called
    number: int  # the cell's prompt number
    line: int  # the line of the call
    is_whole_cell: bool  # the cell consists of the magic and nothing else


def find_place(shell: InteractiveShell) -> Place:
    """Return the cell and the line from which the running magic was called."""
    for frame in frames_of(sys._getframe()):
        label = shell.compile.format_code_name(frame.f_code.co_filename)
        if label is not None:
            file = frame.f_code.co_filename
            match = re.search(r"\d+", label[1])
            lines = linecache.getlines(file)
            whole = len(lines) == 1 and "run_cell_magic('autograph'" in lines[0]
            return Place(file, int(match[0]) if match else 0, frame.f_lineno, whole)
    return Place(None, shell.execution_count, 1, False)


@dataclass(frozen=True)
class Body:
    """A cell's body, ready to run."""

    file: str  # the name to compile it under
    # Python text with the line numbers of the cell; line 1 is the magic's line, as a comment, so that the whole
    # stays valid Python for those who parse it
    text: str
    problem: SyntaxError | None = None  # what kept IPython from transforming the body; None if nothing did


def register(body: str, line: str, place: Place, shell: InteractiveShell) -> Body:
    """Transform a body as IPython does, and register the result as the source for tracebacks and the converter."""
    # IPython drops empty lines at the start, and with them the count.
    empty = list(itertools.takewhile(str.isspace, body.splitlines(keepends=True)))
    first = f"# %%autograph {line}".rstrip() + "\n"
    problem = None
    try:
        text = first + "".join(empty) + shell.transform_cell(body)
    except SyntaxError as error:
        problem, text = error, first + body
    file = _publish(text, f"%%autograph {line}\n{body}", place, shell)
    if problem is not None:
        problem.filename, problem.lineno = file, (problem.lineno or 1) + len(empty) + 1
    return Body(file, text, problem)


def _publish(text: str, raw: str, place: Place, shell: InteractiveShell) -> str:
    if place.file is None or not place.is_whole_cell:
        return shell.compile.cache(text, place.number, raw_code=raw)
    # A modification time of None keeps `linecache.checkcache` from dropping a file that is not on disk.
    linecache.cache[place.file] = (len(text), None, text.splitlines(keepends=True), place.file)
    return place.file


async def run(body: Body, shell: InteractiveShell, result: ExecutionResult, last: LastCall | None = None) -> bool:
    """Run a cell's body and show its output; errors are shown and noted in `result`, not raised.

    Args:
        last: notes what the cell's calls are given; None to note nothing.

    Returns:
        Whether the cell ran to its end.
    """
    try:
        tree = _parse(body, shell)
    except (OverflowError, SyntaxError, ValueError, TypeError, MemoryError) as error:
        result.error_before_exec = error
        shell.showsyntaxerror()
        return False
    except InputRejected as error:
        result.error_before_exec = error
        shell.showtraceback()
        return False
    if last is not None:
        tree = last.watch(tree, body.text)
    # The shell looks for the semicolon in the history, where the cell ends in the magic's bracket.
    silent = DisplayHook.semicolon_at_end_of_expression(body.text)
    interactivity = "none" if silent else shell.ast_node_interactivity
    raised = await shell.run_ast_nodes(
        tree.body, body.file, interactivity=interactivity, compiler=shell.compile, result=result
    )
    return not raised


def _parse(body: Body, shell: InteractiveShell) -> ast.Module:
    if body.problem is not None:
        raise body.problem
    return shell.transform_ast(shell.compile.ast_parse(body.text, filename=body.file))  # type: ignore[no-any-return]


def awaits(text: str, shell: InteractiveShell) -> bool:
    """Return whether a transformed cell has a top-level `await`, and so must run in the event loop."""
    if not shell.autoawait or ("await" not in text and "async" not in text):
        return False
    from nbgraph.core.source.text import compile_again  # loading the extension imports little

    try:
        code = compile_again(text, "<cell>", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)  # it warns where it is run
    except (SyntaxError, ValueError):
        return False
    return bool(code.co_flags & inspect.CO_COROUTINE)


def run_now(coroutine: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine that never awaits; raise `RuntimeError` if it does."""
    try:
        coroutine.send(None)
    except StopIteration:
        return
    coroutine.close()
    raise RuntimeError("`await` at the top of a %%autograph cell needs the extension to be loaded by %load_ext nbgraph")


@contextmanager
def interruptible() -> Iterator[None]:
    """Let Stop interrupt nbgraph's own work: in a cell that awaits, the kernel only notes it for the next `await`."""
    handler = signal.getsignal(signal.SIGINT)
    if handler is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    from nbgraph.core.worker.interrupts import interrupts  # late: loading imports little

    signal.signal(signal.SIGINT, interrupts.press)
    try:
        interrupts.check()
        with interrupts.noticing():
            yield
    finally:
        interrupts.heed()
        signal.signal(signal.SIGINT, handler)


def new_functions(before: dict[str, Any], after: dict[str, Any], file: str) -> dict[str, FunctionType]:
    """Return the functions that running `file` has bound to names, in the order of their definitions.

    Functions wrapped by a decorator count, if the wrapper is a plain function. Generators and coroutines are left out:
    a graph cannot compute them, and helpers of the cell may rely on them.
    """
    found = {
        name: (code.co_firstlineno, value)
        for name, value in after.items()
        if isinstance(value, FunctionType)
        and before.get(name) is not value
        and not _OUTPUT_NAME.fullmatch(name)
        and (code := _code_in(value, file)) is not None
    }
    return {name: found[name][1] for name in sorted(found, key=lambda name: found[name][0])}


def name_plain(before: dict[str, Any], after: dict[str, Any], file: str) -> None:
    """Give functions under `functools.cache`, which are not converted, an attribute `python_function`."""
    for name, value in after.items():
        inner = getattr(value, "__wrapped__", None) if isinstance(value, functools._lru_cache_wrapper) else None
        if isinstance(inner, FunctionType) and before.get(name) is not value and _code_in(inner, file) is not None:
            value.python_function = inner


def new_classes(before: dict[str, Any], after: dict[str, Any], file: str) -> list[str]:
    """Return the names of the classes that running `file` has defined, in the order of their definitions."""
    found = {
        name: min(lines)
        for name, value in after.items()
        if isinstance(value, type) and before.get(name) is not value and not _OUTPUT_NAME.fullmatch(name)
        if (lines := [code.co_firstlineno for f in methods_of(value, "").values() if (code := _code_in(f, file))])
    }
    return sorted(found, key=lambda name: found[name])


def methods_of(cls: type, name: str) -> dict[str, FunctionType]:
    """Return the user's methods in a class, as `name.method`, without generated ones, as of a dataclass.

    >>> class A:
    ...     def f(self): pass
    ...     g = staticmethod(len)
    ...     h = property(lambda self: 1)
    >>> list(methods_of(A, "A"))
    ['A.f', 'A.h']
    """
    from nbgraph.core.source.ownership import is_user_function  # late: loading imports little

    inner = {
        key: member.fget if isinstance(member, property) else getattr(member, "__func__", member)
        for key, member in vars(cls).items()
    }
    return {
        f"{name}.{key}": function
        for key, function in inner.items()
        if isinstance(function, FunctionType) and is_user_function(function)
        if not function.__code__.co_flags & _NOT_FUNCTIONS and function.__code__.co_filename != "<string>"
    }


def _code_in(function: FunctionType, file: str) -> CodeType | None:
    from nbgraph.core.source.ownership import plain_function  # late: loading imports little

    if plain_function(function) is not function or function.__code__.co_flags & _NOT_FUNCTIONS:
        return None
    codes = (getattr(layer, "__code__", None) for layer in (inspect.unwrap(function), function))
    return next((code for code in codes if code is not None and code.co_filename == file), None)


class CellTransform:
    """An input transformer for three things that a cell magic itself cannot do.

    - Empty lines above the magic, which IPython drops, count: they move below it.
    - An empty body, which IPython refuses, makes it the line magic: `%%autograph --help`.
    - `await` at the top level: the call of the magic is awaited in the kernel's own event loop.
    """

    has_side_effects = True
    """Keeps it out of IPython's question whether the input is complete: a first line typed alone is not."""

    def __init__(self, shell: InteractiveShell) -> None:
        self._shell = shell

    def __call__(self, lines: list[str]) -> list[str]:
        first = next((index for index, line in enumerate(lines) if not line.isspace()), None)
        if first is None or not _FIRST_LINE.match(lines[first]):
            return lines
        body = lines[:first] + lines[first + 1 :]
        if not "".join(body).strip():
            return [lines[first][1:]]
        cell = [lines[first], *body]
        return ["await " + line for line in cell_magic(cell)] if self._waits("".join(body)) else cell

    def _waits(self, body: str) -> bool:
        if "await" not in body and "async" not in body:
            return False
        try:
            return awaits(self._shell.transform_cell(body), self._shell)
        except SyntaxError:  # reported, with its place, when the cell runs
            return False
