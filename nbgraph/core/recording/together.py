"""The graph's steps and the plain Python run as one record: what every variable is in both at each position."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from nbgraph.core.recording.bindings import is_python, same
from nbgraph.core.recording.digest import differ, text_of
from nbgraph.core.recording.frames import Frame
from nbgraph.core.recording.made import Chain, Made
from nbgraph.core.recording.model import Difference, NodeValue, Step
from nbgraph.core.recording.moments import Moment, PythonRun
from nbgraph.core.recording.replay import Replay
from nbgraph.core.recording.texts import Texts
from nbgraph.core.staging.events import EventLog

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
        events: EventLog | None = None,
        doubts: bool = False,
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
            events: what happened while the graph was traced.
            doubts: whether a value that is not Python's is not known, for the positions may not belong together.
        """
        self._doubts = doubts
        self._replay = Replay(events or EventLog())
        self._following = _following(made)
        self.names: dict[tuple[int, str], None] = {}
        self.difference: Difference | None = None
        self._made, self._counts, self._run = made, counts, run
        self._states: dict[int, _State] = {}
        self._sure: dict[int, bool] = {}
        self._chains = sure
        self._lost, self._whole, self._texts = set(peeled), whole, texts or {}

    def steps(self) -> Iterator[Step]:
        """The finished steps."""
        return (self._step(index, made) for index, made in enumerate(self._made))

    def _step(self, index: int, made: Made) -> Step:
        if made.known is not None:
            return self._of_python(made, made.known)
        state, lines = self._states.setdefault(made.frame.number, _State()), made.frame.lines
        before = dict(state.graph)
        following = self._following.get(index)
        goes_on = following is None and not self._whole and made.frame in self._made[-1].frame.around
        replayed = self._replay.begin(made) if goes_on else self._replay.after(made, following)
        moment = self._moment(index)
        bound = {
            name: value if self._is_sure_of(made, name, value, moment) else None
            for name, value in replayed.items()
            if name in lines.names and not (name in before and same(before[name], value))
        }
        if made.line in lines.crowded | lines.lost:  # nobody knows which of its statements a step is
            bound |= dict.fromkeys((self._replay.bound_in(made) & lines.names & set(before)) - set(replayed))
        if moment is not None:
            bound |= dict.fromkeys(self._outdated(set(before) - set(replayed), before, moment.values))
            state.order = state.order if made.is_laid else max(state.order, moment.order)
            bound = {name: value for name, value in bound.items() if name in moment.values or name in before}
            bound |= dict.fromkeys(set(bound) - set(moment.values))
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
        named = [
            (slot, slot.name if slot.name in bound and same(bound[slot.name], slot.value) else "")
            for slot in made.slots
        ]
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

    def _is_sure_of(self, made: Made, name: str, value: Any, moment: Moment | None) -> bool:
        """Whether a value is this step's: where the positions are Python's, it must be Python's value, too."""
        if made.activation in self._lost:
            return any(value is each for each in made.computed.values())
        if self._doubts and moment is not None and name in moment.values:
            return is_python(name, value, moment)
        other = None if moment is None else moment.values.get(name)
        if other is not None and not is_python(name, value, moment) and differ(value, other) is None:
            return False  # nobody can compare them
        alone = made.is_traced and not made.computed and self._run.moments
        return not alone or is_python(name, value, moment)

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

    def _moment(self, index: int) -> Moment | None:
        """Plain Python just before what comes after a step, i.e. with all that the step's line has done."""
        made = self._made[index]
        if made.activation in self._lost:
            return None
        if made.is_laid:
            return made.moment
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
        if any(slot.name for slot in step.slots):
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


def _following(made: Sequence[Made]) -> dict[int, Made]:
    """For each step, by its number, the next one of the same call."""
    found, latest = dict[int, Made](), dict[int, Made]()
    for index in range(len(made) - 1, -1, -1):
        number = made[index].frame.number
        if number in latest:
            found[index] = latest[number]
        latest[number] = made[index]
    return found


def _unseen(state: _State) -> Iterator[tuple[str, None]]:
    """The variables that Python may have changed meanwhile, for all that the graph says: they are not known there."""
    for name, text in list(state.python.items()):
        value = state.graph.get(name)
        if value is None or text_of(value) != text:
            del state.python[name]
            yield name, None
