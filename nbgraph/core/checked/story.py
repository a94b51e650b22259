"""Explain how an inf or nan came about, in the user's names and lines."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

import numpy as np

from nbgraph.core import _jax
from nbgraph.core.checked.dangers import Missed
from nbgraph.core.checked.iterations import Before, iteration_words
from nbgraph.core.checked.operations import ELEMENTWISE
from nbgraph.core.checked.origins import Origin
from nbgraph.core.errors import place
from nbgraph.core.executor.located import code_at
from nbgraph.core.graph.locations import Places
from nbgraph.core.records import dataclass
from nbgraph.core.spans import Span
from nbgraph.core.timing.shown import shown

_CALLS: dict[str, tuple[str, ...]] = {
    **{f"a{name}": (f"arc{name}",) for name in ("cos", "cosh", "sin", "sinh", "tan", "tanh", "tan2")},
    "div": ("divide", "true_divide", "truediv"),
    "mul": ("multiply",),
    "sub": ("subtract",),
    "add": ("sum",),
    "pow": ("power", "float_power"),
    "lgamma": ("gammaln",),
    "reduce_sum": ("sum",),
    "reduce_prod": ("prod",),
    "dot_general": ("dot", "matmul", "vdot", "inner"),
}
"""What a primitive is called by, besides its own name."""
_OPERATORS: dict[type[ast.operator], tuple[str, ...]] = {
    ast.Add: ("add", "add_any"),
    ast.Sub: ("sub",),
    ast.Mult: ("mul",),
    ast.Div: ("div",),
    ast.Mod: ("rem",),
    ast.Pow: ("pow", "integer_pow", "square"),
    ast.MatMult: ("dot_general",),
}
_SHORT = 30  # characters of an operand that is named with its value


@dataclass(frozen=True)
class Story:
    value: str  # "nan", "inf" or "-inf"
    phrase: str  # continues a sentence after "which"; "" where a phrase is too short
    sentence: str  # a whole sentence, without its full stop
    span: Span | None  # the user's code that made it first, or that made nan of an inf from outside


class Storyteller:
    """Words where values come from.

    `arguments` are the user's names of the program's inputs, `before` says how many iterations of its loops Python ran
    while it traced; lines of the user's `file` need no other name.
    """

    def __init__(self, places: Places, arguments: Sequence[str], before: Before, file: str) -> None:
        self._places, self._arguments, self._before, self._file = places, arguments, before, file

    def story(self, origin: Origin) -> Story:
        value, first = shown(origin.value), origin.first
        if first is origin or (first.source == "operation" and self._subject(first) == self._subject(origin)):
            phrase = self.phrase(origin)
            return Story(value, phrase, f"{value} {phrase}", self._span(origin))
        by = self.made(origin, short=True)
        then = f"{value} is made of it by {by}" if value != shown(first.value) else f"it is made once more by {by}"
        sentence = f"{shown(first.value)} {self.phrase(first)}, and {then}"
        return Story(value, "", sentence, self._span(first) or self._span(origin))

    def missed(self, origin: Origin, missed: Missed) -> Story:
        """Return the story of an out-of-range item, as the code asked for it."""
        span = self._span(origin)
        code = "an operation" if span is None else f"`{code_at(span)}` in {self._where(span)}"
        iterations = iteration_words(origin.owner, origin.iterations, self._places, self._before)
        items = "" if missed.count == 1 else f"{missed.count} items from "
        instead = "takes the nearest there is"
        if missed.fills:
            gathers = origin.equation.primitive.name == "gather"
            instead = f"gives {shown(origin.value)} in its place" if gathers else "leaves it out"
        phrase = f"asks for {items}index {missed.index} of an axis of length {missed.length}, and JAX {instead}"
        about = f"{iterations}{self._at(origin)}"
        return Story(shown(origin.value), phrase, f"{code}{about}{',' if about else ''} {phrase}", span)

    def phrase(self, origin: Origin) -> str:
        """Return the phrase that follows the value in a sentence."""
        if origin.source == "argument" and origin.is_made:
            return f"is what {self._argument(origin)}, {shown(in_six(origin.wide))}, becomes in {origin.value.dtype}"
        if origin.source == "argument":
            return f"came in with {self._argument(origin)}"
        if origin.source == "constant":
            return "is a constant of the program, as it is written or as the graph's numbers hold it"
        return f"is first made by {self.made(origin)}"

    def made(self, origin: Origin, *, short: bool = False) -> str:
        """Return a phrase with the operation, its line, its iteration and its operands."""
        (subject, is_value), span = self._subject(origin), self._span(origin)
        named = () if span is None or short or not is_value else _operands(code_at(span), origin)
        iterations = iteration_words(origin.owner, origin.iterations, self._places, self._before)
        from_ = f", from {' and '.join(named)}" if named else ""
        wide = "" if short or not np.isfinite(origin.wide) else f" (float64 gives {shown(in_six(origin.wide))})"
        return f"{subject}{iterations}{self._at(origin)}{from_}{wide}"

    def _subject(self, origin: Origin) -> tuple[str, bool]:
        """Return the user's code with its line, and whether the value is that code's rather than its derivative's."""
        span = self._span(origin)
        if span is None:
            return "an operation", False
        code, line = code_at(span), f" in {self._where(span)}"
        around = (*(equation for equation, _ in origin.iterations), origin.owner, origin.equation)
        kinds = {frame.kind for equation in around for frame in _jax.frames_of(equation)}
        if kinds & {"backward", "transpose"}:
            return f"the derivative of `{code}`{line}", False
        if "forward" in kinds and _texts(code, origin) is None:
            part = "the derivative of" if _is_one_operation(code) else "a part or the derivative of"
            return f"{part} `{code}`{line}", False
        return f"`{code}`{line}", True

    def _at(self, origin: Origin) -> str:
        if not origin.at:
            return ""
        index = ", ".join(map(str, origin.at))
        return (
            f", in batch element {index}" if _jax.batch_axes(origin.equation) == len(origin.at) else f", at [{index}]"
        )

    def _argument(self, origin: Origin) -> str:
        name = self._arguments[origin.argument] if origin.argument < len(self._arguments) else ""
        index = f"[{', '.join(map(str, origin.at))}]" if origin.at else ""
        return f"argument `{name}{index}`" if name else "an argument"

    def _span(self, origin: Origin) -> Span | None:
        spans = () if origin.owner is None else self._places.spans(origin.owner)
        return spans[0] if spans else None

    def _where(self, span: Span) -> str:
        return f"line {span.line}" if span.file == self._file else place(span)


