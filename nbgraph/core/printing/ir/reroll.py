"""Reroll iterations that Python ran during the trace: equal iterations become one loop body.

Iterations are equal up to numbers that grow by the same step, and to values of the iteration before.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterable, Sequence
from typing import Any

import jax
import numpy as np

from nbgraph.core.printing.ir.program import Atom, Block, Constant, Counted, Equation, Variable, operands_of
from nbgraph.core.records import dataclass, field
from nbgraph.core.spans import Span

_MOST_PEELED = 2  # iterations before those that are alike


def rerolled(block: Block, loops: frozenset[Span]) -> Block:
    """Return a block with Python loops for iterations that are alike, at any depth.

    Args:
        loops: where the loops of the user's source begin.
    """
    equations = [
        dataclasses.replace(e, blocks=tuple(rerolled(each, loops) for each in e.blocks)) if e.blocks else e
        for e in block.equations
    ]
    if not any(e.iterations for e in equations):
        return Block(block.parameters, equations, block.results)
    around = min(sum(span in loops for span in e.spans) - len(e.iterations) for e in equations)
    made = _Loops(loops, block.results, max(around, 0)).folded([_positioned(e, loops) for e in equations], 0)
    return Block(block.parameters, [each for e in made for each in _opened(e)], block.results)


def _positioned(equation: Equation, loops: frozenset[Span]) -> Equation:
    """Return a slice with its start among the operands, so that a loop's counter can replace it; inner blocks too."""
    if not (equation.iterations or loops.intersection(equation.spans[:1])):
        return equation
    return _with_positions(equation)


def _with_positions(equation: Equation) -> Equation:
    if equation.blocks and not equation.params.get("library"):
        blocks = [dataclasses.replace(b, equations=[*map(_with_positions, b.equations)]) for b in equation.blocks]
        return dataclasses.replace(equation, blocks=tuple(blocks))
    if equation.operation != "slice":
        return equation
    params = equation.params
    starts, limits = params["start_indices"], params["limit_indices"]
    sizes = tuple(limit - start for start, limit in zip(starts, limits, strict=True))
    aval = jax.core.ShapedArray((), np.dtype("int32"))
    operands = [*equation.operands, *(Constant(np.int32(start), aval) for start in starts)]
    given = {"sizes": sizes, "strides": tuple(params["strides"] or (1,) * len(starts))}
    return dataclasses.replace(equation, operation="python_slice", operands=operands, params=given)


def _opened(equation: Equation) -> list[Equation]:
    """Return the equations of a one-iteration loop; for others the equation itself, with known slices restored."""
    count = equation.operands[0] if equation.operands else None
    is_loop = equation.operation == "python_loop"
    if is_loop and isinstance(count, Constant) and int(count.value) == 1:
        return [each for e in equation.params["first"] for each in _opened(e)]
    if equation.operation == "python_slice":
        return [_without_positions(equation)]
    blocks = [dataclasses.replace(b, equations=[o for e in b.equations for o in _opened(e)]) for b in equation.blocks]
    return [dataclasses.replace(equation, blocks=tuple(blocks))] if blocks else [equation]


def _without_positions(equation: Equation) -> Equation:
    """Return a slice at a known position in its original form."""
    array, *starts = equation.operands
    if not all(isinstance(start, Constant) for start in starts):
        return equation
    first = tuple(int(start.value) for start in starts if isinstance(start, Constant))
    limits = tuple(a + size for a, size in zip(first, equation.params["sizes"], strict=True))
    strides = equation.params["strides"]
    params = {"start_indices": first, "limit_indices": limits, "strides": None if set(strides) <= {1} else strides}
    return dataclasses.replace(equation, operation="slice", operands=[array], params=params)


