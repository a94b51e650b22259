"""Resolve names of a function's source at conversion time: globals, closure cells and builtins."""

from __future__ import annotations

import ast
import builtins
import types
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from nbgraph.core.records import dataclass, field, replace

# The answer for a name whose object is not known yet, or not without running code.
UNKNOWN: Any = type("Unknown", (), {"__repr__": lambda self: "UNKNOWN"})()

_Place = tuple[int, int, int, int]


@dataclass(frozen=True)
class Environment:
    """The names that a function sees, without its own locals."""

    outer: Mapping[str, Any]  # closure contents over globals over builtins
    # names bound inside the function, which say nothing before it runs
    local: frozenset[str] = field(default=frozenset())
    cells: frozenset[str] = field(default=frozenset())  # names that it reads from enclosing functions
    first_parameter: str = ""  # the name of a method's `self`; "" where there is none
    # positions of subscripts, as first and last line and column, that a trace has found to take an item of a list or
    # tuple at run time; and of list displays that take in lists of run-time length
    items: frozenset[_Place] = field(default=frozenset())
    # positions of `try` statements that a trace has found to catch run-time exceptions, of divisions in them, and of
    # operators on truth values
    tries: frozenset[_Place] = field(default=frozenset())

    @classmethod
    def of(
        cls, function: types.FunctionType, items: Iterable[_Place] = (), tries: Iterable[_Place] = ()
    ) -> Environment:
        """Return the names that a function sees outside itself, with their current values."""
        cells = {}
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            try:
                cells[name] = cell.cell_contents
            except ValueError:  # not bound yet: a function that is still being defined
                cells[name] = UNKNOWN
        layers = Layers(cells, function.__globals__, vars(builtins))
        first = function.__code__.co_varnames[:1] if "__class__" in cells else ()
        named = cls(layers, cells=frozenset(cells), first_parameter="".join(first))
        return replace(named, items=frozenset(items), tries=frozenset(tries))

    def within(self, names: frozenset[str]) -> Environment:
        """Return the environment of an inner scope that binds `names` itself."""
        return replace(self, local=self.local | names)

    def knowing(self, names: Mapping[str, Any]) -> Environment:
        """Return the environment with known values for some of the scope's own names."""
        return replace(self, outer=Layers(names, self.outer), local=self.local - names.keys()) if names else self

    def resolve(self, node: ast.expr) -> Any:
        """Return the object that a name or dotted name stands for, or UNKNOWN.

        Only modules are looked into: any other attribute may be a property with effects.

        >>> Environment({"math": __import__("math")}).resolve(ast.parse("math.pi", mode="eval").body)
        3.141592653589793
        """
        if isinstance(node, ast.Name):
            return UNKNOWN if node.id in self.local else self.outer.get(node.id, UNKNOWN)
        if isinstance(node, ast.Attribute):
            owner = self.resolve(node.value)
            if isinstance(owner, types.ModuleType):
                return getattr(owner, node.attr, UNKNOWN)
        return UNKNOWN


class Layers(Mapping[str, Any]):
    """Read-only lookup through several mappings, without copying them."""

    def __init__(self, *layers: Mapping[str, Any]) -> None:
        self.layers = layers

    def __getitem__(self, name: str) -> Any:
        for layer in self.layers:
            if name in layer:
                return layer[name]
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter({name for layer in self.layers for name in layer})

    def __len__(self) -> int:
        return len({name for layer in self.layers for name in layer})


def codes_in(code: types.CodeType) -> Iterator[types.CodeType]:
    """Yield a code object and all inside it."""
    yield code
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            yield from codes_in(const)


def contents_of(cell: types.CellType) -> Any:
    """Return the value of a closure cell; None where it is unbound."""
    try:
        return cell.cell_contents
    except ValueError:
        return None
