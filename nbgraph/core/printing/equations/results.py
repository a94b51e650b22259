"""Print what a function returns from the arrays of its program: lists, dicts, objects, strings."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Collection, Sequence
from typing import Any

import jax
import numpy as np

from nbgraph.core.executor.object_results import ArgumentObject
from nbgraph.core.executor.results import Packed
from nbgraph.core.printing.equations.strings import table_of
from nbgraph.core.printing.ir.program import NoFormError
from nbgraph.core.printing.text.code import array_code, call, expression, literal
from nbgraph.core.printing.text.module import Classes
from nbgraph.core.printing.text.values import Value
from nbgraph.core.records import dataclass, field
from nbgraph.core.source.syntax import replaced
from nbgraph.core.staging.enumerated import ChosenText
from nbgraph.core.staging.lists import Growing, Ordered, StackedArray, growing_of, keys_in, raw_items
from nbgraph.core.staging.strings import Spelled
from nbgraph.core.staging.values import kind_of

_OBJECT_OF = """
def object_of(kind, /, **attributes):
    made = object.__new__(kind)
    for name, value in attributes.items():
        object.__setattr__(made, name, value)
    return made
"""
_PLAIN = (int, float, complex, bool, str, bytes, type(None), type(Ellipsis))


@dataclass
class Results:
    """Builds the code of a function's result."""

    parameters: Sequence[str] = ()  # the function's parameters, parts of which it may return
    classes: Classes = field(default_factory=Classes)  # the classes of the user's that are needed
    # whether only Python can say what is returned, so that the function is not for `jax.jit`
    stays_python: bool = False

    def node(self, value: Any) -> Any:
        """Return the code of a part of the result."""
        if isinstance(value, Value):
            return value.typed()
        if isinstance(value, ast.expr):
            return value
        growing = growing_of(value) if isinstance(value, list) else value
        if isinstance(growing, Growing):
            return self.growing(growing)
        if isinstance(value, ChosenText):
            return self.chosen(value)
        if isinstance(value, Ordered):
            return self.ordered(value)
        if isinstance(value, Spelled):
            return self.string(value)
        if isinstance(value, StackedArray):
            self.stays_python = True
            if value.axis:
                raise NoFormError("a list of run-time length that is stacked along another axis")
            return self.rows(value.growing)
        if isinstance(value, ArgumentObject):
            objects = [expression(name) for name in value.names(self.parameters)]
            self.stays_python = self.stays_python or value.number is not None
            one = expression("_0_[int(_1_)]", ast.Tuple(objects, ast.Load()), self.node(value.number))
            return objects[0] if value.number is None else one
        return self.container(value)

    def container(self, value: Any) -> Any:
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            self.classes.add(type(value))
            return call(type(value).__name__, map(self.node, value))
        if isinstance(value, list):
            return ast.List([self.node(item) for item in raw_items(value)], ast.Load())
        if type(value) is tuple:
            return ast.Tuple([self.node(item) for item in value], ast.Load())
        if type(value) is dict:
            return ast.Dict([self.node(key) for key in value], [self.node(item) for item in value.values()])
        if type(value) in _PLAIN:
            return ast.Constant(...) if value is ... else literal(value)
        if isinstance(value, np.ndarray | np.generic) and value.dtype.kind in "biufc" and np.size(value) <= 200:
            return array_code(np.asarray(value))
        if hasattr(value, "names") and hasattr(value, "cls"):
            return self.record(value)
        if (cls := kind_of(value).stands_for(value)) in (dict, set) and growing_of(value.entries) is not None:
            return call(cls.__name__, [self.node(value.entries)])
        raise NoFormError(f"a result of the class `{(cls or type(value)).__name__}`")

    def ordered(self, value: Ordered) -> Any:
        """Return the code of a dict whose key order is data-dependent."""
        if value.order is None or isinstance(value.order, str):
            return self.node(value.finished(value.values))
        self.stays_python = True
        values = self.node(dict(zip(value.keys, value.values, strict=True)))
        return expression("{key: _0_[key] for key in _1_}", values, replaced(self.node(value.order), _keys))

    def record(self, value: Any) -> Any:
        """Return the code of a user's object; without its constructor unless that only assigns attributes."""
        cls: type = value.cls
        if cls is dict:
            return self.container(dict(zip(value.names, value.values, strict=True)))
        self.classes.add(cls)
        parts = {name: self.node(part) for name, part in zip(value.names, value.values, strict=True)}
        if _is_assigned(cls, parts):
            return call(cls.__name__, (), **parts)
        self.classes.found["object_of"] = ast.parse(_OBJECT_OF).body[0]
        return call("object_of", [ast.Name(cls.__name__, ast.Load())], **parts)

    def rows(self, growing: Growing) -> ast.expr:
        """Return the rows of a buffer that are items of its list."""
        if not isinstance(growing.buffers, Value):
            raise NoFormError("a list of items of several parts, of run-time length")
        known = growing.capacity.length
        if known is not None and known == growing.capacity.size:
            return growing.buffers.node
        end = ast.Constant(known) if known is not None else self.node(growing.length)
        return ast.Subscript(growing.buffers.node, ast.Slice(None, end), ast.Load())

    def growing(self, growing: Growing) -> ast.expr:
        """Return the code of a list in buffers as a Python list."""
        self.stays_python = True
        leaves, structure = jax.tree_util.tree_flatten(growing.buffers, is_leaf=lambda part: isinstance(part, Value))
        tree: Any = structure
        columns = [leaf for leaf in leaves if isinstance(leaf, Value)]
        rows = [self.column(Growing(column, growing.count, growing.capacity)) for column in columns]
        if len(leaves) == 1 and tree.num_nodes == 1 and columns:
            return rows[0]
        names = iter(["item"] if len(columns) == 1 else [f"item_{k}" for k in range(len(columns))])
        symbols = [
            Value(ast.Name(name, ast.Load()), column.aval.update(shape=column.shape[1:]), False)
            for name, column in zip(names, columns, strict=True)
        ]
        fresh = iter(symbols)
        item = tree.unflatten([next(fresh) if isinstance(leaf, Value) else leaf for leaf in leaves])
        if not symbols:
            raise NoFormError("a list of run-time length whose items are known")
        targets: list[ast.expr] = [ast.Name(symbol.node.id, ast.Store()) for symbol in symbols]  # type: ignore[attr-defined]
        target = targets[0] if len(targets) == 1 else ast.Tuple(targets, ast.Store())
        over = rows[0] if len(rows) == 1 else ast.Call(ast.Name("zip", ast.Load()), rows, [])
        if type(item) is tuple and len(columns) == len(item) and item == tuple(symbols):
            return expression("list(_0_)", over)  # type: ignore[no-any-return]
        return ast.ListComp(self.node(item), [ast.comprehension(target, over, [], 0)])

    def column(self, growing: Growing) -> ast.expr:
        """Return one part of each item of a list, as a list."""
        rows = self.rows(growing)
        is_flat = growing.buffers.shape[1:] == () and growing.capacity.length is None
        return ast.Call(ast.Attribute(rows, "tolist", ast.Load()), [], []) if is_flat else call("list", [rows])

    def string(self, value: Spelled) -> ast.expr:
        """Return the code of a string, from its code points."""
        self.stays_python = True
        return expression("''.join(map(chr, _0_))", self.rows(value.growing))  # type: ignore[no-any-return]

    def chosen(self, value: ChosenText) -> ast.expr:
        """Return the code of an enumerated value: a table indexed by its number."""
        self.stays_python = True
        return table_of(value, self.node(value.number), map(self.node, value.values))


def _is_assigned(cls: type, names: Collection[str]) -> bool:
    """Return whether a class's constructor only assigns these attributes, as a dataclass's does."""
    if not dataclasses.is_dataclass(cls) or hasattr(cls, "__post_init__"):
        return False
    code = getattr(cls.__init__, "__code__", None)
    return (
        code is not None
        and code.co_filename == "<string>"
        and {each.name for each in dataclasses.fields(cls) if each.init} == set(names)
    )


def _keys(node: ast.AST) -> ast.expr | None:
    match node:
        case ast.Constant(value=str(order)):
            return literal(keys_in(order))
    return None


def opened(packed: Packed, leaves: Sequence[Value]) -> Any:
    """Return the result that a packed one stands for, with values in place of its arrays."""
    return packed.fixed.whole(list(leaves))
