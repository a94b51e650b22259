"""The graph's steps and the plain Python run as one record: what every variable is in both at each position."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from nbgraph.core.recording.digest import Digest, differ, digest, text_of
from nbgraph.core.recording.frames import Frame
from nbgraph.core.recording.lines import Lines
from nbgraph.core.recording.lists import has_rows, is_array, only_in_place
from nbgraph.core.recording.made import Chain, Made, Named
from nbgraph.core.recording.model import Difference, NodeValue, Step
from nbgraph.core.recording.python_run import Moment, PythonRun

_AHEAD = 40  # steps after one within which Python's next known moment is looked for


@dataclass(slots=True)
class _State:
    """The variables of one call.

    Attributes:
        graph: their values in the graph; None for one that it has no operation for.
        python: those in plain Python, as text.
        apart: the variables that are different numbers.
        order: the number of the last moment of Python's.
    """

    graph: dict[str, Any] = field(default_factory=dict)
    python: dict[str, str] = field(default_factory=dict)
    apart: set[str] = field(default_factory=set)
    order: int = -1


class Together:
    """Goes through the steps once, with the state of both runs.

    Attributes:
        names: the variables, each with its way of being called, in the order in which they got values.
        difference: where the two runs are first apart.
    """

    def __init__(
        self,
        made: Sequence[Made],
        counts: Mapping[tuple[Chain, Any], int],
        run: PythonRun,
        peeled: Collection[int] = (),
        *,
        whole: bool = True,
    ) -> None:
        """Put two runs together.

        Args:
            made: the graph's steps.
            counts: how often each line was reached, and each call made, in the same rounds, by the graph.
            run: plain Python's.
            peeled: the positions of the loops whose first rounds were made before them.
            whole: whether the steps go to the graph's end: only then is that of plain Python beside the last one.
        """
        self.names: dict[tuple[int, str], None] = {}
        self.difference: Difference | None = None
        self._made, self._counts, self._run = made, counts, run
        self._states: dict[int, _State] = {}
        self._sure: dict[int, bool] = {}
        self._lost, self._whole = set(peeled), whole

    def steps(self) -> Iterator[Step]:
        """The finished steps."""
        self._unbind_early()
        return (self._step(index, made) for index, made in enumerate(self._made))

    def _unbind_early(self) -> None:
        """A line that Python comes to once gives its variables one value, however many steps calls in it make."""
        same: dict[tuple[int, int, int, int], list[Made]] = {}
        for made in self._made:
            same.setdefault((made.frame.number, made.activation, made.round, made.line), []).append(made)
        for (*_, line), steps in same.items():
            keys = {made.key[:2] for made in steps if made.key is not None}
            if len(steps) > 1 and any(self._run.counts[key] == 1 for key in keys):
                names = steps[0].frame.lines.assigned.get(line, set())
                for made in steps[:-1]:
                    made.given = {name: value for name, value in made.given.items() if name not in names}
                    made.unsure &= set(made.given)
                    for slot in made.slots:
                        slot.name = "" if slot.name in names else slot.name

    def _step(self, index: int, made: Made) -> Step:
        state, lines = self._states.setdefault(made.frame.number, _State()), made.frame.lines
        before = dict(state.graph)
        for slot in made.slots:
            stored = slot.name in lines.stored.get(made.line, ()) or only_in_place(made, slot.name)
            if stored and not is_array(slot.value, before.get(slot.name)):
                slot.name = ""  # the item, and not the list that it is put into
        bound = {slot.name: slot.value for slot in made.slots if slot.name}
        own = {slot.name for slot in made.slots if slot.name and slot.name not in made.carried}
        bound |= {name: self._given(value) for name, value in made.given.items() if name not in bound}
        bound |= {name: None for name in made.altered - set(bound) if isinstance(before.get(name), Digest)}
        if made.key is not None and made.skipped is False:
            bound |= {name: value for name, value in _copied(lines, made.line, before) if name not in bound}
        if not lines.both_sides(made.line) and not made.skipped:
            bound |= dict.fromkeys(_changed(lines, made.line, before) - set(bound))
        unclear = lines.assigned if made.skipped is None else lines.repeated
        bound |= dict.fromkeys((unclear.get(made.line, set()) & lines.names) - set(bound))
        moment = self._moment(index)
        if moment is not None and moment.order > state.order:
            for line in moment.between:
                assigned = dict.fromkeys(lines.assigned.get(line, set()) & lines.names)
                known = {**assigned, **dict(_copied(lines, line, {**before, **bound}))}
                bound |= {name: value for name, value in known.items() if name not in own}
        unsure = (made.unsure & set(bound)) | {name for name, value in bound.items() if has_rows(made, name, value)}
        bound |= dict.fromkeys(name for name in unsure if not _is_python(name, bound[name], moment))
        if moment is not None:
            bound |= dict.fromkeys(self._outdated(set(bound) - own, bound, moment.values))
            state.order = max(state.order, moment.order)
            bound = {name: value for name, value in bound.items() if name in moment.values}
        elif self._run.moments:
            bound = {name: value for name, value in bound.items() if name in before or name not in made.closed}
        values = tuple(
            (name, None if value is None else text_of(value))
            for name, value in bound.items()
            if name not in before or not _same(before[name], value)
        )
        state.graph.update(bound)
        way = made.frame.context
        self.names.update(dict.fromkeys((way, name) for name in bound))
        python = () if moment is None else tuple(self._python_values(state, way, moment))
        if moment is not None:
            self._compare(index, made, bound, moment.values)
        named = [(slot, slot.name if slot.name in bound else "") for slot in made.slots]
        return Step(
            made.line,
            made.activation,
            made.round,
            tuple(NodeValue(slot.node, name, text_of(slot.value)) for slot, name in named),
            values,
            python,
            made.test,
            tuple(made.taken),
            tuple(made.left),
            tuple(made.told),
            tuple(name for context, name in self.names if context == way and name in state.apart),
            way,
            made.frame.begun,
        )

    def _given(self, value: Any) -> Any:
        """A value that another step has computed."""
        if isinstance(value, Named):
            return self._states[value.frame].graph.get(value.name) if value.frame in self._states else None
        return value

    def _moment(self, index: int) -> Moment | None:
        """Plain Python just before what comes after a step, i.e. with all that the step's line has done."""
        made = self._made[index]
        if made.activation in self._lost:
            return None
        if made.after is not None:
            found = self._run.moments.get(made.after)
            return self._in_order(made, found) if self._is_followed(made.frame) else None
        for step in self._made[index + 1 : index + 1 + _AHEAD]:
            if step.frame is not made.frame:
                if step.before is None or step.frame.parent is not made.frame:
                    continue
                found = self._run.moments.get(step.before)
                sure = found is not None and self._is_sure(made.frame, step.before, step.activation)
                return self._in_order(made, found) if sure else None
            found = self._run.moments.get(step.key) if step.key is not None else None
            if found is not None and step.key is not None:
                return self._in_order(made, found) if self._is_sure(step.frame, step.key, step.activation) else None
            if self._changes(step) or step.after is not None:
                return None
        at_end = self._whole and made.frame.parent is None and index + 1 + _AHEAD > len(self._made)
        return self._in_order(made, self._run.end) if at_end else None

    def _changes(self, step: Made) -> bool:
        """Whether a step gives variables other values, as far as anybody knows."""
        if any(slot.name for slot in step.slots) or step.given or step.altered:
            return True
        lines = step.frame.lines
        bound = lines.assigned.get(step.line, set()) | lines.changed.get(step.line, set())
        return bool(step.slots) and not step.skipped and bool(bound or step.key is None)

    def _is_sure(self, frame: Frame, key: tuple[Chain, Any, int], activation: int) -> bool:
        """Whether a step is known to be the same execution of its line in both runs.

        A loop that Python alone goes through has no rounds in the graph: there the steps count only if nothing in it
        is computed that Python does not come to.
        """
        chain, line, _ = key
        if self._counts[chain, line] != self._run.counts[chain, line] or activation in self._lost:
            return False
        return self._is_matched(frame, chain, line) and self._is_followed(frame)

    def _is_matched(self, frame: Frame, chain: Chain, line: int) -> bool:
        """Whether what Python does in a line the graph does, too."""
        lines = frame.lines
        staged = {header for header, _ in chain[len(frame.chain or ()) :]}
        around = set(lines.loops.get(line, ()))
        alone = around - staged
        if around & lines.lost:
            return False
        return not any(alone & set(lines.loops.get(select, ())) for select in lines.selects)

    def _is_followed(self, frame: Frame) -> bool:
        """Whether a call is known to be the same one in both runs."""
        if frame.parent is None:
            return True
        if frame.number not in self._sure:
            chain, call = frame.at[2], frame.call
            self._sure[frame.number] = (
                frame.chain is not None
                and chain is not None
                and frame.at[0] not in self._lost
                and self._counts[chain, call] == self._run.counts[chain, call]
                and self._is_matched(frame.parent, chain, frame.line)
                and self._is_followed(frame.parent)
            )
        return self._sure[frame.number]

    def _in_order(self, made: Made, moment: Moment | None) -> Moment | None:
        order = self._states[made.frame.number].order
        return moment if moment is not None and moment.order >= order else None

    def _outdated(self, copied: Collection[str], bound: Mapping[str, Any], python: Mapping[str, Any]) -> Iterator[str]:
        """Variables that have another value by now than their assignment in the text gave them: nobody saw how."""
        for name in copied:
            value = bound[name]
            if value is None or name not in python:
                continue
            other = text_of(value) != text_of(python[name]) and differ(value, python[name]) is not False
            if other and not self._are_apart():
                yield name

    def _are_apart(self) -> bool:
        return any(state.apart for state in self._states.values())

    def _python_values(self, state: _State, way: int, moment: Moment) -> Iterator[tuple[str, str]]:
        for name, value in moment.values.items():
            text = text_of(value)
            if state.python.get(name) != text:
                state.python[name] = text
                self.names.setdefault((way, name))
                yield name, text

    def _compare(self, index: int, made: Made, bound: Mapping[str, Any], python: Mapping[str, Any]) -> None:
        apart = self._states[made.frame.number].apart
        for name, value in bound.items():
            if value is None or name not in python:
                continue
            verdict = differ(value, python[name])
            if verdict and made.round == 1 and name in made.carried and not self._are_apart():
                # nothing was computed since they were the same: the graph's first round is a later one of Python's
                self._lost.add(made.activation)
                return
            if verdict:
                apart.add(name)
                if self.difference is None:
                    self.difference = Difference(index, name, text_of(value), text_of(python[name]))
            elif verdict is False:
                apart.discard(name)


def _copied(lines: Lines, line: int, state: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What an assignment gives names without an operation: another variable's value, or one in the text."""
    for name, value in lines.copies.get(line, {}).items():
        if isinstance(value, ast.List):
            yield name, digest([part.value for part in value.elts if isinstance(part, ast.Constant)])
        elif isinstance(value, ast.Constant):
            if isinstance(value.value, bool | int | float):
                yield name, value.value
        elif isinstance(value, ast.Name) and value.id in state:
            yield name, state[value.id]


def _changed(lines: Lines, line: int, state: Mapping[str, Any]) -> set[str]:
    """The lists that a line changes in place: what they were before it, they are no more."""
    names = lines.changed.get(line, set()) | lines.stored.get(line, set())
    return {name for name in names if isinstance(state.get(name), Digest)}


def _is_python(name: str, value: Any, moment: Moment | None) -> bool:
    if value is None or moment is None or name not in moment.values:
        return False
    return text_of(value) == text_of(moment.values[name]) or differ(value, moment.values[name]) is False


def _same(one: Any, other: Any) -> bool:
    return (one is None) == (other is None) and (one is None or text_of(one) == text_of(other))
