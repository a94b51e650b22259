"""Reading a finished program for what no single step could see: aliases that missed a change, bools taken for numbers.

Arrays never change in JAX: `v[0] = 5` makes a new array and rebinds `v`. Another name for the old array would still
show the old value, where Python's would show the new one. In the program that is visible: the old array is used again
after the equation that made the new one. Two bools added give a bool in JAX and a number in Python; the equation
stands at the user's `+`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from nbgraph.core import _jax
from nbgraph.core.analysis.managers import swallowed_by
from nbgraph.core.errors import StagingError
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span
from nbgraph.core.staging.values import with_article


class AliasError(StagingError):
    """An array is read through another name after an assignment to its items."""

    id = "array-alias"


class CaughtErrorError(StagingError):
    """A `try` waits for an exception that Python raises and a graph does not."""

    id = "exception-not-raised"


class BoolArithmeticError(StagingError):
    """Arithmetic on two truth values, which Python does with numbers and JAX with logic."""

    id = "bool-arithmetic"


@dataclass(frozen=True)
class Changes:
    """Where the user's code changes arrays in place, and where it computes.

    Attributes:
        items: places of assignments to items and of augmented assignments, with the changed name.
        sums: places of `+` and `*`.
        inverts: places of `~`.
        guarded: places inside a `try` where Python might raise what the `try` catches, with the exception's name.
    """

    items: dict[Span, str]
    sums: frozenset[Span]
    inverts: frozenset[Span]
    guarded: dict[Span, str]


def changes_in(trees: Iterable[tuple[ast.AST, SourceText]]) -> Changes:
    """The places of interest in some functions' source."""
    items: dict[Span, str] = {}
    sums: set[Span] = set()
    inverts: set[Span] = set()
    guarded: dict[Span, str] = {}
    for tree, source in trees:
        for node in ast.walk(tree):
            match node:
                case ast.Try():
                    kinds = [handler.type for handler in node.handlers]
                    guarded |= {source.node_span(part): name for part, name in _might_be_caught(node.body, kinds)}
                case ast.With():
                    kinds = [kind for item in node.items for kind in swallowed_by(item.context_expr, tree)]
                    guarded |= {source.node_span(part): name for part, name in _might_be_caught(node.body, kinds)}
                case ast.AugAssign(target=target, op=operator):
                    items[source.node_span(node)] = ast.unparse(
                        target.value if isinstance(target, ast.Subscript) else target
                    )
                    if isinstance(operator, ast.Add | ast.Mult):
                        sums.add(source.node_span(node))
                case ast.Assign(targets=targets):
                    for part in (part for each in targets for part in ast.walk(each)):
                        if isinstance(part, ast.Subscript) and isinstance(part.ctx, ast.Store):
                            items[source.node_span(node)] = ast.unparse(part.value)
                case ast.BinOp(op=ast.Add() | ast.Mult()):
                    sums.add(source.node_span(node))
                case ast.UnaryOp(op=ast.Invert()):
                    inverts.add(source.node_span(node))
    return Changes(items, frozenset(sums), frozenset(inverts), guarded)


def _might_be_caught(block: list[ast.stmt], kinds: list[ast.expr | None]) -> Iterator[tuple[ast.AST, str]]:
    """Expressions in a block that raise in Python where a graph computes on: division by zero, an index too large."""
    caught = {name for kind in kinds for name in _names_of(kind)}
    division = next(iter(sorted(caught & _DIVISION)), "")
    index = next(iter(sorted(caught & _INDEX)), "")
    for part in (part for child in block for part in ast.walk(child)):
        match part:
            case ast.BinOp(op=ast.Div() | ast.FloorDiv() | ast.Mod()) if division:
                yield part, division
            case ast.AugAssign(op=ast.Div() | ast.FloorDiv() | ast.Mod()) if division:
                yield part, division
            case ast.Subscript() if index:
                yield part, index


def _names_of(kind: ast.expr | None) -> list[str]:
    if kind is None:
        return ["Exception"]
    parts = kind.elts if isinstance(kind, ast.Tuple) else [kind]
    return [ast.unparse(part).split(".")[-1] for part in parts]


_DIVISION = frozenset(("ZeroDivisionError", "ArithmeticError", "Exception", "BaseException"))
_INDEX = frozenset(("IndexError", "LookupError", "Exception", "BaseException"))
# Results that NumPy would give as views of their operand: changing one would change the other.
_VIEWS = frozenset(("slice", "dynamic_slice", "squeeze", "reshape", "rev", "transpose", "expand_dims"))


def audit(jaxpr: Any, changes: Changes) -> None:
    """Check a traced program.

    Args:
        jaxpr: an open jaxpr.
        changes: places of interest in the functions it was traced from.

    Raises:
        AliasError: an array is used after some assignment replaced it.
        BoolArithmeticError: two bools are added or multiplied, or one is inverted.
        CaughtErrorError: a `try` waits for an exception that a graph does not raise.
    """
    if changes.items or changes.sums or changes.inverts or changes.guarded:
        _Audit(changes, {}).superseded(jaxpr)


