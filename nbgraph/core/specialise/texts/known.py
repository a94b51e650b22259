"""What is known beforehand: names from outside, and what Python answers about known texts."""

from __future__ import annotations

import ast
import builtins
import itertools
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from nbgraph.core.normalise.rewriter import rebuild, replace
from nbgraph.core.source.environment import UNKNOWN
from nbgraph.core.specialise.texts.kinds import Form, TooManyError, text_of

# Builtins that look at their arguments, and do no more.
BUILTINS = frozenset(("len", "ord", "str", "repr", "ascii", "int", "float", "bool", "max", "min", "isinstance"))
_TYPES = frozenset(("str", "int", "float", "bool", "list", "tuple", "dict"))
_METHODS = frozenset(name for kind in (str, dict, tuple) for name in vars(kind) if name[0] != "_") - {
    *("pop", "popitem", "clear", "update", "setdefault", "items", "keys", "values", "copy", "encode", "format_map"),
}
_MOST = 256  # combinations of texts


@dataclass
class Known:
    """What names from outside stand for.

    Attributes:
        outer: the names.
        numbered: the texts without run-time values that the trace has chosen among: no other is chosen.
        places: where the trace has found out something about chosen texts, as lines and columns.
        kinds_asked: what something raises for None and the texts, or None for an answer, by the place.
        made: expressions that stand for what the user wrote in short.
        found: answers so far.
    """

    outer: Mapping[str, Any]
    numbered: frozenset[str | None]
    places: frozenset[tuple[int, int, int, int]]
    kinds_asked: Mapping[tuple[int, int, int, int], Sequence[Exception | None]] = field(default_factory=dict)
    made: dict[ast.AST, Any] = field(default_factory=dict)
    found: dict[Any, list[tuple[tuple[Form, ...], Any]]] = field(default_factory=dict)

    def value(self, name: str) -> Any:
        """What a name from outside stands for."""
        return self.outer.get(name, UNKNOWN)

    def was_asked(self, node: ast.expr) -> bool:
        """Whether the trace has found out something about chosen texts inside an expression."""
        start, end = (node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0)
        return any(start <= (line, column) and (last, to) <= end for line, last, column, to in self.places)

    def is_builtin(self, name: str) -> bool:
        """Whether a name stands for Python's own."""
        return self.value(name) is getattr(builtins, name, None)

    def as_load(self, target: ast.Name) -> ast.Name:
        """The name read that `name += x` reads."""
        if target not in self.made:
            self.made[target] = replace(target, ctx=ast.Load())
        found = self.made[target]
        assert isinstance(found, ast.Name)
        return found

    def added(self, node: ast.AugAssign, before: ast.expr) -> ast.BinOp:
        """`name + x` for `name += x`."""
        if node not in self.made:
            self.made[node] = ast.copy_location(ast.BinOp(before, node.op, node.value), node)
        found = self.made[node]
        assert isinstance(found, ast.BinOp)
        return found

    def answers(
        self, node: ast.expr, leaves: Sequence[ast.expr], forms: Sequence[Sequence[Form]]
    ) -> list[tuple[tuple[Form, ...], Any]]:
        """What Python says to an expression for all that the expressions in it may be: an answer, or what it raises.

        Raises:
            TooManyError: there are too many combinations.
        """
        key = (node, tuple(map(tuple, forms)))
        if key not in self.found:
            rows = list(itertools.islice(itertools.product(*forms), _MOST + 1))
            if len(rows) > _MOST:
                raise TooManyError
            self.found[key] = [(row, self._answer(node, leaves, row)) for row in rows]
        return self.found[key]

    def _answer(self, node: ast.expr, leaves: Sequence[ast.expr], row: Sequence[Form]) -> Any:
        whole = ast.fix_missing_locations(ast.Expression(with_texts(node, leaves, row)))
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # about `"a" is None`
                return eval(compile(whole, "<texts>", "eval"), dict(self.outer))
        except Exception as error:
            return error


def with_texts(node: ast.expr, leaves: Sequence[ast.expr], row: Sequence[Form]) -> ast.expr:
    """An expression with known texts in place of some expressions in it."""
    texts = {id(leaf): ast.Constant(text_of(form)) for leaf, form in zip(leaves, row, strict=True)}
    named = {leaf.id: texts[id(leaf)] for leaf in leaves if isinstance(leaf, ast.Name)}

    def new(part: ast.AST) -> ast.AST:
        found = texts.get(id(part)) or (named.get(part.id) if isinstance(part, ast.Name) else None)
        return rebuild(part, new) if found is None else ast.copy_location(found, part)

    made = new(node)
    assert isinstance(made, ast.expr)
    return made


def is_constant(value: Any) -> bool:
    """Whether a value from outside is made of numbers and texts only."""
    if isinstance(value, str | int | float | None):
        return True
    if isinstance(value, list | tuple | set | frozenset):
        return all(map(is_constant, value))
    return isinstance(value, dict) and all(map(is_constant, (*value.keys(), *value.values())))


@dataclass(frozen=True)
class Looking:
    """Tells which expressions an operation looks at.

    Attributes:
        known: names from outside.
        is_local: whether a name is a variable of the program.
        is_other: whether an expression is known to be no text.
    """

    known: Known
    is_local: Callable[[str], bool]
    is_other: Callable[[ast.expr], bool]

    def leaves(self, node: ast.expr) -> list[ast.expr]:
        """The expressions in one that are not made by looking at texts alone, each name once; perhaps itself."""
        parts = self._parts(node)
        if parts is None:
            return [node]
        found: dict[Any, ast.expr] = {}
        for part in parts:
            for leaf in self.leaves(part) if part is not None else ():
                if self.is_other(leaf):
                    return [node]
                found.setdefault(leaf.id if isinstance(leaf, ast.Name) else leaf, leaf)
        return list(found.values())

    def _parts(self, node: ast.expr) -> list[ast.expr | None] | None:
        """What an operation that only looks is given; None for anything else."""
        match node:
            case ast.Constant():
                return []
            case ast.Name(id=name) if not self.is_local(name) and is_constant(self.known.value(name)):
                return []
            case ast.BinOp(left=left, right=right):
                return [left, right]
            case ast.Compare(left=left, comparators=rest):
                return [left, *rest]
            case ast.Subscript(value=value, slice=ast.Slice(lower=lower, upper=upper, step=step)):
                return [value, lower, upper, step]
            case ast.Subscript(value=value, slice=index):
                return [value, index]
            case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts) | ast.JoinedStr(values=parts):
                return list(parts)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return [operand]
            case ast.FormattedValue(value=value, format_spec=spec):
                return [value, spec]
            case ast.Call(func=ast.Attribute(value=owner, attr=method), args=args, keywords=[]) if method in _METHODS:
                return [owner, *args]
            case ast.Call(func=ast.Name(id="isinstance"), args=[value, ast.Name(id=kind)]) if kind in _TYPES:
                return [value]
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
                is_builtin = name in BUILTINS and not self.is_local(name) and self.known.is_builtin(name)
                return list(args) if is_builtin else None
        return None
