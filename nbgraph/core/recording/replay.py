"""Replay the event log with the run's values: which lines ran, in which calls and iterations, and what they bound.

What a trace logs once runs as often as the run needs: a branch where its test holds, a loop's body once for each
iteration, a helper's program at each call.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from typing import Any

import jax

from nbgraph.core._jax import frames_of
from nbgraph.core.decisions import OWN_LENGTH
from nbgraph.core.functionalise.sites import Place, place_of
from nbgraph.core.graph.model import Graph
from nbgraph.core.graph.trace import Entry, Part
from nbgraph.core.recording.functions import Function, Functions
from nbgraph.core.recording.log import CallRun, Done, Item, Iteration, LoopRun, Tested
from nbgraph.core.recording.owners import Owners
from nbgraph.core.recording.run import HEAD, Bound, Call, CallKeys, Chain, Executed, LoopState, Run, Segment, Slot
from nbgraph.core.recording.scope import Names, Scope, carried
from nbgraph.core.recording.summary import whole
from nbgraph.core.recording.tape import has_derivative
from nbgraph.core.recording.tree import Block, Loop, Tree
from nbgraph.core.source.ownership import is_user_file
from nbgraph.core.spans import Span
from nbgraph.core.staging.trace import Binding, Computed, Entered, EventLog, Line, Opaque, Region, Staged

_MOST_PARTS = 16  # the most parts of a value whose derivatives are shown beside it
_DEEPEST = 12  # the most nested calls, as many as a reader follows
_PRIMAL = {"forward", "scope", "iteration", "rule"}  # frames of a function's own values, while it is differentiated
_GENERATOR = "`{}` is not gone into: it is a generator, which runs a piece at a time."
_OF_A_PACKAGE = "`{}` is not gone into: JAX or another package calls it, perhaps on other values (as `jax.vmap` does)."

_LOOP_OF = "Loops of `{}` are not gone into: for the {} JAX has made other loops of them."
_LOOPS = "What the graph's loops compute is shown in no step: for the gradient JAX has made other loops of them."
_CALLS = "`{}` is called {:,} times, by itself: the first call and the last one are shown."


class Replay:
    """Walks through the tree of a log with the values of a run."""

    def __init__(
        self,
        log: EventLog,
        program: Any,
        graph: Graph,
        functions: Functions,
        keys: CallKeys,
        share: float,
        *,
        is_back: bool = False,
    ) -> None:
        """Prepare to replay.

        Args:
            share: how much of the kept iterations to show.
            is_back: whether the log has adjoints in place of values.
        """
        self._tree, self._names = Tree(log, program), Names(log)
        self._functions, self._keys, self._share, self._is_back = functions, keys, share, is_back
        self._held: dict[Call, dict[str, Any]] = {}  # in a backward replay: the parts of each name
        self._owners = Owners()
        self._nodes = {node.id: node for node in graph.nodes}
        self._parents = {region.id: region.parent for region in graph.regions}
        headers = {region.id: region.label for region in graph.regions}
        counters = [each for each in graph.nodes if headers[each.region].startswith(f"for {each.label} in ")]
        # after a loop its counters are one step ahead
        self._counters = {each.id for each in counters if each.role == "variable"}
        self._run = Run(Call(functions.found[0], key=keys.of(None, functions.found[0], 0)))
        self._run.is_known = self._tree.root is not None
        kinds = {region.kind for region in graph.regions}
        self._is_batch = "vmap" in kinds
        self._is_rewritten = not kinds.isdisjoint(("forward", "backward")) and not kinds.isdisjoint(("scan", "while"))
        self._latest: dict[Call, Executed] = {}
        self._order: list[Executed] = []
        self._seen: set[int] = set()  # what has been shown of what was computed

    def run(
        self, items: Sequence[Item], part: Part, variables: Sequence[Any], inputs: Sequence[Any], *, is_whole: bool
    ) -> Run:
        given = dict(zip(variables, inputs, strict=True))
        scope = Scope(items, self._names, given, homes=self._tree.homes)
        head = self._head(self._run.root)
        for shown, variable in zip(part.inputs, variables, strict=True):
            if shown.node in self._nodes:
                head.last.slots.append(Slot(shown.node or "", given[variable], (variable,)))
        if self._tree.root is not None:
            self._bind(head, self._tree.root.entered, scope)
            self._block(self._tree.root, scope, self._run.root, (), head)
            self._rest(scope, self._latest[self._run.root])
        if not is_whole:
            self._cut()
        if self._is_rewritten and not any(loop.region for loop in self._run.loops.values()):
            self._run.is_known, self._run.lost = False, _LOOPS
        return self._run

    def _cut(self) -> None:
        """Remove the lines after the last one in which the run has computed anything."""
        last = max(index for index, line in enumerate(self._order) if any(each.slots for each in line.segments))
        for line in reversed(self._order[last + 1 :]):
            del line.call.lines[line.key]
            if line.is_head and (caller := line.call.caller) is not None:
                caller.calls.remove(line.call)
                caller.segments.pop()

    def _head(self, call: Call) -> Executed:
        return self._at(call, (), call.function.lines.head, HEAD)

    def _at(self, call: Call, chain: Chain, line: int, number: int = 0) -> Executed:
        """Begin an execution of a line, which becomes the latest of its call."""
        made = Executed(call, chain, line, number)
        self._latest[call] = call.lines.setdefault(made.key, made)
        if self._latest[call] is made:
            self._order.append(made)
        return self._latest[call]

    def _line(self, call: Call, chain: Chain, line: int) -> Executed:
        """Return the execution that a line of the log belongs to; each iteration reaches a loop's header again."""
        start = call.function.lines.start(line)
        if start not in call.function.lines.headers:
            begun = call.lines.get((chain, start, 0)) if start in call.function.lines.withs else None
            return self._at(call, chain, start, int(begun is not None and self._latest[call] is not begun))
        inside = bool(chain) and chain[-1][0] == start
        state = self._state(call, chain[:-1] if inside else chain, start)
        state.visits = max(state.visits, 1)
        return self._at(call, state.chain, start)

    def _state(self, call: Call, outer: Chain, header: int) -> LoopState:
        key = call.key, outer, header
        return self._run.loops.setdefault(key, LoopState(call, outer, header))

    def _block(self, block: Block, scope: Scope, call: Call, chain: Chain, here: Executed) -> None:
        """Replay the items of a block."""
        line: Line | None = None
        at = here
        for each in block.items:
            if isinstance(each, Line):
                self._end(line, here, at, scope, chain)
                here = at = self._line(call, chain, each.line)
                line = each
            elif isinstance(each, Staged):
                self._stage(each, scope, here, at)
            elif isinstance(each, Loop):
                call, chain = self._loop(each, scope, call, chain, here)
                here = self._latest[call]
            elif each.frame.is_block:
                if self._enter(each, scope, call, chain, here):
                    here = self._latest[call]
            else:
                self._call(each, scope, call, here)
        self._end(line, here, at, scope, chain)

    def _end(self, line: Line | None, here: Executed, at: Executed, scope: Scope, chain: Chain) -> None:
        """End a line of a block, executed `at`, with the lines in it up to `here`: bind the names that it assigns."""
        if line is None:
            return
        if not _is_placed(here):  # after a `break`, the test of the loop has the `break`'s line
            here = next((each for each in reversed(self._order) if each.call is here.call and _is_placed(each)), here)
        start = here.call.function.lines.start(line.line)
        statement = here.call.function.statements.get(start)
        if tested := here.call.function.bound_by_tests.get(start):
            for name in tested - {*at.last.bound, *_assigned(statement)}:
                self._bind_name(at, name, line, scope)
        inside = set(line.bound) if self._is_back and hasattr(statement, "body") else set[str]()  # bound in its lines
        if len(here.chain) > len(chain):  # it is the header of a loop
            state = self._state(here.call, chain, here.chain[len(chain)][0])
            if state.region == "" and 0 < state.bodies == state.visits:
                here = self._visit(state)  # a `for` finds no next element
            targets = here.call.function.lines.targets.get(here.line, set()) if state.region else set()
            self._bind(here, line, scope, but=targets | inside)  # the loop's counter is one step ahead
        elif not _tail_calls_of(here.call.function, here.line):  # a tail call's line binds the next call's parameters
            self._bind(here, line, scope, but=inside)

    def _bind(self, here: Executed, event: Entered | Line, scope: Scope, but: Collection[str] = ()) -> None:
        if self._is_back:
            self._bind_back(here, event, scope, but)
            return
        for name in [name for name in event.bound if name not in but]:
            self._bind_name(here, name, event, scope)

    def _bind_name(self, here: Executed, name: str, event: Entered | Line, scope: Scope) -> None:
        if name in event.bound and not self._is_back and scope.exists(event.bound[name]):
            here.last.bound[name] = self._bound(name, event.bound[name], scope)

    def _bind_back(self, here: Executed, event: Entered | Line, scope: Scope, but: Collection[str]) -> None:
        """Bind names, and their parts, to the adjoints of their values."""
        held = self._held.setdefault(here.call, {})
        now = {name: list(_floats(name, binding)) for name, binding in event.bound.items()}
        if isinstance(event, Entered):  # at the start of a block the names keep their values
            but = {*but, *(name for name in now if now[name] and held.get(name) == now[name])}
        held |= now
        values = [(name, label, scope.find(mark)) for name, parts in now.items() for label, mark in parts]
        known = [each for each in values if each[2] is not None]
        own = self._owners.own(here.call, [(name, label, found.of) for name, label, found in known])
        back = {label: found.value for _, label, found in known if label in own}
        for name, binding in event.bound.items():
            if name not in but and scope.exists(binding):
                parts = {label: back.get(label) for label, _ in now[name] if label != name}
                here.last.bound[name] = Bound(back.get(name), parts=parts)

    def _bound(self, name: str, binding: Binding | None, scope: Scope) -> Bound:
        if binding is None:
            return Bound(None)
        first = binding.leaves[0] if binding.leaves else None
        variables = (
            self._names.copies(first.variable) if isinstance(first, Computed) and len(binding.leaves) < 3 else ()
        )
        value = scope.value(name, binding)
        is_pythons = value is None and not any(isinstance(leaf, Computed) for leaf in binding.leaves)
        return Bound(value, tuple(variables), is_pythons, is_gathered=self._names.gathers(binding))

    def _stage(self, event: Staged, scope: Scope, here: Executed, at: Executed) -> None:
        """Add what a line computes to `here`, and the branches that it takes to `at`."""
        for mark in (one for marks in event.equations for each in marks for one in self._names.copies(each)):
            here.last.printed += scope.printed.pop(mark, ())
            found = scope.done.pop(mark, None)
            if found is not None and id(found) not in self._seen:
                chosen = scope.chosen.get(id(found.entry.equation))
                if chosen is not None:
                    at.last.taken.append(found.entry.parts[chosen.part].region)
                    at.last.left += [each.region for n, each in enumerate(found.entry.parts) if n != chosen.part]
                self._show(found, here, scope)
                self._unlogged(scope.runs.get(id(found.entry.equation)), here)

    def _unlogged(self, run: Any, here: Executed) -> None:
        """Replay a function that JAX has cached or traces itself, or the body of a loop of the user's `lax` call."""
        if run is None or id(run.entry.equation) in self._tree.homes:
            return
        if isinstance(run, LoopRun) and not _is_plain(run.entry):
            return
        if isinstance(run, CallRun):
            self._lines_of(_done(run.items), run.entry, here, run.entry.equation.params.get("name"))
            return
        iterations, total = run.iterations(self._share), _iterations(run)
        state = LoopState(here.call, here.chain, here.line, region=self._region(run.entry), ended=run.ended)
        state.total, state.kept = total, sum(each.number <= total for each in iterations)
        for each in iterations:
            begun = len(here.calls)
            self._lines_of(_done(each.items), run.entry, here)
            for call in here.calls[begun:]:
                call.loop, call.iteration = state, each.number

    def _lines_of(self, found: Sequence[Done], entry: Entry, here: Executed, name: str | None = None) -> bool:
        """Replay lines of functions without log entries, by their equations' spans; return whether there are any."""
        placed = [(done, done.entry.spans[0]) for done in found if done.entry.spans]
        begun = len(here.calls)
        for function, group in groupby(placed, key=lambda each: self._functions.at(each[1])):
            is_other = function is not None and function is not here.call.function and name in (None, function.name)
            if function is None or not is_other or not is_user_file(function.span.file):
                continue
            made = self._made(here, next(iter(entry.spans), None), function)
            self._run.closed.pop(_OF_A_PACKAGE.format(function.name), None)
            self._head(made)
            for done, place in group:
                self._bind_nodes(done, self._at(made, (), function.lines.start(place.line)))
        self._latest[here.call] = here
        return len(here.calls) > begun

    def _bind_nodes(self, done: Done, at: Executed) -> None:
        """Show an equation's results, and bind the names that the line assigns; it may have the caller's, too."""
        self._show(done, at)
        assigned = _stored(at.call.function.statements.get(at.line))
        for shown, variable, value in zip(done.entry.results, done.entry.equation.outvars, done.values, strict=True):
            for name in assigned.intersection(self._nodes[shown.node].names if shown.node in self._nodes else ()):
                at.last.bound[name] = Bound(value, (variable,))

    def _show(self, done: Done, here: Executed, scope: Scope | None = None) -> None:
        self._seen.add(id(done))
        variables = done.entry.equation.outvars
        for shown, variable, value in zip(done.entry.results, variables, done.values, strict=True):
            if shown.node in self._nodes and shown.node not in self._counters and not shown.kept:
                here.last.slots.append(self._slot(shown.node, (variable,), value, scope))

    def _slot(self, node: str | None, variables: tuple[Any, ...], value: Any, scope: Scope | None) -> Slot:
        return Slot(node or "", value if scope is None or self._is_back else scope.items(variables, value), variables)

    def _rest(self, scope: Scope, here: Executed) -> None:
        """Add equations that belong to no line to the last one."""
        for done in list(scope.done.values()):
            if id(done) not in self._seen:
                self._show(done, here, scope)

    def _enter(self, block: Block, scope: Scope, call: Call, chain: Chain, here: Executed) -> bool:
        """Replay a branch, or an iteration that Python runs during the trace; return whether it ran."""
        for branch in block.branches:
            if branch.staged and scope.holds(branch.predicate) is not bool(branch.which):
                return False
            here.chooses |= branch.staged and branch.place[0] == here.line
            if branch.place in here.call.function.tests.get(here.line, ()):
                here.test = branch.test
        for name in here.call.function.bound_by_tests.get(here.line, ()):
            self._bind_name(here, name, block.entered, scope)
        loop = block.loop
        header = 0 if loop is None else _header(call.function, loop)
        if loop is not None and loop.staged:  # JAX has made another loop of it, or nothing uses its results
            self._close(call, chain, header, "batch" if self._is_batch else "")
            return False
        if loop is None or not header:
            self._block(block, scope, call, chain, here)
            return True
        inside = bool(chain) and chain[-1][0] == header
        state = self._state(call, chain[:-1] if inside else chain, header)
        if state.visits == state.bodies:
            self._visit(state)
        at, begun = self._at(call, state.chain, header), len(self._order)
        if loop.kind == "test":
            self._block(block, scope, call, state.chain, at)
            state.asked = [at, *self._order[begun:]]
            _ask(loop, state.asked, goes_on=False)
            return True
        _ask(loop, state.asked, goes_on=True)
        state.bodies += 1
        state.total = state.kept = state.bodies
        self._bind(at, block.entered, scope)
        self._block(block, scope, call, state.chain, at)
        return True

    def _visit(self, state: LoopState, number: int | None = None) -> Executed:
        state.visits = state.visits + 1 if number is None else number
        if state.seen is not None:
            state.seen.add(state.visits)
        return self._at(state.call, state.chain, state.header)

    def _loop(self, loop: Loop, scope: Scope, call: Call, chain: Chain, here: Executed) -> tuple[Call, Chain]:
        """Replay a loop of the graph's; return the call and the iterations that what follows belongs to.

        After a loop of tail calls that is the last call.
        """
        run = scope.runs.get(id(loop.equation))
        region = loop.body.loop
        header = 0 if region is None else _header(call.function, region)
        if any(frame.kind == "forward" for frame in frames_of(loop.equation)):
            self._close(call, chain, header, "gradient")
            self._is_rewritten = False  # the note above says it
            return call, chain
        if not isinstance(run, LoopRun):
            self._close(call, chain, header, "")
            return call, chain
        iterations = run.iterations(self._share)
        total = _iterations(run)
        calls = _tail_calls_of(call.function, call.function.lines.start(loop.place[0]))
        if not header and any(loop.place[::2] == each[::2] for each in calls):
            self._take_back(here)
            return self._tail_calls(loop, run, iterations, scope, call), ()
        if not header:
            for made in iterations:
                values, _ = carried(run.entry, made)
                inner = scope.iteration(made, values, loop.body.entered)
                if made.number <= total:
                    self._block(loop.body, inner, call, chain, here)
                self._rest(inner, here)
            return call, chain
        state = self._state(call, chain, header)
        base = state.bodies
        state.region, state.ended = self._region(run.entry), run.ended
        state.seen = set(range(base + 1)) if len(iterations) < run.total else None
        for made in iterations:
            self._iteration(loop, run, made, scope, state, base, is_last=made.number > total)
        state.bodies = state.total = base + total
        last = call.lines.get(((*state.outer, (header, state.total)), header, 0))
        state.total -= last is not None and last.test is False  # the last one is only the test
        state.kept = base + sum(base + each.number <= state.total for each in iterations)
        if loop.test is None and run.ended:
            self._visit(state, state.bodies + 1)
        return call, chain

    def _close(self, call: Call, chain: Chain, header: int, why: str) -> None:
        """Note that the record does not have a loop's iterations: how many there are is not known."""
        if header:
            self._state(call, chain[:-1] if chain and chain[-1][0] == header else chain, header).is_closed = True
        if why:
            self._run.closed[_LOOP_OF.format(call.function.name, why)] = None

    def _take_back(self, line: Executed) -> None:
        """Remove a line that only begins the loop of tail calls: Python reaches it later, if at all."""
        if line.is_empty and not line.is_head:
            self._order.remove(line)
            del line.call.lines[line.key]
            self._latest[line.call] = next(reversed(line.call.lines.values()))

    def _tail_calls(self, loop: Loop, run: LoopRun, iterations: Sequence[Iteration], scope: Scope, call: Call) -> Call:
        """Replay a loop that the user wrote as tail calls: each iteration becomes a call."""
        is_whole = len(iterations) == run.total
        if not is_whole:
            self._run.closed[_CALLS.format(call.function.name, run.total)] = None
        if "did_return" in loop.body.entered.bound:  # the last call's `return` ends it
            iterations = [each for each in iterations if each.number <= _iterations(run)]
        for made in iterations if is_whole else (iterations[0], iterations[-1]):
            values, variables = carried(run.entry, made)
            inner = scope.iteration(made, values, loop.body.entered)
            if made.number > 1:
                at, site = self._latest[call], _span(call.function, loop.place)
                call = self._made(at, site, call.function, is_direct=is_whole)
                self._bind(self._head(call), loop.body.entered, inner)
            here = self._latest[call]
            for shown, value, own in zip(run.entry.parts[0].inputs, made.carry, variables, strict=False):
                if shown.node in self._nodes:
                    here.last.slots.append(self._slot(shown.node, own, value, inner))
            blocks = [loop.test] if made.number > _iterations(run) else [loop.test, loop.body]
            for block in filter(None, blocks):
                self._block(block, inner, call, (), here)
            _ask_tail(call, loop.place[0], goes_on=made.number <= _iterations(run))
            self._rest(inner, self._latest[call])
        return call

    def _region(self, entry: Entry) -> str:
        """Return the region of a loop: the parent of its parts, or of a scan its one part.

        A body that computes nothing, as where its first line raises, is not in the graph.
        """
        parts = [part.region for part in entry.parts]
        if len(parts) == 1:
            return parts[0]
        return next((self._parents[part] or "" for part in reversed(parts) if part in self._parents), "")

    def _iteration(
        self, loop: Loop, run: LoopRun, made: Iteration, scope: Scope, state: LoopState, base: int, *, is_last: bool
    ) -> None:
        """Replay an iteration, or the test after the last one."""
        values, variables = carried(run.entry, made)
        inner = scope.iteration(made, values, loop.body.entered)
        at = self._visit(state, base + made.number)
        for shown, value, own in zip(run.entry.parts[0].inputs, made.carry, variables, strict=False):
            node = self._nodes.get(shown.node or "")
            is_ahead = is_last and shown.node in self._counters
            if node is not None and not is_ahead and (node.role in ("variable", "element") or node.kind == "input"):
                at.last.slots.append(self._slot(node.id, own, value, inner))
        if not is_last or loop.test is not None:
            targets = at.call.function.lines.targets.get(at.line, set())
            carried_on = loop.body.entered.bound.keys() - targets if self._is_back else set[str]()
            self._bind(at, loop.body.entered, inner, but=targets | carried_on if is_last else carried_on)
        begun = len(self._order)
        goes_on = not is_last and all(each.holds for each in made.items if isinstance(each, Tested))
        if loop.test is not None:
            self._block(loop.test, inner, state.call, state.chain, at)
        _ask(loop.body.loop, [at, *self._order[begun:]], goes_on=goes_on)
        if goes_on:
            self._block(loop.body, inner, state.call, state.chain, at)
        self._rest(inner, self._latest[state.call])

    def _call(self, block: Block, scope: Scope, call: Call, here: Executed) -> None:
        """Replay a call of the user's, if it is made: the function may be one of several."""
        if any(each.staged and scope.holds(each.predicate) is not bool(each.which) for each in block.branches):
            return
        function = self._function(block)
        if block.site is not None and call.function.lines.start(block.site[0]) in call.function.lines.starts:
            start = call.function.lines.start(block.site[0])
            here = here if start == here.line else self._line(call, here.chain, start)
        run = scope.runs.get(id(block.equation)) if block.equation is not None else None
        if isinstance(run, CallRun):
            scope = scope.inner(run.items, run.given)
        if function is None or not self._is_followed(function, block, call, scope):
            if (
                function is None
                or function.is_generator
                or block.frame.is_direct
                or not self._foreign(block, scope, here)
            ):
                self._absorb(block, scope, here)
            return
        site = None if block.site is None else _span(call.function, block.site)
        made = self._made(here, site, function, is_direct=block.frame.is_direct)
        if not block.frame.is_direct and (given := _arguments(block, scope)) is not None:
            made.derived = block.frame.owner.original, given
        head = self._head(made)
        self._bind(head, block.entered, scope)
        self._block(block, scope, made, (), head)
        if isinstance(run, CallRun):
            self._rest(scope, self._latest[made])
        self._latest[call] = here

    def _made(self, here: Executed, site: Span | None, function: Function, *, is_direct: bool = False) -> Call:
        same = [each for each in here.calls if each.function is function and each.is_direct is is_direct]
        number = len(same) if is_direct else -1 - len(same)  # negative: a library's call is not one in Python's record
        made = Call(function, here, site, self._keys.of(here, function, number), is_direct)
        here.calls.append(made)
        here.segments.append(Segment())
        return made

    def _function(self, block: Block) -> Function | None:
        at, parsed = block.frame.at, block.frame.owner.parsed
        return None if at is None else self._functions.at(parsed.source.span(at[0], at[2], at[1], at[3]))

    def _is_followed(self, function: Function, block: Block, call: Call, scope: Scope) -> bool:
        if function.is_generator:
            self._run.closed[_GENERATOR.format(function.name)] = None
            return False
        is_open = block.frame.is_direct or self._is_differentiated(block, scope)
        return is_open and call.depth < _DEEPEST and is_user_file(function.span.file)

    def _is_differentiated(self, block: Block, scope: Scope) -> bool:
        """Return whether JAX differentiates a call, and so runs it on these very values."""
        kinds = [{frame.kind for frame in frames_of(done.entry.equation)} for done in self._staged(block, scope)]
        return any("forward" in each for each in kinds) and all(each <= _PRIMAL for each in kinds)

    def _foreign(self, block: Block, scope: Scope, here: Executed) -> bool:
        """Replay a function that JAX calls on these very values; return whether it or a loop has its lines."""
        found = list(self._staged(block, scope))
        own = [done for done in found if id(done) not in scope.last]
        is_plain = bool(found) and all(_is_plain(done.entry) for done in found)
        if is_plain and (not own or self._lines_of(own, own[0].entry, here)):
            return True
        self._run.closed[_OF_A_PACKAGE.format(block.frame.name)] = None
        return False

    def _staged(self, block: Block, scope: Scope) -> Iterator[Done]:
        for each in block.items:
            if isinstance(each, Block):
                yield from self._staged(each, scope)
            elif isinstance(each, Staged):
                marks = (one for marks in each.equations for mark in marks for one in self._names.copies(mark))
                yield from (scope.done[mark] for mark in marks if mark in scope.done)

    def _absorb(self, block: Block, scope: Scope, here: Executed) -> None:
        """Add what a call without steps of its own computes to the line that makes it."""
        for each in block.items:
            if isinstance(each, Staged):
                self._stage(each, scope, here, here)
            elif isinstance(each, Block):
                self._absorb(each, scope, here)


