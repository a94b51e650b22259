"""Find what the loops of a traced program bind in an iteration: the user's names and their variables."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any

from nbgraph.core import _jax
from nbgraph.core.decisions import OWN_LENGTH
from nbgraph.core.executor.located import code_at
from nbgraph.core.functionalise.sites import made_up_word, place_of
from nbgraph.core.keys import is_key_type
from nbgraph.core.recording.tree import Block, Loop, Tree
from nbgraph.core.records import dataclass
from nbgraph.core.spans import Span
from nbgraph.core.staging.enumerated import ChosenText, texts_of
from nbgraph.core.staging.keyed import Dict
from nbgraph.core.staging.lists import Growing
from nbgraph.core.staging.strings import Spelled
from nbgraph.core.staging.trace import Binding, Computed, EventLog, Line
from nbgraph.core.staging.values import PAIRS, every_part

_FOUND = {*map(made_up_word, ("total", "count", "found", "failed", "listed"))}


@dataclass(frozen=True)
class Name:
    """A name, or a part of its value, that changes with the iterations."""

    label: str  # the name: `w`, `params['w']`
    value: Any  # its variable in the body's program; for a list the variable of its buffer
    lengths: tuple[Any, ...] = ()  # for a list those of its length, before it of its rows' lengths where they have any
    exists: Any = None  # the variable that is true if it has a value; None if it always has
    chosen: Binding | None = None  # for a string: the binding that turns its number into it


@dataclass(frozen=True)
class Watched:
    """A loop of the graph with its names."""

    equation: Any  # the equation that runs it
    span: Span  # its header
    header: str  # the text of that, of a long one the first line
    names: tuple[Name, ...]  # what an iteration binds, in the order of the source
    asks_last: bool = False  # whether an iteration ends with the next test, which may change names, too
    asks: Any = None  # for a loop with its test in its body, the variable that is true if an iteration is only the test

    @property
    def variables(self) -> tuple[Any, ...]:
        found = (part for name in self.names for part in (name.value, *name.lengths, name.exists) if part is not None)
        return tuple(dict.fromkeys(found))


def loops_of(log: EventLog, program: Any) -> list[Watched]:
    """Return the loops of a program, outer before inner."""
    root = Tree(log, program).root
    found: dict[int, Watched] = {}
    for loop in () if root is None else _loops(root):
        found.setdefault(id(loop.equation), _watched(loop, log))
    return [each for each in found.values() if each.names]


def _loops(block: Block) -> Iterator[Loop]:
    for item in block.items:
        if isinstance(item, Loop):
            yield item
            yield from _loops(item.body)
        elif isinstance(item, Block):
            yield from _loops(item)


def _watched(loop: Loop, log: EventLog) -> Watched:
    frame = loop.body.frame
    source, node = frame.owner.parsed.source, frame.owner.parsed.node
    line, end_line, column, end_column = loop.place
    span = source.span(line, column, end_line, end_column)
    written = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    body, _, same = _jax.body_of(loop.equation)
    inside = {*body.invars[same:], *(result for equation in body.eqns for result in equation.outvars)}
    latest: dict[str, Binding | None] = dict(loop.body.entered.bound)
    for each in loop.body.items:
        if isinstance(each, Line):
            latest.update(each.bound)
    header = code_at(span)
    if span.end_line > span.line or header == "while":  # whose test binds a name
        header = source.lines[line - 1].strip().removesuffix(":")
    is_inner = re.match(r"[(\[{].*? (?=for )", header)  # a comprehension's, whose names are not the function's
    own = {label: _own(label) if is_inner and label not in written else label for label in latest}
    names = [
        name
        for label, binding in latest.items()
        if own[label] in written | _FOUND and binding is not None
        for name in _names(own[label], binding, log, inside)
    ]
    header = header[is_inner.end() :] if is_inner else header
    tests = {place_of(each.test) for each in ast.walk(node) if isinstance(each, ast.While)}
    asked = (branch for each in loop.body.items if isinstance(each, Block) for branch in each.branches)
    left = (
        one
        for each in asked
        if each.which and not each.test and each.place in tests
        for one in log.staged_as(each.predicate)
    )
    asks = next((one for one in left if one in inside), None)
    return Watched(loop.equation, span, header, tuple(names), asks is None and _asks_last(loop.equation, header), asks)


def _own(label: str) -> str:
    """Return the name that the graph shows for a comprehension's variable.

    >>> _own("i_1"), _own("total"), _own("listed_2")
    ('i', 'sum(…)', "comprehension's list")
    """
    return made_up_word(label) or re.sub(r"_\d+$", "", label)


def _asks_last(equation: Any, header: str) -> bool:
    """Return whether a `while` carries the result of its test, since the test calls or binds something."""
    if equation.primitive.name != "while" or not ("(" in header or ":=" in header):
        return False
    return not _jax.opened(equation.params["cond_jaxpr"])[0].eqns


def _is_spelled(part: Any) -> bool:
    """Return whether a value, or each item of a list, is a string of characters or numbers of the run."""
    return isinstance(part.buffers, Spelled | ChosenText) if isinstance(part, Growing) else isinstance(part, Spelled)


def _zero(_: Any) -> int:
    return 0


def _has_strings(binding: Binding) -> bool:
    """Return whether a value has strings, which are numbers in the graph, or refuses to be rebuilt."""
    if binding.is_leaf:
        return False
    try:
        value = binding.value(_zero)
    except Exception:  # a class of the user's may refuse the substituted numbers
        return True
    return any(True for _ in texts_of(value)) or any(map(_is_spelled, every_part(value)))


def _names(label: str, binding: Binding, log: EventLog, inside: set[Any]) -> Iterator[Name]:
    """Yield the parts of a value whose variables an iteration computes or receives."""

    def found(variable: Any) -> Any:
        return next((one for one in log.staged_as(variable) if one in inside), None)

    exists = found(binding.exists.variable) if isinstance(binding.exists, Computed) else None
    if exists is None and binding.exists is not True:
        return
    is_dict = not binding.is_leaf and binding.tree.node_data()[0] is Dict
    parts = [(part, found(variable)) for part, variable in binding.parts(f"{label}{PAIRS}" if is_dict else label)]
    if _has_strings(binding):
        if len(parts) == 1 and parts[0][1] is not None and isinstance(binding.value(_zero), ChosenText):
            yield Name(label, parts[0][1], (), exists, binding)
        return
    sizes = [variable for part, variable in parts if part == label + OWN_LENGTH]
    lengths = tuple(sizes) if all(variable is not None for variable in sizes) else ()
    for part, variable in parts:
        is_length = lengths != () and part == label + OWN_LENGTH
        if variable is not None and not is_length and not is_key_type(variable.aval.dtype):
            is_column = part[len(label) :].startswith("[") and lengths  # as `path[…][0]`, the first of each pair
            yield Name(f"{label}[…]{part[len(label) :]}" if is_column else part, variable, lengths, exists)
