"""Give the variables of a program the user's names, from the source and the converter's decisions."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from nbgraph.core.graph.locations import Places
from nbgraph.core.printing.ir.program import Atom, Block, Equation, Spans, Variable, identifier
from nbgraph.core.printing.ir.pruning import uses_of
from nbgraph.core.spans import Span

FAILED = "failed"


def label(block: Block, places: Places) -> None:
    """Name the variables of a block and of the blocks inside."""
    for equation, after in zip(block.equations, [*block.equations[1:], None], strict=False):
        spans = equation.spans
        match equation.operation:
            case "while" | "scan":
                _name_loop(equation, places)
            case "cond":
                _name(equation.results, _decided(places, spans, len(equation.results)))
            case "call" if not equation.params["library"]:
                _name(equation.results, places.bound(spans, len(equation.results)))
                _name_parameters(equation, places)
            case _ if spans and (after is None or after.spans != spans) and not equation.is_place:
                _name(equation.results, _bound(places, spans, len(equation.results)))
            case _:
                pass
        for inner in equation.blocks:
            if equation.operation != "call" or not equation.params["library"]:
                label(inner, places)
        if equation.operation == "cond":
            _hint(equation.results, equation.blocks)
    _name_items(block, places)
    _name_several(block, places)
    _hint_choices(block, places)
    _hint_initial(block)


def _name_several(block: Block, places: Places) -> None:
    """Name the results of one unpacked expression, as of `q, r = divmod(n, 10)`."""
    uses = uses_of(block)
    for spans, equations in itertools.groupby(block.equations, key=lambda equation: equation.spans):
        names = places.names(spans[0].file).bound.get(spans[0], ()) if spans else ()
        if len(names) < 2:
            continue
        group = list(equations)
        own = Counter(atom for equation in group for atom in equation.operands)
        made = [result for equation in group for result in equation.results if uses.get(result, 0) > own[result]]
        if len(made) == len(names):
            _name(made, names)


def _hint(results: Sequence[Variable], blocks: Sequence[Block]) -> None:
    """Hint names for a conditional's results: those of the first branch that has one."""
    for k, result in enumerate(results):
        given = [block.results[k] for block in blocks]
        result.hint = next((atom.wanted for atom in given if isinstance(atom, Variable) and atom.wanted), "")


def _hint_choices(block: Block, places: Places) -> None:
    """Hint names for the selects of an `if` with both branches computed, one for each of its names."""
    for spans, group in itertools.groupby(block.equations, key=lambda equation: equation.spans):
        decision = places.decision(spans)
        if decision is None or decision.became != "select":
            continue
        chosen = [e for e in group if e.operation == "select_n" or e.params.get("name") in ("_where", "where")]
        if len(chosen) == len(decision.outputs):
            for equation, name in zip(chosen, decision.outputs, strict=True):
                equation.results[0].hint = identifier(name)


def _hint_initial(block: Block) -> None:
    """Hint names for a loop's initial values: those of the carried variables, also for an earlier loop's results."""
    for equation in reversed(block.equations):
        if equation.operation in ("while", "scan"):
            for k, result in enumerate(equation.results):
                _, *initial = _before(equation, k)
                for atom in initial:
                    if isinstance(atom, Variable):
                        atom.hint = atom.wanted or result.wanted


def _bound(places: Places, spans: Spans, count: int) -> Sequence[str]:
    """Return the names of an equation's results; for a returned value those that the call is bound to."""
    while len(spans) > 1 and _is_returned(places, spans[0]):
        spans = spans[1:]
    return places.bound(spans, count)


def _is_returned(places: Places, span: Span) -> bool:
    statement = replace(span, column=span.column - len("return "))
    return any(statement in function.returns for function in places.names(span.file).functions)


def _name_parameters(equation: Equation, places: Places) -> None:
    """Name a helper's parameters as the user does."""
    block = equation.blocks[0]
    function = places.function(equation.params["name"], [e.spans[0] for e in block.equations if e.spans])
    equation.params["is_users"] = function is not None
    names = [] if function is None else list(function.parameters)
    for parameter, argument in zip(block.parameters, equation.params["arguments"], strict=False):
        found = re.fullmatch(r"arguments\[(\d+)\](.*)", argument)
        if found is not None and int(found[1]) < len(names):
            parameter.name = identifier(names[int(found[1])] + found[2].replace("'", ""))