@dataclass
class _Loops:
    """Folds the iterations of some equations into loops."""

    loops: frozenset[Span]
    results: Sequence[Atom]
    around: int = 0  # how many loops are around the block, which the graph runs

    def folded(self, equations: list[Equation], depth: int) -> list[Equation]:
        """Return the equations with loops in place of their iterations, at a depth and below."""
        found: list[Equation] = []
        position = 0
        while position < len(equations):
            run = self.run(equations, position, depth)
            if run is None:
                found.append(equations[position])
                position += 1
                continue
            iterations, numbers, before, position = run
            del found[len(found) - before :]
            behind = _needed(equations[position:], self.results)
            inner = [
                _Loops(
                    self.loops,
                    [*behind, *_needed([e for other in iterations[k + 1 :] for e in other], ())],
                    self.around,
                ).folded(iteration, depth + 1)
                for k, iteration in enumerate(iterations)
            ]
            found += _rolled(inner, numbers, behind, self.header(iterations[-1][-1], depth))
        return found

    def run(
        self, equations: list[Equation], start: int, depth: int
    ) -> tuple[list[list[Equation]], list[int], int, int] | None:
        """Return the iterations of the loop at a position, their numbers, how many header equations
        precede; the end.
        """
        if len(equations[start].iterations) <= depth:
            return None
        header = self.header(equations[start], depth)
        before = start
        while before > 0 and self.is_header(equations[before - 1], header, depth):
            before -= 1
        iterations: list[list[Equation]] = []
        numbers: list[int] = []
        waiting, position = equations[before:start], start
        while position < len(equations):
            equation = equations[position]
            if len(equation.iterations) <= depth:
                if not self.is_header(equation, header, depth):
                    break
                waiting = [*waiting, equation]
            elif self.header(equation, depth) != header or (numbers and _number(equation, depth) < numbers[-1]):
                break
            else:
                if not numbers or _number(equation, depth) != numbers[-1]:
                    iterations.append([])
                    numbers.append(_number(equation, depth))
                iterations[-1] += [*waiting, equation]
                waiting = []
            position += 1
        return iterations, numbers, start - before, position - len(waiting)

    def header(self, equation: Equation, depth: int) -> Span | None:
        found = [span for span in equation.spans if span in self.loops]
        at = self.around + depth + 1
        return found[-at] if len(found) >= at else None

    def is_header(self, equation: Equation, header: Span | None, depth: int) -> bool:
        return header is not None and header in equation.spans and len(equation.iterations) <= depth


def _number(equation: Equation, depth: int) -> int:
    return int(equation.iterations[depth].rsplit("_", 1)[1])


def _needed(equations: Iterable[Equation], results: Iterable[Atom]) -> list[Atom]:
    return [*(atom for equation in equations for atom in operands_of(equation)), *results]


def _rolled(
    iterations: list[list[Equation]], numbers: list[int], behind: Sequence[Atom], header: Span | None
) -> list[Equation]:
    """Return iterations as a loop; the first ones stay in front if they differ, all stay if no loop fits."""
    for peeled in range(_MOST_PEELED + 1):
        rest = iterations[peeled:]
        if not rest or numbers[peeled:] != list(range(numbers[peeled], numbers[peeled] + len(rest))):
            continue
        made = _Roll(rest, behind, peeled=peeled).equation(header, numbers[peeled])
        if made is not None:
            return [*(e for iteration in iterations[:peeled] for e in iteration), made]
    return [e for iteration in iterations for e in iteration]