def in_six(wide: Any) -> Any:
    """Return a float with six digits: enough for a number that float32 cannot hold."""
    return float(f"{wide:.6g}") if np.asarray(wide).dtype.kind == "f" else wide


def _operands(code: str, origin: Origin) -> tuple[str, ...]:
    """Return the operands as `x = 3.0` where each is one number and has a name; () where they are not known."""
    texts = _texts(code, origin)
    if texts is None or len(texts) != len(origin.operands) or any(np.ndim(each) for each in origin.operands):
        return ()
    found = zip(texts, origin.operands, strict=True)
    if origin.at:
        return tuple(shown(value) for _, value in found)
    equalities = (f"{text} = {shown(value)}" for text, value in found if text and len(text) <= _SHORT)
    return tuple(dict.fromkeys(equalities))  # `x` of `x * x` only once


def _texts(code: str, origin: Origin) -> tuple[str, ...] | None:
    """Return the operands' code, "" for numbers; None where the operation is not the expression's."""
    try:
        statement = ast.parse(code).body[0]
    except (SyntaxError, IndexError):
        return None
    name = origin.owner.params.get("name") if origin.inside is not None else origin.equation.primitive.name
    match statement:
        case ast.Expr(value=ast.BinOp(left=left, op=op, right=right)) if name in _OPERATORS.get(type(op), ()):
            parts: Sequence[ast.expr] = (left,) if name in ("integer_pow", "square") else (left, right)
        case ast.AugAssign(target=left, op=op, value=right) if name in _OPERATORS.get(type(op), ()):
            parts = (left, right)
        case ast.Expr(value=ast.Call(func=function, args=args, keywords=[])) if _is_called(function, str(name)):
            parts = args
        case _:
            return None
    return tuple("" if _is_number(part) else ast.unparse(part) for part in parts)


def _is_number(part: ast.expr) -> bool:
    return isinstance(part.operand if isinstance(part, ast.UnaryOp) else part, ast.Constant)


def _is_one_operation(code: str) -> bool:
    """Return whether an expression is one operation of a graph: any other one computed for it is its derivative."""
    match ast.parse(code, mode="eval").body if _is_expression(code) else None:
        case ast.BinOp(op=op):
            return type(op) in _OPERATORS
        case ast.Call(func=function):
            return any(_is_called(function, name) for name in (*ELEMENTWISE, *_CALLS))
    return False


def _is_expression(code: str) -> bool:
    try:
        return bool(ast.parse(code, mode="eval"))
    except SyntaxError:
        return False


def _is_called(function: ast.expr, name: str) -> bool:
    called = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return called == name or called in _CALLS.get(name, ())
