"""Print effects as `jax.debug.print` with the user's format, and strings of run-time values as f-strings or formats.

A placeholder takes the place of each value, so that the finished string shows where the value is.
"""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import jax
import numpy as np

from nbgraph.core import _jax
from nbgraph.core.keys import is_key_type
from nbgraph.core.printing.equations.results import Results
from nbgraph.core.printing.equations.strings import deferred_code
from nbgraph.core.printing.ir.program import Atom, Equation, NoFormError
from nbgraph.core.printing.text.code import call, expression, lambda_of, literal
from nbgraph.core.printing.text.names import wanted_name
from nbgraph.core.printing.text.values import Value
from nbgraph.core.staging.enumerated import ChosenText, Deferred

if TYPE_CHECKING:
    from nbgraph.core.printing.equations.walk import Writer


def print_act(writer: Writer, equation: Equation, operands: list[Value]) -> None:
    """Write a `print`; raise `NoFormError` for another effect, and for what no format can show."""
    deferred = _printed(equation)
    if deferred is None:
        raise NoFormError(_effect(equation))
    may, *values = operands
    node = _by_format(deferred, values) or _by_callback(writer, deferred, equation.operands[1:], values)
    equation.params["guarded"] = True
    if may.known is None:
        node = expression("lax.cond(_0_, _1_, lambda: None)", may.node, lambda_of(node))
    elif not bool(may.known):
        return
    writer.body.put(ast.Expr(node), equation.spans)


def _effect(equation: Equation) -> str:
    if {"axes", "axis_name"} & equation.params.keys():
        return f"`{equation.operation}` across an axis of devices or batch elements"
    return "a reference" if equation.operation in _jax.REFERENCES else "a callback"


def _by_format(deferred: Deferred, values: list[Value]) -> Any:
    """Return `jax.debug.print` with a format; None where no format can show the values."""
    try:
        (template, order, end), padded = (_template(deferred, len(values), digits) for digits in LENGTHS)
    except Exception:  # its text is computed from the values
        return None
    if end not in ("\n", None) or order != list(range(len(values))) or template != padded[0]:
        return None
    specs = [spec for _, name, spec, _ in string.Formatter().parse(template) if name is not None]
    if any(spec and "." not in spec and _is_float(value) for spec, value in zip(specs, values, strict=True)):
        return None  # NumPy would show all digits of the next number of double precision
    nodes = [literal(template), *(value.node for value in values)]
    return call("jax.debug.print", nodes, ordered=literal(True))


def _template(deferred: Deferred, count: int, digits: int) -> tuple[str, list[int], Any]:
    parts, separator, end = deferred.filled(iter([Placeholder(k, digits) for k in range(count)]))
    text = (" " if separator is None else separator).join(map(str, parts))
    return *template_of(text), end


def _by_callback(writer: Writer, deferred: Deferred, atoms: list[Atom], values: list[Value]) -> Any:
    """Return `jax.debug.callback` of the original `print`."""
    distinct = dict(zip(atoms, values, strict=True))
    names = {atom: writer.context.symbols.new(_wanted(value)) for atom, value in distinct.items()}
    results = Results()
    shown = [_as_python(names[atom], value) for atom, value in zip(atoms, values, strict=True)]
    if any(isinstance(leaf, ChosenText) and leaf.verbatim for leaf in _inner_leaves(deferred)):
        raise NoFormError("a print of a container of objects that are chosen at run time")
    printed, separator, end = deferred_code(deferred, shown)
    parts: list[ast.expr] = [results.node(part) for part in printed]
    if results.stays_python and any(value.shape and _is_float(value) for value in values):
        raise NoFormError("a print of a list of floats, of run-time length")
    writer.context.prelude.update(results.classes.found)
    options = {"sep": (separator, " "), "end": (end, "\n")}
    more = {name: node for name, (node, usual) in options.items() if node is not None and not _is_literal(node, usual)}
    given = [lambda_of(call("print", parts, **more), [*names.values()]), *(value.node for value in distinct.values())]
    return call("jax.debug.callback", given, ordered=literal(True))


def _wanted(value: Value) -> str:
    name = wanted_name(value.node.id) if isinstance(value.node, ast.Name) else next(iter(sorted(value.names)), "")
    return "value" if name in ("", "print", "float", "int", "str", "repr", "format") else name


def _inner_leaves(deferred: Deferred) -> Iterator[Any]:
    parts, _, _ = jax.tree_util.tree_unflatten(deferred.tree, deferred.leaves)
    for part in parts:
        if isinstance(part, list | tuple | dict):
            yield from jax.tree_util.tree_leaves(part, is_leaf=lambda leaf: isinstance(leaf, ChosenText))