@dataclass
class _Roll:
    """Merges several iterations into one body: that of the first, with differing numbers replaced."""

    iterations: list[list[Equation]]
    behind: Sequence[Atom]
    index: Variable = field(default_factory=lambda: Variable(jax.core.ShapedArray((), np.dtype("int32"))))
    # for each iteration, the first iteration's variable for each of its own
    like: list[dict[Variable, Variable]] = field(default_factory=list)
    # for each iteration, in which equation and as which result a variable is made
    made: list[dict[Variable, tuple[int, int]]] = field(default_factory=list)
    # the parameters for values of the iteration before, by the value carried on and its initial value
    carried: dict[tuple[Variable, Any], tuple[Variable, Atom]] = field(default_factory=dict)
    # which inner loops, by iteration and count, have one iteration
    single: set[tuple[int, Variable]] = field(default_factory=set)
    peeled: int = 0  # how many iterations are written before the loop

    def equation(self, header: Span | None, number: int) -> Equation | None:
        """Return the loop; None where the iterations are not alike."""
        if len({len(iteration) for iteration in self.iterations}) != 1:
            return None
        self.like = [{} for _ in self.iterations]
        self.made = [
            {result: (j, r) for j, equation in enumerate(iteration) for r, result in enumerate(equation.results)}
            for iteration in self.iterations
        ]
        body = self.rows([*zip(*self.iterations, strict=True)])
        return None if body is None else self.loop(body, header, number)

    def rows(self, rows: Sequence[Sequence[Equation]]) -> list[Equation] | None:
        """Return the equations that stand for those of each iteration; None where they are not alike."""
        body = []
        for each in rows:
            row = _as_loops(each) if each[0].operation == "python_loop" else each
            made = self.row(row)
            if made is None:
                return None
            body.append(made)
            for known, equation in zip(self.like, row, strict=True):
                known.update(zip(equation.results, row[0].results, strict=True))
        return body

    def row(self, row: Sequence[Equation]) -> Equation | None:
        first = row[0]
        if any(not _are_alike(first, other) for other in row):
            return None
        operands = self.atoms([equation.operands for equation in row])
        if operands is None:
            return None
        if first.operation == "python_loop":
            for k, equation in enumerate(row):
                self.like[k][equation.params["index"]] = first.params["index"]
                if isinstance(equation.operands[0], Constant) and int(equation.operands[0].value) == 1:
                    self.single.add((k, first.params["index"]))
        blocks = []
        for each in zip(*(equation.blocks for equation in row), strict=True):
            block = self.block(each)
            if block is None:
                return None
            blocks.append(block)
        return dataclasses.replace(first, operands=operands, blocks=tuple(blocks))

    def atoms(self, columns: Sequence[Sequence[Atom]]) -> list[Atom] | None:
        found = [atom for atoms in zip(*columns, strict=True) if (atom := self.atom(atoms)) is not None]
        return found if len(found) == len(columns[0]) else None

    def block(self, blocks: Sequence[Block]) -> Block | None:
        """Return the block that stands for one of each iteration; None where they are not alike."""
        if len({(len(b.parameters), len(b.equations), len(b.results)) for b in blocks}) != 1:
            return None
        for known, block in zip(self.like, blocks, strict=True):
            known.update(zip(block.parameters, blocks[0].parameters, strict=True))
        equations = self.rows([*zip(*(block.equations for block in blocks), strict=True)])
        results = self.atoms([block.results for block in blocks])
        return None if results is None or equations is None else Block(blocks[0].parameters, equations, results)

    def atom(self, atoms: Sequence[Atom]) -> Atom | None:
        """Return the atom that stands for one value of each iteration; None where there is none."""
        if all(isinstance(atom, Constant | Counted) for atom in atoms):
            return self.number(atoms)
        known = [self.like[k].get(atom) if isinstance(atom, Variable) else None for k, atom in enumerate(atoms)]
        if any(each is not None for each in known):
            return known[0] if all(each is known[0] for each in known) else None
        if all(atom is atoms[0] for atom in atoms) and not any(atoms[0] in made for made in self.made):
            return atoms[0]
        return self.of_iteration_before(atoms)

    def number(self, atoms: Sequence[Atom]) -> Atom | None:
        """Return the number that is the same in each iteration, or grows by the same step; else None."""
        first = atoms[0]
        if all(isinstance(atom, Constant) for atom in atoms):
            values = [np.asarray(atom.value) for atom in atoms if isinstance(atom, Constant)]
            if len({(str(value.dtype), value.shape, value.tobytes()) for value in values}) == 1:
                return first
            if values[0].shape or any(
                value.dtype != values[0].dtype or value.dtype.kind not in "iu" for value in values
            ):
                return None
        forms = [form for k, atom in enumerate(atoms) if (form := _linear(atom, self.like[k])) is not None]
        common: dict[Variable, int] = {index: step for _, steps in forms for index, step in steps.items()}
        if len(forms) < len(atoms) or not all(self.grows(k, form[1], common) for k, form in enumerate(forms)):
            return None
        growth = {after - before for (before, _), (after, _) in itertools.pairwise(forms)}
        if len(growth) > 1:
            return None
        step = growth.pop() if growth else 0
        return Counted(forms[0][0], common | ({self.index: step} if step else {}), first.aval)

    def grows(self, k: int, steps: dict[Variable, int], common: dict[Variable, int]) -> bool:
        """Return whether a number grows by the common steps; an inner loop of one iteration shows no step."""
        return all(
            steps.get(index, step if (k, index) in self.single else None) == step for index, step in common.items()
        )

    def of_iteration_before(self, atoms: Sequence[Atom]) -> Atom | None:
        """Return the atom for a value of the iteration before, or of the one before that; None for other values."""
        for back in (1, 2):
            behind = atoms[back:]
            places = {self.made[k].get(atom) for k, atom in enumerate(behind) if isinstance(atom, Variable)}
            if len(behind) < (1 if back == 1 else 2) or len(places) != 1 or None in places:
                continue
            if any(not isinstance(atom, Variable) for atom in behind):
                continue
            j, r = next(place for place in places if place is not None)
            source = self.iterations[0][j].results[r]
            if any(not _fits(atom, source) for atom in atoms[:back]):
                return None
            last = self.carry(source, atoms[back - 1])
            return last if back == 1 else self.carry(last, atoms[0])
        return None

    def carry(self, source: Variable, initial: Atom) -> Variable:
        key = (source, _key(initial))
        if key not in self.carried:
            name = source.wanted or (initial.wanted if isinstance(initial, Variable) else "")
            self.carried[key] = (Variable(source.aval, name), initial)
        return self.carried[key][0]

    def loop(self, body: list[Equation], header: Span | None, number: int) -> Equation | None:
        """Return the loop with its carry and with what is used after it; None where that is not possible."""
        needed = {atom for atom in self.behind if isinstance(atom, Variable)}
        lists = self.gathered(needed)
        listed = {variable for _, made in lists for variable in made}
        if any((needed - listed).intersection(made) for made in self.made[:-2]):
            return None
        found = self.last(needed, listed)
        if found is None:
            return None
        sources = [source for source, _ in self.carried]
        finals, extra = found
        parameters = [parameter for parameter, _ in self.carried.values()]
        given = [initial for _, initial in self.carried.values()]
        size = Constant(np.int32(len(self.iterations)), jax.core.ShapedArray((), np.dtype("int32")))
        given_back: list[Variable] = [
            *(final or Variable(each.aval) for final, each in zip(finals, sources, strict=True))
        ]
        given_back += [variable for _, variable in extra]
        known = {*given_back}
        rows = [variable for _, made in lists for variable in made if variable not in known]
        params: dict[str, Any] = {"index": self.index, "header": header, "number": number, "first": self.iterations[0]}
        params |= {"lists": [made for _, made in lists], "peeled": self.peeled}
        results: list[Atom] = [*sources, *(source for source, _ in extra), *(source for source, _ in lists)]
        return Equation(
            "python_loop",
            [size, *given],
            [*given_back, *rows],
            params,
            (Block(parameters, body, results),),
            spans=() if header is None else (header,),
            iterations=body[0].iterations,
        )

    def gathered(self, needed: set[Variable]) -> list[tuple[Variable, list[Variable]]]:
        """Return the values of which every iteration's is used, as in a list that each appends to."""
        found = []
        for j, equation in enumerate(self.iterations[0]):
            for r, source in enumerate(equation.results):
                every: list[Variable] = [iteration[j].results[r] for iteration in self.iterations]
                if len(every) > 1 and needed.issuperset(every):
                    found.append((source, every))
        return found

    def last(
        self, needed: set[Variable], listed: set[Variable]
    ) -> tuple[list[Variable | None], list[tuple[Variable, Variable]]] | None:
        """Return which values of the last iterations are used, in the carry and otherwise; None where that fails."""
        sources = [source for source, _ in self.carried]
        finals: list[Variable | None] = [None] * len(sources)
        extra: list[tuple[Variable, Variable]] = []
        for made, back in ((self.made[-1], 0), (self.made[-2] if len(self.made) > 1 else {}, 1)):
            for variable in (each for each in made if each in needed):
                j, r = made[variable]
                source: Variable | None = self.iterations[0][j].results[r]
                if back:
                    source = next((p for (s, _), (p, _) in self.carried.items() if s is source), None)
                at = next((k for k, s in enumerate(sources) if s is source and finals[k] is None), None)
                if at is not None:
                    finals[at] = variable
                elif variable in listed:
                    continue
                elif source is not None and not back:
                    extra.append((source, variable))
                else:
                    return None
        return finals, extra