def _name_items(block: Block, places: Places) -> None:
    """Name the items of an array that the user unpacks, by their positions."""
    wanted: dict[Atom, Sequence[str]] = {}
    for equation in block.equations:
        first = equation.operands[0] if equation.operands else None
        if equation.spans and len(equation.results) == 1:
            names = places.names(equation.spans[0].file).bound.get(equation.spans[0], ())
            if len(names) > 1 and equation.results[0].aval.shape[:1] == (len(names),):
                wanted[equation.results[0]] = names
        if equation.operation == "slice" and first in wanted and equation.results[0].aval.shape[:1] == (1,):
            wanted[equation.results[0]] = [wanted[first][equation.params["start_indices"][0]]]
        elif equation.operation == "squeeze" and len(wanted.get(first, ())) == 1:  # type: ignore[arg-type]
            _name(equation.results, wanted[first])  # type: ignore[index]


def label_failed(block: Block) -> None:
    """Pass the name of the failed check's number back to where it is computed, at any depth."""
    for equation in reversed(block.equations):
        for k, result in enumerate(equation.results):
            if result.name != FAILED:
                continue
            for atom in _before(equation, k):
                if isinstance(atom, Variable) and not atom.name:
                    atom.name = FAILED
        if equation.operation != "call":
            for inner in equation.blocks:
                label_failed(inner)
        if equation.operation == "cond":
            for inner in equation.blocks:
                _name_operands(equation.operands[1:], inner)


def _name_operands(operands: Iterable[Atom], block: Block) -> None:
    for atom, parameter in zip(operands, block.parameters, strict=True):
        if isinstance(atom, Variable) and parameter.name == FAILED:
            atom.name = atom.name or FAILED


def _before(equation: Equation, k: int) -> list[Atom]:
    """Return what a result is where nothing changes it: an operand, or the results of inner blocks."""
    match equation.operation:
        case "select_n":
            return equation.operands[1:2]
        case "call" if equation.params["name"] in ("_where", "where") and len(equation.operands) == 3:
            return equation.operands[2:]
        case "cond":
            return [block.results[k] for block in equation.blocks]
        case "while" | "scan" if k < equation.carry:
            return [equation.blocks[-1].results[k], equation.split(equation.operands)[-2][k]]
        case "scan" if k < len(equation.blocks[-1].results):
            return [equation.blocks[-1].results[k]]
    return []


def _name(variables: Iterable[Variable], names: Iterable[str]) -> None:
    for variable, name in zip(variables, names, strict=False):
        if name:
            variable.name = identifier(name)


def _decided(places: Places, spans: Spans, count: int) -> Sequence[str]:
    decision = places.decision(spans)
    if decision is not None and len(decision.outputs) == count:
        return decision.outputs
    return places.bound(spans, count)


def _name_loop(equation: Equation, places: Places) -> None:
    """Name what a loop carries, the same before, inside and after it."""
    starts, count = equation.constants, equation.carry
    names = _carried(places, equation.spans, count)
    for block, start in zip(equation.blocks, starts, strict=True):
        _name(block.parameters[start : start + count], names)
    _name(equation.results, names)
    _hint_following(equation.blocks[-1].results[:count], equation.results)
    if equation.operation == "scan":
        _name_rows(equation, places, equation.blocks[0].parameters[starts[0] + count :], equation.results[count:])


def _hint_following(following: Sequence[Atom], carried: Sequence[Variable]) -> None:
    """Hint names for an iteration's results: those of the carried variables."""
    for atom, variable in zip(following, carried, strict=False):
        if isinstance(atom, Variable):
            atom.hint = atom.hint or variable.wanted


def _name_rows(equation: Equation, places: Places, items: Sequence[Variable], gathered: Sequence[Variable]) -> None:
    """Name the items that a `scan` takes in each iteration, and the arrays that it stacks."""
    spans = equation.spans
    _name(items, places.elements(spans, len(items)))
    decision = places.decision(spans)
    appended = () if decision is None else decision.outputs[len(decision.carry) :]
    _name(gathered, appended if len(appended) == len(gathered) else places.bound(spans, len(gathered)))


def _carried(places: Places, spans: Spans, count: int) -> Sequence[str]:
    decision = places.decision(spans)
    extra = -1 if decision is None else count - len(decision.carry)
    if decision is None or not 0 <= extra <= 2:
        return places.bound(spans, count)
    names = [*("i", "n")[:extra], *decision.carry]
    if extra:
        names[0] = places.elements(spans, 1)[0] or places.counter(spans) or "i"
    for k, word in enumerate(decision.words):
        if not names[extra + k]:
            names[extra + k] = {"failed check": FAILED}.get(word, word)
    return names