@dataclass
class _Audit:
    changes: Changes
    texts: dict[str, SourceText | None]

    def text_of(self, file: str) -> SourceText | None:
        if file not in self.texts:
            self.texts[file] = SourceText.of_file(file)
        return self.texts[file]

    def superseded(self, jaxpr: Any) -> dict[int, tuple[Span, str]]:
        """Inputs of a program that are replaced inside it: position, place and name of the change."""
        replaced: dict[Any, tuple[Span, str]] = {}
        views = _Views()
        for equation in jaxpr.eqns:
            place = self.place(equation)
            self.check_bools(equation, place)
            self.check_caught(place)
            for used in equation.invars:
                if _is_variable(used) and used in replaced and place != replaced[used][0]:
                    self.fail(replaced[used], place)
            if equation.primitive.name in _VIEWS:
                views.add(equation.outvars[0], equation.invars[0])
            for variable, change in self.replaced_by(equation, place):
                if sum(used is variable for used in equation.invars) > 1:
                    self.fail(change, place)  # a loop over an array that it changes
                replaced |= dict.fromkeys(views.of(variable), change)
        for result in jaxpr.outvars:
            if _is_variable(result) and result in replaced:
                self.fail(replaced[result], None)
        inputs = [*jaxpr.constvars, *jaxpr.invars]
        return {index: replaced[variable] for index, variable in enumerate(inputs) if variable in replaced}

    def place(self, equation: Any) -> Span | None:
        spans = _jax.equation_spans(equation, self.text_of)
        return spans[0] if spans else None

    def replaced_by(self, equation: Any, place: Span | None) -> Iterator[tuple[Any, tuple[Span, str]]]:
        for operands, jaxpr in _bodies(equation):
            for index, change in self.superseded(jaxpr).items():
                if index < len(operands) and _is_variable(operands[index]):
                    yield operands[index], change
        if place is None or place not in self.changes.items or _jax.stores_in_list(equation):
            return
        for result in equation.outvars:
            for operand in equation.invars:
                if _is_variable(operand) and _same_array(operand, result):
                    yield operand, (place, self.changes.items[place])
                    return

    def check_bools(self, equation: Any, place: Span | None) -> None:
        kind = equation.primitive.name
        wrong = self.changes.sums if kind in ("or", "and") else self.changes.inverts if kind == "not" else ()
        if place in wrong and all(_is_bool_scalar(v.aval) for v in equation.invars):
            raise BoolArithmeticError(
                "this computes with truth values, which Python takes for the numbers 0 and 1 and JAX does not",
                span=place,
                remedy="make a number of one of them first, with `int(...)`; or use `and`, `or`, `not`",
            )

    def check_caught(self, place: Span | None) -> None:
        if place is not None and place in self.changes.guarded:
            name = self.changes.guarded[place]
            raise CaughtErrorError(
                f"this `try` waits for {with_article(name)} that a graph never raises:"
                " it computes on with run-time values",
                span=place,
                remedy="an `if` that asks before, e.g. whether the divisor is zero or the index too large",
            )

    def fail(self, change: tuple[Span, str], use: Span | None) -> None:
        place, name = change
        where = f"in line {use.line}" if use is not None else "in the result"
        raise AliasError(
            f"`{name}` is changed here, and the same array is used under another name {where}",
            span=place,
            remedy=f"use `{name}` itself afterwards (return it from a function that changes it), or copy it before",
            variable=name,
        )


class _Views:
    """Which arrays are parts of which, as NumPy's views would be."""

    def __init__(self) -> None:
        self.families: dict[Any, list[Any]] = {}

    def add(self, view: Any, array: Any) -> None:
        if _is_variable(array) and array.aval.shape and view.aval.shape:
            family = self.families.setdefault(array, [array])
            family.append(view)
            self.families[view] = family

    def of(self, array: Any) -> list[Any]:
        """An array with everything that shares its items."""
        return self.families.get(array, [array])


def _bodies(equation: Any) -> Iterator[tuple[list[Any], Any]]:
    """The programs inside an equation, each with the operands that its inputs stand for."""
    name, parameters, operands = equation.primitive.name, equation.params, list(equation.invars)
    if name == "cond":
        operands = operands[1:]
    elif name == "while":
        tests, bodies = parameters["cond_nconsts"], parameters["body_nconsts"]
        yield [*operands[:tests], *operands[tests + bodies :]], _jax.opened(parameters["cond_jaxpr"])[0]
        yield operands[tests:], _jax.opened(parameters["body_jaxpr"])[0]
        return
    for jaxpr, _ in _jax.bodies(equation):
        yield [*([None] * len(jaxpr.constvars)), *operands], jaxpr


def _is_variable(value: Any) -> bool:
    return value is not None and not hasattr(value, "val")  # a literal carries its value


def _same_array(operand: Any, result: Any) -> bool:
    return (
        bool(operand.aval.shape) and operand.aval.shape == result.aval.shape and operand.aval.dtype == result.aval.dtype
    )


def _is_bool_scalar(aval: Any) -> bool:
    return getattr(aval, "shape", None) == () and getattr(aval.dtype, "kind", "") == "b"
