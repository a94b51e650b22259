"""Turn a record into compact plain data, which the stepper in the page reads.

What many steps share is written once. A step has a *place*: its line, and the nodes and variables that get values in
it;
the step itself is then a number for the place and one for each value, into a table of strings. A variable's value in
Python is left out where the graph's is the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nbgraph.core.recording.model import Recording, Step

Data = dict[str, Any]
Values = dict[str, str | None]


class _Table:
    """Numbers each item at its first use."""

    def __init__(self) -> None:
        self.items: dict[Any, int] = {}

    def number(self, item: Any) -> int:
        return self.items.setdefault(item, len(self.items))


def data(recording: Recording) -> Data:
    """Return the record, as described in `widgets/static/payload.d.ts`.

    >>> from nbgraph.core.recording.model import Recording
    >>> data(Recording("f()", "f.py", (), 1))["places"]
    []
    """
    texts, places, nodes = _Table(), _Table(), _Table()
    names = {(0, name): number for number, name in enumerate(recording.names)}
    for step in recording.steps:
        for name in (*dict(step.values), *dict(step.python)):
            names.setdefault((step.way, name), len(names))
    order: list[int] = []
    values: list[int] = []
    more: list[int] = []
    python: list[int] = []
    moves: list[int] = []
    printed: list[tuple[int, str]] = []
    apart: list[int] = []
    states: dict[tuple[int, int], tuple[Values, Values]] = {}
    beside = any(step.python for step in recording.steps)
    at, differing, calls, call = (-1, 0), dict[int, set[str]](), list[int](), (0, 0)
    for index, step in enumerate(recording.steps):
        here = (step.way, step.begun)
        known, real = states.setdefault(here, ({}, {}))
        if here != call:
            call = here
            calls += [index, *here]
        bound = dict(step.values)
        own = {value.name: value.text for value in step.nodes if value.name}
        slots = tuple((nodes.number(value.node), names.get((step.way, value.name), -1)) for value in step.nodes)
        order.append(places.number((step.line, slots, step.test, step.taken, step.left, step.is_traced)))
        values += [texts.number(value.text) for value in step.nodes]
        for name, text in bound.items():
            if name not in own or own[name] != text:
                more += [index, names[step.way, name], -1 if text is None else texts.number(text)]
        real.update(step.python)
        for name, text in _other(step, known, real) if beside else ():
            python += [index, names[step.way, name], -1 if text is None else texts.number(text)]
        if (step.loop, step.iteration) != at:
            at = step.loop, step.iteration
            moves += [index, *at]
        printed += [(index, text) for text in step.printed]
        changed = set(step.differ) ^ differing.setdefault(step.way, set())
        apart += [number for name in sorted(changed) for number in (index, names[step.way, name])]
        differing[step.way] ^= changed
    first = recording.difference
    return {
        "nodes": list(nodes.items),
        "names": [name for _, name in names],
        "texts": list(texts.items),
        "places": [_place(*place[:5]) for place in places.items],
        "alone": [number for number, place in enumerate(places.items) if place[5]],
        "steps": order,
        "values": values,
        "more": more,
        "python": python if beside else None,
        "moves": moves,
        "loops": [
            [loop.line, loop.region, loop.total, int(loop.ended), loop.parent, loop.around, loop.kept]
            for loop in recording.loops
        ],
        "printed": [list(pair) for pair in printed],
        "apart": apart,
        "difference": None if first is None else [first.step, names[recording.steps[first.step].way, first.name]],
        "notes": list(recording.notes),
        "result": recording.result,
        **({"onCopies": True} if recording.is_on_copies else {}),
        **({} if len(recording.ways) == 1 else _calls(recording, [way for way, _ in names], calls)),
    }


def _calls(recording: Recording, owners: list[int], calls: list[int]) -> Data:
    functions = [each.name for each in recording.functions[1:]]
    ways = [[way.function, way.line, way.caller] for way in recording.ways]
    return {"functions": functions, "ways": ways, "owners": owners, "calls": calls}


def _other(step: Step, known: Values, real: Values) -> Iterator[tuple[str, str | None]]:
    """Yield the variables whose value in Python differs from the one in the graph."""
    known.update({value.name: value.text for value in step.nodes if value.name})
    known.update((name, text) for name, text in step.values if text is not None)
    for name in dict.fromkeys((*known, *real)):
        if known.get(name) != real.get(name):
            known[name] = real.get(name)
            yield name, known[name]


def _place(
    line: int, slots: tuple[tuple[int, int], ...], test: bool | None, taken: tuple[str, ...], left: tuple[str, ...]
) -> list[Any]:
    place: list[Any] = [line, [number for slot in slots for number in slot]]
    if test is not None or taken or left:
        place.append(None if test is None else int(test))
    if taken or left:
        place += [list(taken), list(left)]
    return place
