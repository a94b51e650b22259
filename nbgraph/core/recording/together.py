"""The graph's steps and the plain Python run as one record: what every variable is in both at each position."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from nbgraph.core.recording.agreeing import agreeing, parameters
from nbgraph.core.recording.bindings import besides, changed, copied, is_python, same
from nbgraph.core.recording.digest import Digest, differ, text_of
from nbgraph.core.recording.frames import Frame
from nbgraph.core.recording.lists import as_list, has_rows, is_array, only_in_place
from nbgraph.core.recording.made import Chain, Made, Named
from nbgraph.core.recording.model import Difference, NodeValue, Step
from nbgraph.core.recording.moments import Moment, PythonRun
from nbgraph.core.recording.texts import Texts, chosen_value, known_text

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
        sure: Collection[Chain] = (),
        *,
        whole: bool = True,
        texts: Texts | None = None,
    ) -> None:
        """Put two runs together.

        Args:
            made: the graph's steps.
            counts: how often each line was reached, and each call made, in the same rounds, by the graph.
            run: plain Python's.
            peeled: the positions of the loops whose first rounds were made before them.
            sure: the rounds all of whose steps are known to be the same ones in both runs.
            whole: whether the steps go to the graph's end: only then is that of plain Python beside the last one.
            texts: the texts that the run chooses.
        """
        self.names: dict[tuple[int, str], None] = {}
        self.difference: Difference | None = None
        self._made, self._counts, self._run = made, counts, run
        self._states: dict[int, _State] = {}
        self._sure: dict[int, bool] = {}
        self._chains = sure
        self._lost, self._whole, self._texts = set(peeled), whole, texts or {}

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
                lines = steps[0].frame.lines
                names = lines.assigned.get(line, set()) | lines.stored.get(line, set())
                for made in steps[:-1]:
                    made.given = {name: value for name, value in made.given.items() if name not in names}
                    made.unsure &= set(made.given)
                    for slot in made.slots:
                        slot.name = "" if slot.name in names else slot.name

    def _step(self, index: int, made: Made) -> Step:
        if made.known is not None:
            return self._of_python(made, made.known)
        state, lines = self._states.setdefault(made.frame.number, _State()), made.frame.lines
        before = dict(state.graph)
        for slot in made.slots:
            stored = slot.name in lines.stored.get(made.line, ()) or only_in_place(made, slot.name)
            if stored and not is_array(slot.value, before.get(slot.name)):
                slot.name = ""  # the item, and not the list that it is put into
        bound = self._bound(made)
        own = {slot.name for slot in made.slots if slot.name and slot.name not in made.carried}
        bound |= {name: self._given(value) for name, value in made.given.items() if name not in bound}
        bound |= {name: None for name in made.altered - set(bound) if isinstance(before.get(name), Digest)}
        if made.key is not None and made.skipped is False:
            given = {name: value for name, value in copied(lines, made.line, before) if name not in bound}
            made.unsure |= set(given) if made.line in lines.crowded else set()
            bound |= given
        if not lines.both_sides(made.line) and not made.skipped:
            bound |= dict.fromkeys(changed(lines, made.line, before) - set(bound))
        unclear = lines.assigned if made.skipped is None else lines.repeated
        bound |= dict.fromkeys((unclear.get(made.line, set()) & lines.names) - set(bound))
        moment = self._moment(index)
        if moment is not None and moment.order > state.order:
            begun = None if made.key is None else self._run.moments.get(made.key)
            follows = begun is not None and begun.order == moment.order - 1  # else some may have run before this step
            for line in () if self._are_apart() else moment.between:  # the graph may not come to them
                assigned = dict.fromkeys(lines.assigned.get(line, set()) & lines.names)
                known = {**assigned, **dict(copied(lines, line, {**before, **bound}))}
                bound |= {name: value for name, value in known.items() if follows or name not in own}
        bound |= dict(besides(made, {**before, **bound}, moment))
        if moment is not None:
            bound |= {name: known_text(self._texts, bound[name], moment.values.get(name)) for name in bound}
        seen = {} if moment is None else moment.values
        bound |= {name: as_list(bound[name], seen.get(name), listed=name in lines.listed) for name in bound}
        unsure = (made.unsure & set(bound)) | {name for name, value in bound.items() if has_rows(made, name, value)}
        bound |= dict.fromkeys(name for name in unsure if not is_python(name, bound[name], moment))
        if moment is not None:
            bound |= dict(self._agreeing(index, made, before, bound, moment))
            known = {**before, **bound}
            bound |= dict.fromkeys(self._outdated(set(known) - own, known, moment.values))
            state.order = max(state.order, moment.order)
            bound = {name: value for name, value in bound.items() if name in moment.values or name in before}
            bound |= dict.fromkeys(set(bound) - set(moment.values))
        elif self._run.moments:
            bound = {name: value for name, value in bound.items() if name in before or name not in made.closed}
        values = tuple(
            (name, None if value is None else text_of(value))
            for name, value in bound.items()
            if name not in before or not same(before[name], value)
        )
        state.graph.update(bound)
        way = made.frame.context
        self.names.update(dict.fromkeys((way, name) for name in bound))
        python = tuple(_unseen(state) if moment is None else self._python_values(state, way, moment))
        if moment is not None:
            self._compare(index, made, bound, moment.values)
        named = [(slot, slot.name if bound.get(slot.name) is slot.value else "") for slot in made.slots]
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
            made.is_traced and not made.slots,
        )

    def _of_python(self, made: Made, known: Mapping[str, Any]) -> Step:
        """A line of a call that Python alone makes: its variables are what they are there."""
        way = made.frame.context
        self.names.update(dict.fromkeys((way, name) for name in known))
        values = tuple((name, text_of(value)) for name, value in known.items())
        return Step(
            made.line,
            made.activation,
            made.round,
            values=values,
            python=values,
            test=made.test,
            way=way,
            begun=made.frame.begun,
            is_traced=True,
        )

    def _agreeing(
        self, index: int, made: Made, before: Mapping[str, Any], bound: Mapping[str, Any], moment: Moment
    ) -> Iterator[tuple[str, Any]]:
        """What has a value without an operation."""
        begun = None if made.key is None else self._run.moments.get(made.key)
        known = {**before, **bound}
        for name, value in agreeing(made, known, begun, moment):
            if bound.get(name) is None:
                yield name, value
        if index == 0:
            yield from parameters(made.frame, known, moment)

    def _bound(self, made: Made) -> dict[str, Any]:
        """What a step's operations give to variables; a text's number is not what its name stands for."""
        found = {slot.name: slot.value for slot in made.slots if slot.name}
        lines = made.frame.lines
        for name, numbers in lines.texts.items():
            if name in found:
                texts = {number: self._texts[number] for number in sorted(numbers)}
                found[name] = chosen_value(texts, [slot.value for slot in made.slots if slot.name == name])
        if self._texts and made.line in lines.wordy and not self._run.moments:
            unclear = [name for name in found if name not in lines.texts and not isinstance(found[name], Digest)]
            found |= dict.fromkeys(unclear)  # perhaps a text's number, and no plain Python says so
        return found

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
        if chain in self._chains and activation not in self._lost:
            return self._is_followed(frame)
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

    def _outdated(self, names: Collection[str], known: Mapping[str, Any], python: Mapping[str, Any]) -> Iterator[str]:
        """Variables that have another value by now, or none, though no operation here gave it: nobody saw how."""
        for name in names:
            value = known[name]
            if value is None:
                continue
            if name not in python:
                yield name
                continue
            other = text_of(value) != text_of(python[name]) and differ(value, python[name]) is not False
            if other and not self._are_apart():
                yield name

    def _are_apart(self) -> bool:
        return any(state.apart for state in self._states.values())

    def _python_values(self, state: _State, way: int, moment: Moment) -> Iterator[tuple[str, str | None]]:
        for name in [name for name in state.python if name not in moment.values]:
            del state.python[name]
            yield name, None
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


def _unseen(state: _State) -> Iterator[tuple[str, None]]:
    """The variables that Python may have changed meanwhile, for all that the graph says: they are not known there."""
    for name, text in list(state.python.items()):
        value = state.graph.get(name)
        if value is None or text_of(value) != text:
            del state.python[name]
            yield name, None