def _as_loops(row: Sequence[Equation]) -> Sequence[Equation]:
    """Return loops with the same carry, adding one to loops of one iteration, which need none."""
    like = next((each for each in row if each.blocks and each.blocks[0].parameters), None)
    if like is None or any(each.operation != "python_loop" for each in row):
        return row
    return [each if each.blocks[0].parameters else _carrying(each, like) for each in row]


def _carrying(single: Equation, like: Equation) -> Equation:
    """Return a loop of one iteration with another loop's carry; unchanged if they are not alike."""
    ours, theirs = single.blocks[0].equations, like.blocks[0].equations
    parameters, made = like.blocks[0].parameters, dict[Atom, Atom]()
    initial: dict[Variable, Atom] = {}
    if [len(e.operands) for e in ours] != [len(e.operands) for e in theirs]:
        return single
    for one, other in zip(ours, theirs, strict=True):
        made.update(zip(other.results, one.results, strict=False))
        initial.update((b, a) for a, b in zip(one.operands, other.operands, strict=True) if b in parameters)
    results = [made.get(atom) for atom in like.blocks[0].results]
    if len(initial) != len(parameters) or None in results or len(set(results)) != len(results):
        return single
    fresh = {initial[p]: Variable(p.aval, p.name) for p in parameters}
    body = [dataclasses.replace(e, operands=[fresh.get(a, a) for a in e.operands]) for e in ours]
    block = Block([fresh[initial[p]] for p in parameters], body, results)  # type: ignore[arg-type]
    operands = [single.operands[0], *(initial[p] for p in parameters)]
    return dataclasses.replace(single, operands=operands, results=results, blocks=(block,))  # type: ignore[arg-type]