def _is_placed(line: Executed) -> bool:
    """Return whether all iterations of the loops around a line are known."""
    return line.is_head or len(line.chain) == len(line.call.function.lines.loops.get(line.line, ()))


def _done(items: Sequence[Item]) -> list[Done]:
    return [each for each in items if isinstance(each, Done)]


def _assigned(statement: ast.stmt | None) -> set[str]:
    return _stored(*getattr(statement, "body", ()), *getattr(statement, "orelse", ()))


def _stored(*statements: ast.AST | None) -> set[str]:
    inside = (part for each in statements if each is not None for part in ast.walk(each) if isinstance(part, ast.Name))
    return {each.id for each in inside if isinstance(each.ctx, ast.Store)}


def _iterations(run: LoopRun) -> int:
    """Return the number of a loop's iterations: the last kept one of a `while` is only its test."""
    return run.total - (len(run.entry.parts) == 2 and run.ended)


def _arguments(block: Block, scope: Scope) -> list[Any] | None:
    """Return the arguments of a call; None where the record does not have them completely."""
    code = block.frame.owner.original.__code__
    if code.co_kwonlyargcount or code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS):
        return None
    bound = [block.entered.bound.get(name) for name in code.co_varnames[: code.co_argcount]]
    values = [None if each is None else each.value(lambda variable: whole(scope.find(variable))) for each in bound]
    leaves = jax.tree.leaves(values, is_leaf=lambda each: each is None)
    return None if any(each is None or isinstance(each, Opaque) for each in leaves) else values


