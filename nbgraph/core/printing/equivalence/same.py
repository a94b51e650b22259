"""Compare two programs: their results must be equal terms, and their effects on equal terms in the same order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import numpy as np

from nbgraph.core.printing.equivalence.rows import read_row, set_row, stored_row
from nbgraph.core.printing.equivalence.terms import Choice, Loop, Term, constant, made, upright
from nbgraph.core.printing.ir.program import Atom, Block, Constant, Counted, Equation, Variable
from nbgraph.core.printing.text.code import words

_LEFT_OUT = words(
    "name arguments is_users weak_type sharding out_sharding inline keep_unused donated_invars ctx_mesh"
    " compiler_options_kvs in_shardings out_shardings in_layouts out_layouts jvp_jaxpr_fun jvp_jaxpr_thunk"
    " preferred_element_type symbolic_zeros fwd_jaxpr_thunk bwd out_trees accuracy resource_env linear"
    " _split_transpose update_jaxpr"
    " update_consts unique_indices indices_are_sorted"
)
"""Parameters that say how an operation is compiled or differentiated, or that others imply."""


def difference(one: Block, other: Block) -> str:
    """Return the first difference of two programs with the same parameters; "" if they are equal on every input."""
    if len(one.parameters) != len(other.parameters) or len(one.results) != len(other.results):
        return "the number of parameters or results"
    (results, acts), (others, other_acts) = _results_and_acts(one, other)
    return _Pairs().difference(list(zip(results, others, strict=True)), acts, other_acts)


def places(one: Block, other: Block) -> list[int]:
    """Return for each result of a program the index of the first equal one of another; [] if one is missing.

    An effect of the other program also gives [].
    """
    (wanted, _), (given, acts) = _results_and_acts(one, other)
    every = range(len(given))
    found = [next((k for k in every if not _Pairs().difference([(each, given[k])], [], [])), None) for each in wanted]
    return [] if acts or None in found else [k for k in found if k is not None]


def _results_and_acts(one: Block, other: Block) -> list[tuple[list[Term], list[Any]]]:
    """Return the results and effects of each of two programs, from the same inputs."""
    inputs = [Term("input", k, (), tuple(v.aval.shape), v.aval.dtype) for k, v in enumerate(one.parameters)]
    sides = [(terms := Terms(), terms.block(block, inputs)) for block in (one, other)]
    return [(results, terms.acts) for terms, results in sides]


class Terms:
    """Makes the terms of a program, and lists its effects in order."""

    def __init__(self) -> None:
        self.acts: list[Any] = []

    def block(self, block: Block, given: Sequence[Term]) -> list[Term]:
        """Return the terms of a block's results, from those of its parameters."""
        known: dict[Variable, Term] = dict(zip(block.parameters, given, strict=True))
        for equation in block.equations:
            operands = [self.atom(atom, known) for atom in equation.operands]
            known.update(zip(equation.results, self.equation(equation, operands), strict=True))
        return [self.atom(atom, known) for atom in block.results]

    def atom(self, atom: Atom, known: dict[Variable, Term]) -> Term:
        assert not isinstance(atom, Counted), "programs are compared as they were traced"
        return constant(atom.value, atom.aval) if isinstance(atom, Constant) else known[atom]

    def equation(self, equation: Equation, operands: list[Term]) -> Sequence[Term]:
        match equation.operation:
            case "call":
                return self.block(equation.blocks[0], operands)
            case "while":
                return self.while_loop(equation, operands)
            case "scan":
                return self.scan(equation, operands)
            case "cond":
                return self.cond(equation, operands)
            case "empty" | "empty2":  # whose items are never read
                aval = equation.results[0].aval
                zero = constant(0, jax.core.ShapedArray((), aval.dtype))
                return [made("broadcast_in_dim", (), (zero,), aval)]
            case "own_turn":
                return [constant(np.True_, equation.results[0].aval)]
            case _:
                return self.operation(equation, operands)

    def operation(self, equation: Equation, operands: list[Term]) -> Sequence[Term]:
        key = parameters_of(equation)
        if equation.acts:
            self.act(equation, operands)
        row = stored_row(equation, operands) or set_row(equation, operands) or read_row(equation, operands)
        if row is not None:
            aval = equation.results[0].aval
            return [Term("row", (), row, tuple(aval.shape), aval.dtype)]
        if len(equation.results) == 1:
            return [made(equation.operation, key, tuple(operands), equation.results[0].aval)]
        whole = Term(equation.operation, key, tuple(operands), (), None)
        return [Term("result", k, (whole,), tuple(v.aval.shape), v.aval.dtype) for k, v in enumerate(equation.results)]

    def act(self, equation: Equation, operands: list[Term]) -> None:
        """Record an effect with its operands; a print of the converter's only if its first operand is true."""
        if equation.params.get("guarded"):
            may, *rest = operands
            if may.value is None:
                index = Term("convert_element_type", "int32", (may,), (), np.dtype("int32"))
                self.acts.append(_choice(index, [[], []], [[], [("act", tuple(dict.fromkeys(rest)))]]))
                return
            operands = rest if bool(may.value) else []
        self.acts.append(("act", tuple(dict.fromkeys(operands))))

    def within(self, block: Block, given: Sequence[Term]) -> tuple[list[Term], list[Any]]:
        """Return the terms of a region's block, and its effects."""
        around, self.acts = self.acts, []
        results, acts = self.block(block, given), self.acts
        self.acts = around
        return results, acts

    def while_loop(self, equation: Equation, operands: list[Term]) -> Sequence[Term]:
        of_test, of_body, initial, _ = equation.split(operands)
        loop = Loop(None, initial)
        self.carry(loop, equation)
        (loop.test,), _ = self.within(equation.blocks[0], [*of_test, *loop.carried])
        loop.following, loop.acts = self.within(equation.blocks[1], [*of_body, *loop.carried])
        return self.results(loop, equation)

    def scan(self, equation: Equation, operands: list[Term]) -> Sequence[Term]:
        constants, initial, arrays = equation.split(operands)
        loop = Loop((equation.params["length"], equation.params["reverse"]), initial)
        loop.over, b = arrays, equation.carry
        self.carry(loop, equation)
        *_, given = equation.split(equation.blocks[0].parameters)
        items = [Term("item", k, (), tuple(v.aval.shape), v.aval.dtype, None, loop) for k, v in enumerate(given)]
        results, loop.acts = self.within(equation.blocks[0], [*constants, *loop.carried, *items])
        loop.following, loop.gathered = results[:b], results[b:]
        over = {id(item): array for item, array in zip(items, loop.over, strict=True)}
        found = list(self.results(loop, equation))
        # where the body returns an item unchanged, JAX uses the array itself instead of the stacked items
        return [*found[:b], *(over.get(id(row), one) for row, one in zip(loop.gathered, found[b:], strict=True))]

    def carry(self, loop: Loop, equation: Equation) -> None:
        """Make the terms for a loop's carried values."""
        loop.carried = [
            Term("carried", k, (), first.shape, first.dtype, None, loop) for k, first in enumerate(loop.initial)
        ]

    def results(self, loop: Loop, equation: Equation) -> Sequence[Term]:
        if loop.acts:
            self.acts.append(loop)
        carried, shapes = len(loop.carried), [tuple(v.aval.shape) for v in equation.results]
        places = [("after", k) if k < carried else ("gathered", k - carried) for k in range(len(shapes))]
        return [
            Term(kind, at, (), shape, v.aval.dtype, None, loop)
            for (kind, at), v, shape in zip(places, equation.results, shapes, strict=True)
        ]

    def cond(self, equation: Equation, operands: list[Term]) -> Sequence[Term]:
        index, *given = operands
        branches, acts = zip(*(self.within(block, given) for block in equation.blocks), strict=True)
        if index.value is not None:
            chosen = min(max(int(index.value), 0), len(branches) - 1)
            self.acts += acts[chosen]
            return list(branches[chosen])
        choice = _choice(index, list(branches), list(acts))
        if any(acts):
            self.acts.append(choice)
        return [
            each[0]  # JAX drops a result that is the same in all branches
            if all(term is each[0] for term in each)
            else Term("chosen", k, (), each[0].shape, each[0].dtype, None, choice)
            for k, each in enumerate(zip(*branches, strict=True))
        ]


