"""Hold a traced program as plain records: blocks of equations."""

from __future__ import annotations

import keyword
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from nbgraph.core import _jax
from nbgraph.core.graph.locations import Places
from nbgraph.core.records import dataclass, field, replace
from nbgraph.core.spans import Span

Spans = tuple[Span, ...]
CALLS = frozenset(("jit", "pjit", "closed_call", "core_call", "remat2", "checkpoint"))
CALLS |= {"custom_jvp_call", "custom_vjp_call", "custom_vjp_call_jaxpr"}
_CONSTANTS = {"while": ("cond_nconsts", "body_nconsts"), "scan": ("num_consts",)}
_BODIES = ("jaxpr", "call_jaxpr", "fun_jaxpr")


class NoFormError(Exception):
    """The function runs, but cannot be written as a single piece of pure JAX code.

    `ng.to_code` raises nothing: it returns the comment `# No pure JAX code: ...`. Usually a large array from outside is
    the cause; pass it as an argument.
    """

    id = "no-pure-jax"


@dataclass(eq=False)
class Variable:
    """The result of an equation, or the parameter of a block."""

    aval: Any
    name: str = ""  # the user's name where it is computed; "" for none
    hint: str = ""  # a name to derive one from if a statement must bind it after all

    @property
    def wanted(self) -> str:
        """Return the name for a statement that binds it."""
        return self.name or self.hint


@dataclass(eq=False)
class Constant:
    """A value that is known at trace time."""

    value: Any
    aval: Any


@dataclass(eq=False)
class Counted:
    """An integer in a Python loop: a start, and the step by which each loop's counter changes it."""

    start: int
    steps: dict[Variable, int]
    aval: Any


Atom = Variable | Constant | Counted


@dataclass(eq=False)
class Equation:
    """One operation."""

    operation: str  # the primitive's name; "call" for a call of a traced function, whatever its primitive
    operands: list[Atom]
    results: list[Variable]
    params: dict[str, Any] = field(default_factory=dict)  # its parameters, the jaxprs among them left out
    # the traced functions that it runs: test and body of a `while`, the branches of a `cond` in their order
    blocks: tuple[Block, ...] = ()
    spans: Spans = ()  # its positions in the user's source, innermost first
    # the iterations of the loops that Python ran in which it was traced, outermost first
    iterations: tuple[str, ...] = ()
    acts: bool = False  # whether it has an effect besides its results
    in_list: bool = False  # whether it reads or stores an item in the buffer of a list, at a position that is in range
    is_place: bool = False  # whether it only computes or checks the position of a list's item
    primitive: Any = None  # the JAX primitive; None for an equation that the printer made

    @property
    def constants(self) -> list[int]:
        """How many constants each block of a loop takes: test and body of a `while`, the body of a `scan`."""
        return [self.params[name] for name in _CONSTANTS[self.operation]]

    @property
    def carry(self) -> int:
        """How many values a loop carries, its first results; those that a `scan` stacks follow."""
        return len(self.results) if self.operation == "while" else self.params["num_carry"]

    def split(self, operands: Sequence[Any]) -> list[list[Any]]:
        """Split a loop's operands: the constants of each block, the initial carry, the arrays that a `scan` takes."""
        ends = accumulate((*self.constants, self.carry))
        return [list(operands[start:end]) for start, end in pairwise((0, *ends, len(operands)))]

    def with_counts(self, constants: Sequence[int], carry: int, **parts: Any) -> Equation:
        """Return a loop with other parts, so many constants for each block, and a carry of so many values."""
        counts = dict(zip(_CONSTANTS[self.operation], constants, strict=True))
        counts |= {"num_carry": carry} if self.operation == "scan" else {}
        return replace(self, params=self.params | counts, **parts)


@dataclass(eq=False)
class Block:
    """Equations with their parameters and results."""

    parameters: list[Variable]
    equations: list[Equation]
    results: list[Atom]


def variables(atoms: Iterable[Atom]) -> set[Variable]:
    return {atom for atom in atoms if isinstance(atom, Variable)}


def operands_of(equation: Equation) -> list[Atom]:
    """Return the values that an equation uses, those inside the body of a Python loop included."""
    if equation.operation != "python_loop":
        return equation.operands
    body = equation.blocks[0]
    inner = [atom for each in body.equations for atom in operands_of(each)]
    return [*equation.operands, *inner, *body.results]


def identifier(name: str) -> str:
    """Return a recorded name as a Python identifier: `out.length` is `out_length`, `t[0]` is `t_0`; "" if impossible.

    >>> identifier("out.length"), identifier("t[0]"), identifier("failed check"), identifier("if")
    ('out_length', 't_0', 'failed_check', '')
    """
    made = "".join(c if c.isalnum() or c == "_" else "_" for c in name).strip("_")
    while "__" in made:
        made = made.replace("__", "_")
    return made if made.isidentifier() and not keyword.iskeyword(made) else ""


