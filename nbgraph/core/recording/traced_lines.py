"""The lines that Python runs while it traces, and of which the graph keeps no operation, as steps of their own.

An element of a list, the counter of an unrolled loop, a test on what is known: plain Python comes to such a line and so
does the trace, but there is nothing to compute in it. Where each step of a round is known to be one of plain Python's,
what lies between two of them is put there.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence

from nbgraph.core.recording.bindings import is_python
from nbgraph.core.recording.frames import Frame
from nbgraph.core.recording.lists import Slot
from nbgraph.core.recording.made import Chain, Key, Made, first_of_rounds, number_calls
from nbgraph.core.recording.moments import Moment, PythonRun


def with_traced_lines(made: Sequence[Made], run: PythonRun, sure: Collection[Chain], most: int) -> list[Made]:
    """The steps with those that compute nothing.

    Args:
        made: the graph's steps, laid on plain Python's lines.
        run: plain Python's; the moments of the new steps are let into it.
        sure: the rounds in which that is known.
        most: how many steps there may be; where it would be more, there are no new ones.
    """
    new = sorted(_new(made, run, sure), key=lambda pair: pair[0].time)
    if len(made) + len(new) > most:
        new = []
    steps = list[Made]()
    rest = iter(new)
    following = next(rest, None)
    for step, time in zip(made, _times(made, run), strict=True):
        while following is not None and following[0].time < time:
            moment, each = following
            if steps and each.frame in steps[-1].frame.around:
                _take_over(each, steps, moment.follows)
                steps.append(each)
            following = next(rest, None)
        steps.append(step)
    if following is not None and steps[-1].outputs:
        steps[-1:] = _at_end(steps[-1], [following[1], *(each for _, each in rest)])
    _end_later(steps)
    number_calls(steps)
    run.settle({key for step in steps for key in (step.key, step.after, step.before) if key is not None})
    return steps


def _at_end(last: Made, new: Sequence[Made]) -> Sequence[Made]:
    """The lines after the last operation, of which the `return` gives the graph's results; after the step before."""
    if any(step.frame is not last.frame for step in new):
        return (last,)
    if new[-1].line == last.line:  # a `return` in a loop, which the graph makes behind it
        last.key = new[-1].key
        return (*new[:-1], last)
    last.slots = [slot for slot in last.slots if not any(slot is each for each in last.outputs)]
    new[-1].slots, new[-1].outputs, new[-1].is_traced, last.outputs = last.outputs, last.outputs, False, []
    return (last, *new)


def _new(made: Sequence[Made], run: PythonRun, sure: Collection[Chain]) -> Iterator[tuple[Moment, Made]]:
    """A step for each line that has none, with plain Python's variables before it."""
    have = {step.key for step in made}
    for step in made:
        _say_which_way(step, run, sure)
    calling = {(frame.at[2], frame.line) for frame in _frames(made)}
    for chain, beside in first_of_rounds(made, sure).items():
        lines, frame = run.lines[chain], beside.frame
        for place, (line, moment) in enumerate(zip(lines, run.seen[chain], strict=True)):
            if moment is None or moment.key in have or (chain, line) in calling:
                continue
            step = Made(frame, line, beside.activation, beside.round, moment.key, is_traced=True)
            step.test = run.goes(step, chain, place)
            yield moment, step


def _say_which_way(step: Made, run: PythonRun, sure: Collection[Chain]) -> None:
    """A test that leaves no result of its own, as where a number is what is tested: Python's next line says it."""
    statement = step.frame.function.statements.get(step.line)
    if step.test is not None or not isinstance(statement, ast.If | ast.While):
        return
    if step.key is None or step.key[0] not in sure:
        return
    chain, line, number = step.key
    places = [place for place, each in enumerate(run.lines[chain]) if each == line]
    step.test = run.goes(step, chain, places[number])


def _frames(made: Sequence[Made]) -> Collection[Frame]:
    return {step.frame.number: step.frame for step in made if step.frame.parent is not None}.values()


def _times(made: Sequence[Made], run: PythonRun) -> list[float]:
    """When each step is in plain Python's run: not before the one that it comes after."""
    known: dict[Key, float] = {each.key: each.time for call in run.calls for each in call if each.key is not None}
    first: dict[tuple[Chain | None, int], float] = {}  # when each line is come to at first
    for (chain, line, _), time in known.items():
        first[chain, line] = min(time, first.get((chain, line), time))
    found, latest = list[float](), -1.0
    for index, step in enumerate(made):
        otherwise = first.get((step.frame.chain, step.line), -1.0)
        known_or = known.get(step.key, otherwise) if step.key is not None else otherwise
        latest = max(latest, _begins(step, known) if step.frame.begun == index else known_or)
        found.append(latest)
    return found


def _begins(step: Made, known: Mapping[Key, float]) -> float:
    """When a called function begins: with the line that calls it, or just before the first of its own."""
    for key in (step.key, step.before):
        if key is not None and key in known:
            return known[key]
    return min((time - 0.5 for key, time in known.items() if key[0] == step.frame.chain), default=-1.0)


def _take_over(new: Made, steps: Sequence[Made], after: Moment | None) -> None:
    """Let a line have what is computed for it elsewhere: besides another line, or where a choice gives it to a name.

    Args:
        new: the step in the line.
        steps: those before it.
        after: plain Python's variables after the line.
    """
    lines = new.frame.lines
    names = lines.gives(new.line)
    here = new.frame, new.activation, new.round
    for step in reversed(steps):
        if (step.frame, step.activation, step.round) != here:
            return
        if (found := next((each for each in step.joined if each[0] == new.line), None)) is not None:
            step.joined.remove(found)
            step.slots = [slot for slot in step.slots if not any(slot is each for each in found[1])]
            new.slots, new.is_traced = found[1], False
            return
        statement = step.frame.function.statements.get(step.line)
        decides = isinstance(statement, ast.If) and statement.lineno < new.line <= (statement.end_lineno or 0)
        own = set() if decides or step.is_traced else lines.gives(step.line)
        for name in names - step.carried:
            given = [slot for slot in step.slots if slot.name == name][name in own :]
            if given and (name in lines.texts or is_python(name, given[-1].value, after)):
                new.slots += [Slot(slot.node, name, slot.value) for slot in given]
                for slot in given:
                    slot.name = ""
        if not step.is_traced:
            return


def _end_later(steps: Sequence[Made]) -> None:
    """A call ends with its last step, though that be one that computes nothing."""
    for index, step in enumerate(steps[:-1]):
        last = index
        while last + 1 < len(steps) and steps[last + 1].is_traced and steps[last + 1].frame is step.frame:
            last += 1
        if step.after is not None and last > index:
            step.after, steps[last].after = None, step.after