def _fits(atom: Atom, like: Variable) -> bool:
    return bool(tuple(atom.aval.shape) == tuple(like.aval.shape) and atom.aval.dtype == like.aval.dtype)


def _key(atom: Atom) -> Any:
    return (str(atom.aval.dtype), np.asarray(atom.value).tobytes()) if isinstance(atom, Constant) else id(atom)


def _linear(atom: Atom, like: dict[Variable, Variable]) -> tuple[int, dict[Variable, int]] | None:
    """Return a number as a start and the steps by which it grows with loop counters; None for other values."""
    if isinstance(atom, Counted):
        return atom.start, {like.get(index, index): step for index, step in atom.steps.items()}
    return (int(atom.value), {}) if isinstance(atom, Constant) and atom.aval.dtype.kind in "iu" else None


def _are_alike(one: Equation, other: Equation) -> bool:
    """Return whether two equations differ only in their operands."""
    return (
        one.operation == other.operation
        and not one.acts
        and len(one.operands) == len(other.operands)
        and len(one.results) == len(other.results)
        and len(one.blocks) == len(other.blocks)
        and all(_same_type(a, b) for a, b in zip(one.results, other.results, strict=True))
        and _params(one) == _params(other)
    )


def _same_type(one: Variable, other: Variable) -> bool:
    return bool(one.aval.shape == other.aval.shape and one.aval.dtype == other.aval.dtype)


def _params(equation: Equation) -> str:
    own = ("first", "index", "number", "lists", "peeled")
    return str({key: str(value) for key, value in equation.params.items() if not callable(value) and key not in own})
