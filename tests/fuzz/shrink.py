"""Makes a program smaller as long as it stays interesting: statements out, blocks opened, expressions cut."""

from __future__ import annotations

import ast
import copy
import signal
import time
from collections.abc import Callable, Iterator
from types import FrameType


class OutOfTime(BaseException):
    """A variant ran for too long; no `except Exception` of anybody's may catch it."""


_BLOCKS = ("body", "orelse", "finalbody")


def shrink(source: str, interesting: Callable[[str], bool], *, seconds: float, each: float) -> str:
    """The smallest variant found of a module's text.

    Args:
        source: a text that is interesting.
        interesting: whether a text still shows what it is about.
        seconds: when to be content with what there is.
        each: how long one variant may take: one that lost its counter would run for ever.
    """
    end = time.monotonic() + seconds
    found = True
    while found:
        found = False
        for variant in _variants(source):
            if time.monotonic() > end:
                return source
            if len(variant) < len(source) and _within_time(interesting, variant, each):
                source, found = variant, True
                break
    return source


def _variants(source: str) -> Iterator[str]:
    """Every text one step smaller, large steps first."""
    tree = ast.parse(source)
    yield from _smaller(tree, _statement_edits)
    yield from _smaller(tree, _expression_edits)


def _smaller(tree: ast.Module, edits: Callable[[ast.Module], Iterator[Callable[[], None]]]) -> Iterator[str]:
    for number in range(sum(1 for _ in edits(tree))):
        changed = copy.deepcopy(tree)
        next(edit for index, edit in enumerate(edits(changed)) if index == number)()
        if all(_ends(node) for node in ast.walk(changed) if isinstance(node, ast.While)):
            yield ast.unparse(ast.fix_missing_locations(changed)) + "\n"


def _ends(loop: ast.While) -> bool:
    """Whether the counter that ends a generated loop is still tested, and still moves."""
    counters = {node.id for node in ast.walk(loop.test) if isinstance(node, ast.Name) and node.id.startswith("k")}
    if any(isinstance(node, ast.NamedExpr) and node.target.id in counters for node in ast.walk(loop.test)):
        return isinstance(loop.test, ast.Compare) and "- 1)" in ast.unparse(loop.test)
    if isinstance(loop.test, ast.Constant) and loop.test.value is True and len(loop.body) > 1:
        leave = ast.unparse(loop.body[1]).split("\n")
        counters = {leave[0].split()[1]} if len(leave) == 2 and leave[1].strip() == "break" else set()
    first = ast.unparse(loop.body[0])
    return any(first in (f"{k} -= 1", f"{k} = {k} + 1") for k in counters)


def _statement_edits(tree: ast.Module) -> Iterator[Callable[[], None]]:
    for node in ast.walk(tree):
        for name in _BLOCKS:
            block = getattr(node, name, None)
            if isinstance(block, list):
                yield from (_replacing(block, index, []) for index in range(len(block)))
                yield from (_replacing(block, i, inner) for i, child in enumerate(block) for inner in _opened(child))
        for name in ("elts", "names", "args"):
            parts = getattr(node, name, None)
            if isinstance(parts, list) and len(parts) > 1 and isinstance(node, ast.Tuple):
                yield from (_replacing(parts, index, []) for index in range(len(parts)))


def _replacing(block: list, index: int, new: list) -> Callable[[], None]:
    def edit() -> None:
        block[index : index + 1] = new
        if not block:
            block.append(ast.Pass())

    return edit


def _opened(node: ast.stmt) -> Iterator[list[ast.stmt]]:
    if isinstance(node, ast.FunctionDef):
        return
    for name in _BLOCKS:
        block = getattr(node, name, None)
        if isinstance(block, list) and block:
            yield block
    if isinstance(node, ast.If | ast.For | ast.While) and node.orelse:
        yield [_without_else(node)]


def _without_else(node: ast.If | ast.For | ast.While) -> ast.stmt:
    fields = dict(ast.iter_fields(node)) | {"orelse": []}
    return ast.copy_location(type(node)(**fields), node)


def _expression_edits(tree: ast.Module) -> Iterator[Callable[[], None]]:
    for node in ast.walk(tree):
        for name, value in ast.iter_fields(node):
            if isinstance(value, ast.expr) and name != "func":
                yield from (_setting(node, name, new) for new in _cuts(value))
            elif isinstance(value, list):
                pairs = [(i, new) for i, item in enumerate(value) if isinstance(item, ast.expr) for new in _cuts(item)]
                yield from (_replacing(value, index, [new]) for index, new in pairs)


def _setting(node: ast.AST, name: str, value: ast.expr) -> Callable[[], None]:
    return lambda: setattr(node, name, value)


def _cuts(node: ast.expr) -> Iterator[ast.expr]:
    """Smaller expressions in place of one: a constant, or a part of it."""
    if isinstance(getattr(node, "ctx", None), ast.Store | ast.Del):
        return
    if not isinstance(node, ast.Constant | ast.Name):
        yield ast.Constant(1)
        yield from (child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr))
    elif isinstance(node, ast.Name):
        yield ast.Constant(1)


def _within_time(interesting: Callable[[str], bool], source: str, seconds: float) -> bool:
    def stop(signal_number: int, frame: FrameType | None) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return interesting(source)
    except (Exception, OutOfTime):
        return False
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
