"""Program texts as running functions whose source can be found."""

from __future__ import annotations

import contextlib
import itertools
import linecache
import sys
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

_serial = itertools.count()
PREFIX = "<fuzz "


@dataclass(frozen=True)
class Loaded:
    """A program's names, under a file name of its own.

    Attributes:
        namespace: the module's globals.
        marks: what `mark(key, value)` was called with so far.
    """

    namespace: dict[str, Any]
    marks: list[tuple[int, str]]

    @property
    def program(self) -> Callable[..., Any]:
        return self.namespace["program"]


@contextlib.contextmanager
def loaded(source: str) -> Iterator[Loaded]:
    """Run a module's text; its source is registered as long as the context lasts."""
    file = f"{PREFIX}{next(_serial)}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    marks: list[tuple[int, str]] = []

    def mark(key: int, value: Any) -> Any:
        marks.append((key, repr(value)))
        return value

    @contextlib.contextmanager
    def bracket(key: int) -> Iterator[None]:
        marks.append((key, "enter"))
        try:
            yield
        finally:
            marks.append((key, "exit"))

    module = types.ModuleType(file)
    module.__dict__.update(__file__=file, mark=mark, bracket=bracket)
    sys.modules[file] = module  # where dataclasses look for it
    try:
        exec(compile(source, file, "exec"), module.__dict__)
        yield Loaded(module.__dict__, marks)
    finally:
        del linecache.cache[file], sys.modules[file]