def _as_python(symbol: str, value: Value) -> Any:
    """Return a run-time value as Python prints it; a float of low precision gets only its significant digits."""
    name = ast.Name(symbol, ast.Load())
    if value.shape or is_key_type(value.dtype):
        return value.also(node=name, operation="")
    return expression("float(str(_0_))" if _is_float(value) else "_0_.item()", name)


def _is_float(value: Value) -> bool:
    return not is_key_type(value.dtype) and np.dtype(value.dtype).kind == "f"


def _is_literal(node: Any, value: str) -> bool:
    return isinstance(node, ast.Constant) and node.value in (value, None)


def _printed(equation: Equation) -> Deferred | None:
    """Return the deferred arguments of a print that the converter staged; None for another callback."""
    waiting: list[Any] = [equation.params.get("callback")]
    found: dict[str, Any] = {}
    while waiting:
        function = waiting.pop()
        names = getattr(getattr(function, "__code__", None), "co_freevars", ())
        cells = getattr(function, "__closure__", None) or ()
        for name, cell in zip(names, cells, strict=False):
            found.setdefault(name, cell.cell_contents)
            if callable(cell.cell_contents):
                waiting.append(cell.cell_contents)
    is_print = getattr(found.get("on_host"), "__qualname__", "").startswith("print_.")
    deferred = found.get("late")
    return deferred if is_print and isinstance(deferred, Deferred) else None


_MARK = re.compile("\ue100(\\d+)(!r)?:([^\ue101]*)\ue101")


class Placeholder:
    """Stands for a run-time scalar: formatted, it leaves its number and its format.

    Attributes:
        number: which scalar it is.
        digits: how many digits its number is formatted with, to see whether the result depends on the length of
            strings.
    """

    shape, ndim, size, dtype = (), 0, 1, np.dtype("int32")

    def __init__(self, number: int, digits: int = 1) -> None:
        self.number, self.digits = number, digits

    def __format__(self, spec: str) -> str:
        return f"\ue100{self.number:0{self.digits}}:{spec}\ue101"

    def __str__(self) -> str:
        return _Shown(self.__format__(""))

    __repr__ = __str__

    def item(self) -> Placeholder:
        """Return itself in place of Python's number."""
        return self

    tolist = item


class _Shown(str):
    """The `str` of a placeholder, which may only be joined to other strings."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        if spec:
            raise NoFormError("a string of run-time values that is changed")
        return str(self)


LENGTHS = (1, 9)  # digits of placeholders: a string of these must be the same for both


def formatted(value: Any) -> ast.expr:
    """Return a string with placeholders as an f-string of `v0`, `v1`, ...; any other constant unchanged."""
    if isinstance(value, Placeholder):
        return ast.Name(f"v{value.number}", ast.Load())
    if type(value) in (int, float, bool, type(None)) or (isinstance(value, str) and not _MARK.search(value)):
        return literal(str(value) if isinstance(value, str) else value)
    if type(value) is tuple:
        return ast.Tuple([formatted(part) for part in value], ast.Load())
    if not isinstance(value, str):
        raise NoFormError(f"an error that holds an object of the class `{type(value).__name__}`")
    parts: list[ast.expr] = []
    for text, number, spec in pieces(value):
        if number is None:
            parts.append(ast.Constant(text))
        else:
            form = ast.JoinedStr([ast.Constant(spec)]) if spec else None
            parts.append(ast.FormattedValue(ast.Name(f"v{number}", ast.Load()), -1, form))
    return ast.JoinedStr(parts)


def pieces(text: str) -> list[tuple[str, int | None, str]]:
    """Split a string into pieces: text, or the number of a placeholder with its format."""
    found: list[tuple[str, int | None, str]] = []
    end = 0
    for match in _MARK.finditer(text):
        if match.start() > end:
            found.append((text[end : match.start()], None, ""))
        found.append(("", int(match[1]), match[3]))
        end = match.end()
    return [*found, (text[end:], None, "")] if end < len(text) else found


def template_of(text: str) -> tuple[str, list[int]]:
    """Return a string as a template of `str.format`, with the numbers of its placeholders in order.

    >>> template_of(f"{{x}} = {Placeholder(0):.2f}")
    ('{{x}} = {:.2f}', [0])
    """
    made, numbers = "", []
    for words, number, spec in pieces(text):
        if number is None:
            made += words.replace("{", "{{").replace("}", "}}")
        else:
            made += f"{{:{spec}}}" if spec else "{}"
            numbers.append(number)
    return made, numbers