def _is_plain(entry: Entry) -> bool:
    """Return whether an equation computes what its line says; under `jax.vmap` and in a backward pass it does not."""
    return not any(frame.kind in ("vmap", "forward", "backward") for frame in frames_of(entry.equation))


def _floats(name: str, binding: Binding | None) -> Iterator[tuple[str, Any]]:
    """Yield the variables of a name's parts that have a derivative, with the user's expression: `w`, `params['w']`."""
    if binding is None:
        return
    parts = [(name, binding.variable)] if binding.is_leaf else list(binding.parts(name))
    labels = {label for label, _ in parts}
    for label, variable in parts if len(parts) <= _MOST_PARTS else ():
        is_buffer = label + OWN_LENGTH in labels or "(" in label
        if variable is not None and has_derivative(variable) and not is_buffer:
            yield label, variable


def _ask(loop: Region | None, lines: Sequence[Executed], *, goes_on: bool) -> None:
    """Note the result of a `while`'s test, and of each `if` with a `break` that is part of it."""
    if not lines or not isinstance(lines[0].call.function.statements.get(lines[0].line), ast.While):
        return
    header, *others = lines
    asked = () if loop is None or loop.site is None else loop.site.asked
    leaving = [each for each in others if each.call is header.call and each.line in asked]
    header.test = goes_on or bool(leaving)
    for line in leaving:
        line.test = not goes_on and line is leaving[-1]


