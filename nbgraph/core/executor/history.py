"""What a function was traced for so far, and why there was one more trace each time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from nbgraph.core.executor.contents import Contents, Held, is_same_part, labels, same_parts
from nbgraph.core.executor.freshness import MISSING, Watch
from nbgraph.core.executor.reasons import by_parameter, given_otherwise, other_arguments, other_value
from nbgraph.core.executor.traces import Trace


class History:
    """The traces of a function, oldest first."""

    def __init__(self) -> None:
        self.traces: list[Trace] = []  # one for each signature and reason
        self.reason = ""  # why the next trace is made, where that is not in its arguments; "" where it is

    def enter(self, trace: Trace, names: Sequence[str]) -> None:
        """Enter a trace, with the reason why it was made.

        One with and one without budget for the same arguments count as one, with the record of the latter.

        Args:
            names: the function's parameters that may be given by position.
        """
        reason, self.reason = self.reason, ""
        if not reason:
            for number, other in reversed(list(enumerate(self.traces))):
                if other.signature == trace.signature and other.variant != trace.variant:
                    plain = trace if trace.variant[0] is None else other
                    known = replace(trace, decisions=plain.decisions, record=plain.record)
                    self.traces[number] = replace(known, reason=other.reason)
                    return
            earlier = [by_parameter(names, *each.inputs) for each in self.traces]
            reason = other_arguments(by_parameter(names, *trace.inputs), earlier)
            if not reason and earlier:
                reason = given_otherwise([each.inputs[1] for each in self.traces], trace.inputs[1])
        self.traces.append(replace(trace, reason=reason))

    def explain(self, name: str, budget: int | None) -> str:
        """What became of each line in the last trace, as text; `budget` is how many rounds a loop may make."""
        if not self.traces:
            return f"{name} has not been traced yet: call it first"
        last = self.traces[-1]
        rows = [f"{name}{last}", *([f"  traced anew: {last.reason}"] if last.reason else [])]
        rows += [f"  {line}" for line in last.explained(budget)]
        return "\n".join(rows)


# Why a function was traced once more: what in an object behind a name is another than before.


def reason_of(watch: Watch) -> str:
    """What became of a watched name, or of what is behind it."""
    name, now = watch.spoken or watch.name, watch.names.get(watch.name, MISSING)
    if now is watch.value and watch.contents is not None:
        return other_contents(name, watch.contents)
    return other_value(name, watch.value, now, MISSING)


def other_contents(name: str, contents: Contents) -> str:
    """What became of something in an object behind a global or closure name.

    >>> from nbgraph.core.executor.contents import contents_of
    >>> table = {"a": [1, 2]}
    >>> before = contents_of(table)
    >>> table["a"][1] = 3
    >>> other_contents("table", before)
    "`table['a'][1]` was changed: 2 → 3"
    >>> table["a"].append(4)
    >>> other_contents("table", before)
    "`table['a']` was changed: 2 → 3 items"
    >>> table["b"] = table.pop("a")
    >>> other_contents("table", before)
    "`table['b']` was added"
    """
    held = next((each for each in contents if not same_parts(each.read(each.value), each.parts)), None)
    return f"`{name}` was changed" if held is None else _other_parts(name + held.where, held)


def _other_parts(place: str, before: Held) -> str:
    after = before._replace(parts=before.read(before.value))
    counts = [len(held.parts) for held in (before, after)]
    if before.read is list and counts[0] != counts[1]:
        return f"`{place}` was changed: {counts[0]} → {counts[1]} items"
    old, new = _by_label(before), _by_label(after)
    for label in (*new, *old):
        was, now = old.get(label, MISSING), new.get(label, MISSING)
        if was is MISSING:
            return f"`{place}{label}` was added"
        if not is_same_part(now, was):
            return other_value(place + label, was, now, MISSING).replace(" redefined: ", " changed: ")
    return f"`{place}` was changed"  # the order of its keys


def _by_label(held: Held) -> dict[str, Any]:
    """Each part by how it is written behind the object, values in place of their keys."""
    return {label: part for label, part in zip(labels(held), held.parts, strict=True) if label}
