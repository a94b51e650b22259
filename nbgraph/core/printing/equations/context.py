"""Share what the parts of the printer need: the user's source, the module being written, the current function."""

from __future__ import annotations

import ast
import functools
from collections.abc import Mapping
from typing import Any

import jax
import numpy as np

from nbgraph.core.graph.locations import Places
from nbgraph.core.keys import is_key_type
from nbgraph.core.printing.equations.random_keys import key_code
from nbgraph.core.printing.ir.program import Atom, Block, Constant, Counted, NoFormError, Spans, Variable
from nbgraph.core.printing.source.user_functions import UserFunctions
from nbgraph.core.printing.text.code import array_code, assign, expression, linear, text_of
from nbgraph.core.printing.text.names import Symbols
from nbgraph.core.printing.text.values import Value, known_value
from nbgraph.core.records import dataclass, field
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span

_LARGE = 200  # an array with more items is not written out


@dataclass
class Body:
    """The statements of a function that is being written."""

    statements: list[ast.stmt] = field(default_factory=list)
    # whether to write one expression if possible: then the user's names get no statements of their own
    tight: bool = False

    def put(self, statement: ast.stmt, spans: Spans = ()) -> None:
        """Add a statement, located at a position in the user's source."""
        if spans:
            locate(statement, spans)
        self.statements.append(statement)


def locate(node: ast.AST, spans: Spans) -> None:
    """Locate those parts of some code that have no position yet; `spans` are innermost first."""
    span = spans[0]
    place: dict[str, Any] = {"lineno": span.line, "col_offset": span.column}
    place |= {"end_lineno": span.end_line, "end_col_offset": span.end_column, "spans": spans}
    for each in ast.walk(node):
        if "lineno" in each._attributes and "spans" not in vars(each):
            vars(each).update(place)


class Context:
    """What the printing of one function shares."""

    def __init__(
        self,
        places: Places,  # finds positions in the user's source
        file: str,
        namespace: Mapping[str, Any],  # the values of the function's free names
        *,
        main: str = "",  # the name of the function that is printed
        literal: bool = False,  # whether to write each operation with JAX's name, and no text of the user's
        opens: bool = False,  # whether to write a helper's body in place of its call
        taken: frozenset[str] = frozenset(),  # the names of the function's parameters
    ) -> None:
        self.places, self.file, self.namespace, self.literal, self.opens = places, file, namespace, literal, opens
        self.symbols, self.taken = Symbols(), taken
        self.prelude: dict[str, ast.stmt] = {}  # definitions before the functions, by name
        self.modules: dict[str, str] = {}  # the modules that the user's text mentions, by name
        self.helpers: dict[str, ast.FunctionDef] = {}  # the user's functions that are called, by name
        self.traced: dict[str, Block] = {}  # the program of each helper, by name
        self.typed = UserFunctions(main)  # those that the module has as they were typed
        self.lost: set[Span] = set()  # the positions of calls that are not equivalent to calls of these functions
        self.lists: dict[str, list[str]] = {}  # the items of each list that a Python loop appends to, by its variable
        # the variable of each Python loop, with the number that it starts from and its step; None for an item
        self.counts: dict[Variable, tuple[str, tuple[int, int] | None]] = {}

    def expression_at(self, span: Span) -> ast.expr | None:
        """Return the user's largest expression at a span; None where there is none."""
        text = self.places.text(span.file)
        return None if text is None else _expressions(text).get(span)

    def read(self, atom: Atom, known: dict[Variable, Value]) -> Value:
        if isinstance(atom, Counted):
            return self.counted(atom)
        return self.constant(atom.value, atom.aval) if isinstance(atom, Constant) else known[atom]

    def counted(self, atom: Counted) -> Value:
        """Return a number that grows with the counters of Python loops, in terms of their variables."""
        start, terms = atom.start, list[tuple[int, ast.expr]]()
        for index, step in atom.steps.items():
            symbol, form = self.counts[index]
            name: ast.expr = ast.Name(symbol, ast.Load())
            if form is None:
                return Value(name, atom.aval, True, operation="item")
            if step % form[1] == 0:
                start -= step // form[1] * form[0]
                terms.append((step // form[1], name))
            else:
                terms.append((step, expression(f"((_0_ - {form[0]}) // {form[1]})", name)))
        return Value(linear(start, terms), atom.aval, True, operation="count")

    def constant(self, value: Any, aval: Any) -> Value:
        """Return a known value: a number, or the name of an array that is written once before the functions.

        Raises:
            NoFormError: the array is too large to be printed.
        """
        if is_key_type(aval.dtype):
            name = self.define(self.name_of_key(value) or "key", ast.parse(key_code(value), mode="eval").body)
            return Value(ast.Name(name, ast.Load()), aval, False, names=frozenset((name,)))
        if not aval.shape:
            return known_value(value, aval)
        array = np.asarray(value)
        name = self.name_of_array(value)
        if array.size > _LARGE:
            what = f"`{name}`, an array of {array.size} elements from outside," if name else "a large constant array"
            raise NoFormError(f"{what} cannot be written down")
        name = name or "table"
        return Value(ast.Name(self.define(name, array_code(array)), ast.Load()), aval, False, names=frozenset((name,)))

    def name_of_array(self, value: Any) -> str:
        """Return the user's name of a global or closed-over array; "" if it has none."""
        for name, known in self.namespace.items():
            if known is value or (isinstance(known, np.ndarray | jax.Array) and _equal(known, value)):
                return name
        return ""

    def name_of_key(self, value: Any) -> str:
        """Return the user's name of a global or closed-over random key; "" if it has none."""
        return next((name for name, known in self.namespace.items() if known is value), "")

    def define(self, name: str, node: ast.expr) -> str:
        """Define a constant before the functions; return its name, numbered where the name is taken."""
        for number in range(1000):
            candidate = f"{name}_{number}" if number else name
            before = self.prelude.get(candidate)
            if candidate in self.taken:
                continue
            if before is None or (isinstance(before, ast.Assign) and text_of(before.value) == text_of(node)):
                self.prelude[candidate] = assign([candidate], node)
                return candidate
        raise NoFormError("too many constants of one name")


@functools.lru_cache(maxsize=8)
def _expressions(text: SourceText) -> Mapping[Span, ast.expr]:
    """Return the largest expression at each span of a source; {} if it does not parse."""
    found: dict[Span, ast.expr] = {}
    for node in ast.walk(text.tree):
        if isinstance(node, ast.expr):
            found.setdefault(text.node_span(node), node)
    return found


def _equal(known: Any, value: Any) -> bool:
    if is_key_type(known.dtype) or known.shape != value.shape or known.dtype != value.dtype:
        return False
    return np.array_equal(np.asarray(known), np.asarray(value))