def _ask_tail(call: Call, line: int, *, goes_on: bool) -> None:
    """Note the result of each `if` before a tail call; without a tail call only if there is one `if`."""
    asked: list[tuple[Executed, bool]] = []
    for each in call.lines.values():
        statement = call.function.statements.get(each.line)
        if isinstance(statement, ast.If) and not each.is_head and each.test is None:
            bodies = statement.body, statement.orelse
            sides = [any(part.lineno <= line <= (part.end_lineno or 0) for part in body) for body in bodies]
            if any(sides) or isinstance(statement.body[-1], ast.Return):
                asked.append((each, sides[0]))
    for each, leads in asked if goes_on or len(asked) == 1 else ():
        each.test = leads is goes_on


def _header(function: Function, region: Region) -> int:
    line = function.lines.start(region.place[0])
    statement = function.statements.get(line)
    is_loop = isinstance(statement, ast.For | ast.While) and statement.col_offset == region.place[2]
    return line if is_loop else 0


def _tail_calls_of(function: Function, line: int) -> list[Place]:
    """Return where a function's `return` in a line calls the function itself, which may be a loop in the graph."""
    statement = function.statements.get(line)
    value = statement.value if isinstance(statement, ast.Return) else None
    branches = [value.body, value.orelse] if isinstance(value, ast.IfExp) else [value]
    calls = [each for each in branches if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)]
    return [place_of(each) for each in calls if ast.unparse(each.func) == function.name]


def _span(function: Function, site: tuple[int, int, int, int]) -> Span:
    line, end_line, column, end_column = site
    return function.source.span(line, column, end_line, end_column)
