"""The graph's steps and the plain Python run as one record: what every variable is in both at each position."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from nbgraph.core.recording.digest import Digest, differ, digest, text_of
from nbgraph.core.recording.lines import Lines
from nbgraph.core.recording.made import Chain, Made
from nbgraph.core.recording.model import Difference, NodeValue, Step
from nbgraph.core.recording.python_run import Moment, PythonRun

_AHEAD = 40  # steps after one within which Python's next known moment is looked for


class Together:
    """Goes through the steps once, with the state of both runs.

    Attributes:
        names: the variables, in the order in which they got values.
        difference: where the two runs are first apart.
    """

    def __init__(
        self,
        made: Sequence[Made],
        counts: Mapping[tuple[Chain, int], int],
        lines: Lines,
        run: PythonRun,
        peeled: Collection[int] = (),
        *,
        whole: bool = True,
    ) -> None:
        """Put two runs together.

        Args:
            made: the graph's steps.
            counts: how often each line was reached in the same rounds, by the graph.
            lines: the function's.
            run: plain Python's.
            peeled: the positions of the loops whose first rounds were made before them.
            whole: whether the steps go to the graph's end: only then is that of plain Python beside the last one.
        """
        self.names: dict[str, None] = {}
        self.difference: Difference | None = None
        self._made, self._counts, self._lines, self._run = made, counts, lines, run
        self._graph: dict[str, Any] = {}
        self._python: dict[str, str] = {}
        self._apart: set[str] = set()
        self._order, self._whole = -1, whole
        self._lost = set(peeled)

    def steps(self) -> Iterator[Step]:
        """The finished steps."""
        return (self._step(index, made) for index, made in enumerate(self._made))

    def _step(self, index: int, made: Made) -> Step:
        before = dict(self._graph)
        bound = {slot.name: slot.value for slot in made.slots if slot.name}
        own = {slot.name for slot in made.slots if slot.name and slot.name not in made.carried}
        if made.key is not None and made.skipped is False:
            bound |= {name: value for name, value in self._copied(made.line, before) if name not in bound}
        if not self._lines.both_sides(made.line) and not made.skipped:
            bound |= dict.fromkeys(self._changed(made.line, before) - set(bound))
        unclear = self._lines.assigned if made.skipped is None else self._lines.repeated
        bound |= dict.fromkeys((unclear.get(made.line, set()) & self._lines.names) - set(bound))
        moment = self._moment(index)
        if moment is not None and moment.order > self._order:
            for line in moment.between:
                assigned = dict.fromkeys(self._lines.assigned.get(line, set()) & self._lines.names)
                known = {**assigned, **dict(self._copied(line, {**before, **bound}))}
                bound |= {name: value for name, value in known.items() if name not in own}
        if moment is not None:
            bound |= dict.fromkeys(self._outdated(set(bound) - own, bound, moment.values))
        if moment is not None and moment.order > self._order:
            self._order = moment.order
        values = tuple(
            (name, None if value is None else text_of(value))
            for name, value in bound.items()
            if name not in before or not _same(before[name], value)
        )
        self._graph.update(bound)
        self.names.update(dict.fromkeys(bound))
        python = () if moment is None else tuple(self._python_values(moment))
        if moment is not None:
            self._compare(index, made, bound, moment.values)
        nodes = tuple(NodeValue(slot.node, slot.name, text_of(slot.value)) for slot in made.slots)
        told = tuple(made.told)
        differing = tuple(name for name in self.names if name in self._apart)
        taken, left = tuple(made.taken), tuple(made.left)
        return Step(
            made.line, made.activation, made.round, nodes, values, python, made.test, taken, left, told, differing
        )

    def _moment(self, index: int) -> Moment | None:
        """Plain Python just before what comes after a step, i.e. with all that the step's line has done."""
        made = self._made[index]
        if made.activation in self._lost:
            return None
        if made.after is not None:
            return self._in_order(self._run.moments.get(made.after))
        for step in self._made[index + 1 : index + 1 + _AHEAD]:
            found = self._run.moments.get(step.key) if step.key is not None else None
            if found is not None and step.key is not None:
                return self._in_order(found) if self._is_sure(step) else None
            if self._changes(step) or step.after is not None:
                return None
        at_end = self._whole and index + 1 + _AHEAD > len(self._made)
        return self._in_order(self._run.end) if at_end else None

    def _changes(self, step: Made) -> bool:
        """Whether a step gives variables other values, as far as anybody knows."""
        if any(slot.name for slot in step.slots):
            return True
        bound = self._lines.assigned.get(step.line, set()) | self._lines.changed.get(step.line, set())
        return bool(step.slots) and not step.skipped and bool(bound or step.key is None)

    def _is_sure(self, step: Made) -> bool:
        """Whether a step is known to be the same execution of its line in both runs.

        A loop that Python alone goes through has no rounds in the graph: there the steps count only if nothing in it
        is computed that Python does not come to.
        """
        assert step.key is not None
        chain, line, _ = step.key
        if self._counts[chain, line] != self._run.counts[chain, line] or step.activation in self._lost:
            return False
        staged = {header for header, _ in chain}
        around = set(self._lines.loops.get(line, ()))
        alone = around - staged
        if around & self._lines.lost:
            return False
        return not any(alone & set(self._lines.loops.get(select, ())) for select in self._lines.selects)

    def _in_order(self, moment: Moment | None) -> Moment | None:
        return moment if moment is not None and moment.order >= self._order else None

    def _copied(self, line: int, state: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """What an assignment gives names without an operation: another variable's value, or one in the text."""
        for name, value in self._lines.copies.get(line, {}).items():
            if isinstance(value, ast.List):
                yield name, digest([part.value for part in value.elts if isinstance(part, ast.Constant)])
            elif isinstance(value, ast.Constant):
                if isinstance(value.value, bool | int | float):
                    yield name, value.value
            elif isinstance(value, ast.Name) and value.id in state:
                yield name, state[value.id]

    def _changed(self, line: int, state: Mapping[str, Any]) -> set[str]:
        """The lists that a line changes in place: what they were before it, they are no more."""
        return {name for name in self._lines.changed.get(line, ()) if isinstance(state.get(name), Digest)}

    def _outdated(self, copied: Collection[str], bound: Mapping[str, Any], python: Mapping[str, Any]) -> Iterator[str]:
        """Variables that have another value by now than their assignment in the text gave them: nobody saw how."""
        for name in copied:
            value = bound[name]
            if value is None or name not in python:
                continue
            if text_of(value) != text_of(python[name]) and differ(value, python[name]) is not False and not self._apart:
                yield name

    def _python_values(self, moment: Moment) -> Iterator[tuple[str, str]]:
        for name, value in moment.values.items():
            text = text_of(value)
            if self._python.get(name) != text:
                self._python[name] = text
                self.names.setdefault(name)
                yield name, text

    def _compare(self, index: int, made: Made, bound: Mapping[str, Any], python: Mapping[str, Any]) -> None:
        for name, value in bound.items():
            if value is None or name not in python:
                continue
            verdict = differ(value, python[name])
            if verdict and made.round == 1 and name in made.carried and not self._apart:
                # nothing was computed since they were the same: the graph's first round is a later one of Python's
                self._lost.add(made.activation)
                return
            if verdict:
                self._apart.add(name)
                if self.difference is None:
                    self.difference = Difference(index, name, text_of(value), text_of(python[name]))
            elif verdict is False:
                self._apart.discard(name)


def _same(one: Any, other: Any) -> bool:
    return (one is None) == (other is None) and (one is None or text_of(one) == text_of(other))