def _choice(index: Term, branches: list[list[Term]], acts: list[list[Any]]) -> Choice:
    """Return a conditional; a negated condition is replaced by the condition with its branches swapped."""
    turned = upright(index.operands[0]) if index.operation == "convert_element_type" else None
    if len(branches) == 2 and turned is not None:
        return Choice(made("convert_element_type", (), (turned,), index), branches[::-1], acts[::-1])
    return Choice(index, branches, acts)


def parameters_of(equation: Equation) -> Any:
    """Return the parameters of an operation that matter, in a form that can be compared."""
    pairs = sorted(equation.params.items())
    return tuple((key, _text(value)) for key, value in pairs if key not in _LEFT_OUT and value is not None)


def _text(value: Any) -> str:
    if type(value) is tuple:
        return f"({', '.join(map(_text, value))})"
    if isinstance(value, np.integer):  # an axis of a batched operation
        return str(int(value))
    return "function" if callable(value) and not isinstance(value, type | np.dtype) else str(value)


class _Pairs:
    """Compares terms in pairs, each pair once.

    Two loops are equal if their initial values are, and if an iteration makes equal values of equal ones: so two
    carried values are assumed to be equal, and their initial and next values are compared.
    """

    def __init__(self) -> None:
        self.seen: set[tuple[int, int]] = set()
        self.waiting: list[tuple[Term, Term]] = []
        self.kept: list[Any] = []

    def difference(self, results: list[tuple[Term, Term]], acts: list[Any], others: list[Any]) -> str:
        self.waiting += results
        wrong = self.same_acts(acts, others)
        while self.waiting and not wrong:
            one, other = self.waiting.pop()
            key = (id(one), id(other))
            if one is not other and key not in self.seen:
                self.seen.add(key)
                self.kept.append((one, other))  # keeps the ids in `seen` valid
                wrong = self.differ(one, other)
        return wrong

    def differ(self, one: Term, other: Term) -> str:
        """Return why two terms differ in themselves, or ""; their operands are compared later."""
        if (one.operation, one.shape, one.dtype) != (other.operation, other.shape, other.dtype):
            return f"{_shown(one)} and {_shown(other)}"
        if one.operation in ("carried", "after", "gathered", "item", "chosen"):
            return self.same_regions(one, other)
        if one.key != other.key or len(one.operands) != len(other.operands):
            return f"{_shown(one)} and {_shown(other)}"
        self.waiting += zip(one.operands, other.operands, strict=True)
        return ""

    def same_regions(self, one: Term, other: Term) -> str:
        a, b, i, j = one.region, other.region, one.key, other.key
        if isinstance(a, Choice) and isinstance(b, Choice):
            if len(a.branches) != len(b.branches):
                return "the number of branches"
            self.waiting.append((a.index, b.index))
            self.waiting += [(x[i], y[j]) for x, y in zip(a.branches, b.branches, strict=True)]
            return self.once(a, b, lambda: self.same_branches(a, b))
        if not (isinstance(a, Loop) and isinstance(b, Loop)):
            return "a loop and a conditional"
        if one.operation == "item":
            self.waiting.append((a.over[i], b.over[j]))
        elif one.operation == "gathered":
            self.waiting.append((a.gathered[i], b.gathered[j]))
        else:
            self.waiting += [(a.initial[i], b.initial[j]), (a.following[i], b.following[j])]
        return self.once(a, b, lambda: self.same_loops(a, b))

    def once(self, a: Any, b: Any, check: Any) -> str:
        """Compare two regions, the first time that they are paired."""
        if (id(a), id(b)) in self.seen:
            return ""
        self.seen.add((id(a), id(b)))
        found: str = check()
        return found

    def same_loops(self, a: Loop, b: Loop) -> str:
        if a.key != b.key or (a.test is None) != (b.test is None):
            return "the iterations of a loop"
        if a.test is not None and b.test is not None:
            self.waiting.append((a.test, b.test))
        return self.same_acts(a.acts, b.acts)

    def same_branches(self, a: Choice, b: Choice) -> str:
        pairs = zip(a.acts, b.acts, strict=True)
        return next((wrong for one, other in pairs if (wrong := self.same_acts(one, other))), "")

    def same_acts(self, acts: list[Any], others: list[Any]) -> str:
        if len(acts) != len(others):
            return "what the program does besides its results"
        for one, other in zip(acts, others, strict=True):
            wrong = self.same_act(one, other)
            if wrong:
                return wrong
        return ""

    def same_act(self, one: Any, other: Any) -> str:
        if type(one) is not type(other):
            return "what the program does besides its results"
        if isinstance(one, Loop):
            return self.once(one, other, lambda: self.same_loops(one, other))
        if isinstance(one, Choice):
            self.waiting.append((one.index, other.index))
            return self.once(one, other, lambda: self.same_branches(one, other))
        if len(one[1]) != len(other[1]):
            return "what is printed"
        self.waiting += zip(one[1], other[1], strict=True)
        return ""


def _shown(term: Term) -> str:
    value = "" if term.value is None else f" {term.value}"
    return f"{term.operation}{value} {term.dtype}{list(term.shape)} {term.key}"