def counted(block: Block) -> Iterator[Counted]:
    """Yield the numbers in a block that grow with loop counters."""
    for equation in block.equations:
        yield from (atom for atom in equation.operands if isinstance(atom, Counted))
        for inner in equation.blocks:
            yield from counted(inner)
    yield from (atom for atom in block.results if isinstance(atom, Counted))


def read_program(jaxpr: Any, constants: Sequence[Any], places: Places | None = None) -> Block:
    """Read a jaxpr as a block, with the places of its equations and the user's names of what its loops carry."""
    return _Reader(places).block(jaxpr, constants)


class _Reader:
    def __init__(self, places: Places | None) -> None:
        self.places = places

    def block(self, jaxpr: Any, constants: Sequence[Any], *, in_list: bool = False) -> Block:
        known: dict[Any, Atom] = {var: Variable(var.aval) for var in jaxpr.invars}
        known |= {var: Constant(value, var.aval) for var, value in zip(jaxpr.constvars, constants, strict=False)}
        parameters = [known[var] for var in jaxpr.invars]
        equations = [self.equation(equation, known, in_list=in_list) for equation in jaxpr.eqns]
        results = [_atom(atom, known) for atom in jaxpr.outvars]
        return Block(parameters, [e for e in equations if e is not None], results)  # type: ignore[arg-type]

    def equation(self, equation: Any, known: dict[Any, Atom], *, in_list: bool) -> Equation | None:
        name, params = equation.primitive.name, dict(equation.params)
        operands = [_atom(atom, known) for atom in equation.invars]
        if _keeps(name, equation) and equation.outvars:
            known[equation.outvars[0]] = operands[0]
            return None
        results = [Variable(var.aval) for var in equation.outvars]
        known.update(zip(equation.outvars, results, strict=True))
        made = Equation(
            "add" if name == "add_any" else name,
            operands,
            results,
            params,
            spans=self.places.spans(equation) if self.places and equation.source_info is not None else (),
            iterations=_jax.iteration_marks_of(equation) if equation.source_info is not None else (),
            acts=bool(equation.effects),
            is_place=equation.source_info is not None and _jax.places_item(equation),
            in_list=in_list or (equation.source_info is not None and _jax.in_list(equation)),
            primitive=equation.primitive,
        )
        if name == "slice" and set(params["strides"] or ()) <= {1}:
            params["strides"] = None
        if name == "pad":  # of a gradient NumPy's integers are among its numbers
            params["padding_config"] = tuple(tuple(map(int, axis)) for axis in params["padding_config"])
        self.fill_blocks(made, params)
        if name in _CONSTANTS and self.places is not None:
            carry, elements = self.places.parameters(equation)
            for block, first in zip(made.blocks, made.constants, strict=True):
                for parameter, own in zip(block.parameters[first:], (*carry, *elements), strict=True):
                    parameter.hint = identifier(own)
        return made

    def fill_blocks(self, made: Equation, params: dict[str, Any]) -> None:
        """Read the jaxprs among an equation's parameters."""
        inner: tuple[Any, ...]
        match made.operation:
            case "while":
                inner = (params.pop("cond_jaxpr"), params.pop("body_jaxpr"))
            case "cond":
                inner = tuple(params.pop("branches"))
            case "scan":
                inner = (params.pop("jaxpr"),)
            case name if name in CALLS:
                inner = tuple(params.pop(key) for key in _BODIES if key in params)[:1]
                made.operation, params["primitive"] = "call", name
                jaxpr = _jax.opened(inner[0])[0]
                params["name"] = str(params.get("name") or _jax.function_name(jaxpr))
                params["library"] = _jax.library_made(jaxpr)
                params["arguments"] = _jax.argument_names(jaxpr)
            case _:
                inner = ()
        made.blocks = tuple(self.block(*_jax.opened(jaxpr), in_list=made.in_list) for jaxpr in inner)


def _keeps(name: str, equation: Any) -> bool:
    if name == "convert_element_type":
        return bool(equation.invars[0].aval.dtype == equation.params["new_dtype"])
    return name in ("one_way", "copy", "copy_p", "pvary") or (
        name == "optimization_barrier" and len(equation.invars) == 1
    )


def _atom(atom: Any, known: dict[Any, Atom]) -> Atom:
    is_literal, value = _jax.literal_value(atom)
    return Constant(np.asarray(value, atom.aval.dtype), atom.aval) if is_literal else known[atom]
