"""Show a differentiated `while` as its user wrote it: one iteration, in place of the chunks of iterations that run.

JAX differentiates a loop backward only if it knows the number of iterations, so such a loop is lowered to nested scans,
with tests that skip iterations after its end. The graph shows what one iteration computes, forward or backward.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from nbgraph.core import _jax
from nbgraph.core.graph.cost import aval_of
from nbgraph.core.graph.model import Graph
from nbgraph.core.spans import Span

KEPT = "kept"  # the name of the stack of a value that the backward pass needs
_TRUE = object()  # replaces a test that chunking added: an iteration that is shown does run


def one_iteration(jaxpr: Any, level: int) -> Any:
    """Return the body of a differentiated loop's outermost scan, reduced to one iteration of the user's loop.

    In the forward pass the result of the loop's test is an extra result.
    """
    flat = _Flat(level)
    flat.known = {variable: variable for variable in (*jaxpr.invars, *jaxpr.constvars)}
    flat.body(jaxpr, level)
    results = [flat.of(atom) for atom in jaxpr.outvars]
    shown = flat.test if flat.test is not None else jaxpr.invars[0]
    results = [shown if result is _TRUE else result for result in results]
    results += [] if flat.test is None else [flat.test]
    return jaxpr.replace(eqns=_needed(flat.equations, results), outvars=results)


class _Flat:
    """Flattens nested scans, conditionals and calls into a list of equations."""

    def __init__(self, level: int) -> None:
        self.top = level
        self.equations: list[Any] = []
        self.known: dict[Any, Any] = {}
        self.test: Any = None  # the result of the loop's test
        self.zeros: set[int] = set()

    def of(self, atom: Any) -> Any:
        return atom if _jax.literal_value(atom)[0] else self.known.get(atom, atom)

    def body(self, jaxpr: Any, level: int) -> None:
        """Add the equations of a scan over chunks: its conditional is the test of the loop."""
        for equation in jaxpr.eqns:
            if equation.primitive.name == "cond":
                branch = equation.params["branches"][-1]
                self.inlined(branch, equation.invars[1:], equation.outvars, level)
            else:
                self.one(equation, level, is_body=True)

    def inlined(self, program: Any, operands: Any, results: Any, level: int, *, is_body: bool = False) -> None:
        jaxpr, _ = _jax.opened(program)
        self.known.update(zip(jaxpr.invars, map(self.of, operands), strict=True))
        if is_body:
            self.body(jaxpr, level)
        else:
            for equation in jaxpr.eqns:
                self.one(equation, level)
        self.known.update(zip(results, map(self.of, jaxpr.outvars), strict=True))

    def one(self, equation: Any, level: int, *, is_body: bool = False) -> None:
        name, operands = equation.primitive.name, [self.of(atom) for atom in equation.invars]
        marked = _jax.chunk_level(equation)
        bodies = _jax.bodies(equation)
        if name == "scan" and level > 0 and marked == level - 1:
            self.inlined(equation.params["jaxpr"], equation.invars, equation.outvars, level - 1, is_body=True)
        elif marked is not None and all(_is_truth(each) for each in equation.outvars):
            if is_body and level == self.top and self.test is None and not bodies:
                self.test = self.kept(equation, operands)[0]
            self.known.update(dict.fromkeys(equation.outvars, _TRUE))
        elif name in ("convert_element_type", "not") and operands[0] is _TRUE:
            self.known[equation.outvars[0]] = _TRUE
        elif name == "select_n" and operands[0] is _TRUE:
            self.known[equation.outvars[0]] = operands[-1]
        elif name == "stop_gradient" and marked is not None:
            self.known[equation.outvars[0]] = operands[0]
        elif name == "add_any" and (rest := [each for each in operands if not self.is_zero(each)]) != operands:
            self.known[equation.outvars[0]] = (rest or operands)[0]
        elif len(bodies) == 1 and name not in ("scan", "while") and (level > 0 or marked is not None):
            self.inlined(_marked(bodies[0][0], equation), equation.invars, equation.outvars, level)
        else:
            made = self.kept(equation, operands)
            if name == "broadcast_in_dim" and self.is_zero(operands[0]):
                self.zeros.update(map(id, made))

    def kept(self, equation: Any, operands: list[Any]) -> list[Any]:
        """Add an equation of the user's with fresh variables, since the same body may occur more than once."""
        made = list(map(_jax.like, equation.outvars))
        self.equations.append(equation.replace(invars=operands, outvars=made))
        self.known.update(zip(equation.outvars, made, strict=True))
        return made

    def is_zero(self, atom: Any) -> bool:
        is_literal, value = _jax.literal_value(atom) if atom is not _TRUE else (False, None)
        return id(atom) in self.zeros or (is_literal and value == 0)


def _marked(jaxpr: Any, call: Any) -> Any:
    """Return the body of a call with the call's source information on its scans.

    JAX puts a differentiated scan into a call, which then has this information.
    """
    info = call.source_info
    if _jax.chunk_level(call) is None:
        return jaxpr
    return jaxpr.replace(
        eqns=[each.replace(source_info=info) if each.primitive.name == "scan" else each for each in jaxpr.eqns]
    )


def _is_truth(variable: Any) -> bool:
    return aval_of(variable.aval).dtype == "bool"


def passed_on(equation: Any, *, backward: bool) -> list[int]:
    """Return which operands a select passes on that only tests whether a differentiated loop has ended; else [].

    In the backward pass the value is the last operand of JAX's select.
    """
    name = equation.params.get("name", equation.primitive.name)
    if _jax.chunk_level(equation) is None or _jax.in_check(equation) or name not in ("_where", "select_n"):
        return []
    value = 1 if name == "_where" and not backward else -1
    if any(each.aval.shape != equation.invars[value].aval.shape for each in equation.outvars if not _is_truth(each)):
        return []
    return [0 if _is_truth(each) else value for each in equation.outvars]


def is_used(jaxpr: Any, variable: Any) -> bool:
    """Return whether a program computes with a variable, or returns it."""
    every = (*(atom for equation in jaxpr.eqns for atom in equation.invars), *jaxpr.outvars)
    return any(atom is variable for atom in every)


def kept_values(graph: Graph) -> list[str]:
    """Return the nodes for residuals, which loops keep of their iterations for the backward pass."""
    return [node.id for node in graph.nodes if (node.role, node.label) == ("stack", KEPT)]


def without_unused(graph: Graph, search: Callable[[Span | None], str]) -> Graph:
    """Return the graph without unused residuals, and without the test after the last item of an `any` or `all`."""
    used = {edge.source for edge in graph.edges}
    asked = {node.id for node in graph.nodes if (node.role, node.operation) == ("unused", "not") and search(node.span)}
    left = (set(kept_values(graph)) | asked) - used
    nodes = tuple(node for node in graph.nodes if node.id not in left)
    return replace(graph, nodes=nodes, edges=tuple(edge for edge in graph.edges if edge.target not in left))


def _needed(equations: list[Any], results: list[Any]) -> list[Any]:
    """Return the equations that lead to a result or have effects."""
    wanted, found = set(map(id, results)), list[Any]()
    for equation in reversed(equations):
        if equation.effects or any(id(each) in wanted for each in equation.outvars):
            wanted.update(map(id, equation.invars))
            found.append(equation)
    return found[::-1]
