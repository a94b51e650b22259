"""What a loop runs over, as code: rows for `lax.scan`, or bounds and one item for a counted loop."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Callable
from dataclasses import dataclass

from nbgraph.core.functionalise.blocks import load
from nbgraph.core.normalise.rewriter import replace
from nbgraph.core.normalise.template import quote, quote_expression
from nbgraph.core.specialise.buffers import Buffered
from nbgraph.core.specialise.operands import is_boolean
from nbgraph.core.specialise.plan import NoSpecialFormError, Plan
from nbgraph.core.specialise.types import dtype_code
from nbgraph.core.specialise.verbs import verb_of
from nbgraph.core.staging.derived_sequences import Enumerate, Map, Reversed, Zip
from nbgraph.core.staging.endless import NEVER, Count, Repeat
from nbgraph.core.staging.sequences import Items as ListItems
from nbgraph.core.staging.sequences import Range, Rows, Sequence
from nbgraph.core.staging.values import type_of


@dataclass(frozen=True)
class Items:
    """The iterable of one loop.

    Attributes:
        plan: the decisions, to refuse with.
        convert: specialises an expression.
        code: the iterable as it was written.
        sequence: what it was in the trace.
        call: the loop.
    """

    plan: Plan
    convert: Callable[[ast.expr], ast.expr]
    code: ast.expr
    sequence: Sequence | None
    call: ast.Call

    def rows(self) -> ast.expr:
        """What `lax.scan` runs over.

        Raises:
            NoSpecialFormError: it has no counterpart there.
        """
        parts = self.arguments if verb_of(self.code) == "call" else []
        match self.sequence:
            case Rows():
                return self.convert(self.code)
            case ListItems() if self._array:
                return load(self._array, self.code)
            case ListItems(growing=growing) if hasattr(growing.buffers, "dtype"):
                holes = {"items": self.convert(self.code), "dtype": dtype_code(type_of(growing.buffers), self.code)}
                return quote_expression("jnp.array(items, dtype)", self.code, **holes)
            case Range() if isinstance(self.code, ast.Call):
                arange = quote_expression("jnp.arange(0)", self.code)
                return replace(arange, args=[self.convert(argument) for argument in self.arguments])
            case Enumerate(inner=inner, length=length) if parts and len(parts) < 3:
                rows = self.part(parts[0], inner).rows()
                count: ast.expr = ast.copy_location(ast.Constant(length), self.code)
                if not isinstance(length, int):
                    count = quote_expression("len(items)", self.code, items=self.convert(parts[0]))
                index = quote_expression("jnp.arange(length)", self.code, length=count)
                if len(parts) == 2:
                    index = quote_expression("index + first", self.code, index=index, first=self.convert(parts[1]))
                return ast.copy_location(ast.Tuple([index, rows], ast.Load()), self.code)
            case Zip(inner=inner) if len(parts) == len(inner) and all(isinstance(part.length, int) for part in inner):
                least = min(part.length for part in inner)
                rows_of_each = []
                for argument, part in zip(parts, inner, strict=True):
                    form = "rows" if part.length == least else f"rows[:{least}]"
                    rows_of_each.append(quote_expression(form, self.code, rows=self.part(argument, part).rows()))
                return ast.copy_location(ast.Tuple(rows_of_each, ast.Load()), self.code)
            case Zip(inner=inner) if len(parts) == len(inner):
                each = [self.part(*pair) for pair in zip(parts, inner, strict=True)]
                cut = [part._up_to([other.length() for other in each if other is not part]) for part in each]
                return ast.copy_location(ast.Tuple(cut, ast.Load()), self.code)
            case Reversed(inner=(Rows() | ListItems()) as inner) if parts:
                return quote_expression("rows[::-1]", self.code, rows=self.part(parts[0], inner).rows())
        raise self.plan.refuse(self.code, "this loop runs over something that has no counterpart in `lax.scan`")

    def _up_to(self, lengths: list[ast.expr]) -> ast.expr:
        """The first rows, not more than there are of others."""
        rows = self.rows()
        for length in lengths:
            rows = quote_expression("rows[:length]", self.code, rows=rows, length=length)
        return rows

    def bounds(self, item: str) -> tuple[ast.expr, ast.expr, list[ast.stmt] | None]:
        """Start, stop and the line that makes the item of a counted loop; no line where the counter is the item."""
        zero = ast.copy_location(ast.Constant(0), self.call)
        arguments = self.arguments
        if isinstance(self.sequence, Range) and len(arguments) == 1:
            return zero, _as_int(self.convert(arguments[0])), None
        if isinstance(self.sequence, Range) and len(arguments) == 2:
            return _as_int(self.convert(arguments[0])), _as_int(self.convert(arguments[1])), None
        return zero, self.length(), self.item(self.trip, item)

    @property
    def trip(self) -> str:
        """The name of the number of a round, where that is not the item."""
        return self.plan.variable_for("the number of a round", "k")

    @property
    def is_endless(self) -> bool:
        """Whether only a `break` leaves the loop."""
        return self.sequence is not None and isinstance(self.sequence.length, int) and self.sequence.length >= NEVER

    @property
    def has_rows(self) -> bool:
        """Whether there is an array of the items, their number being known."""
        try:
            self.rows()
        except NoSpecialFormError:
            return False
        return self.sequence is not None and isinstance(self.sequence.length, int)

    @property
    def is_walked(self) -> bool:
        """Whether this is a list that is Python's own when the code runs, so that its length is known then."""
        active = self.plan.lists.active
        if isinstance(self.sequence, Zip) and len(self.sequence.inner) == len(self.arguments):
            parts = [self.part(*pair) for pair in zip(self.arguments, self.sequence.inner, strict=True)]
            known = [isinstance(part.sequence, Rows) or part.is_walked for part in parts]
            return all(known) and not all(isinstance(part.sequence, Rows) for part in parts)
        pending = [self.sequence]
        while pending:
            part = pending.pop()
            if isinstance(part, ListItems):
                return not any(isinstance(node, ast.Name) and node.id in active for node in ast.walk(self.code))
            if isinstance(part, Enumerate | Reversed):
                pending.append(part.inner)
        return False

    def named(self, before: list[ast.stmt]) -> Items:
        """The same with a name for what the loop runs over, which a line before binds where there is none yet."""
        if isinstance(self.code, ast.Name):
            return self
        name = self.plan.fresh("items", self.code)
        before += quote("name = value", self.code, name=name, value=self.convert(self.code))
        return dataclasses.replace(self, code=load(name, self.code))

    @property
    def _array(self) -> str:
        """The name of an array made for this loop, of all its items; "" where there is none."""
        is_made = isinstance(self.code, ast.Name) and self.code.id in self.plan.lists.arrays
        return self.code.id if is_made and isinstance(self.code, ast.Name) else ""

    def _held(self, code: ast.expr) -> Buffered | None:
        found = self.plan.lists.active.get(code.id) if isinstance(code, ast.Name) else None
        if isinstance(found, Buffered) and (found.is_grid or found.lengths):
            raise self.plan.refuse(self.code, f"the rows of the list `{found.name}` are walked over in here")
        return found if isinstance(found, Buffered) else None

    def length(self) -> ast.expr:
        """How many items there are.

        Raises:
            NoSpecialFormError: the number has no simple form.
        """
        sequence = self.sequence
        if sequence is not None and isinstance(sequence.length, int):
            return ast.copy_location(ast.Constant(sequence.length), self.call)
        held = self._held(self.code if isinstance(sequence, ListItems) else self._first)
        if held is not None and isinstance(sequence, ListItems | Enumerate):
            return held.count(self.call)
        if isinstance(sequence, Enumerate) and (inner := self.part(self._first, sequence.inner))._array:
            return inner.length()
        if self._array:
            return quote_expression("len(items)", self.call, items=load(self._array, self.call))
        if isinstance(sequence, ListItems) and isinstance(self.code, ast.Name) and self.code.id in self.plan.lists.cut:
            return quote_expression("len(items)", self.call, items=load(self.code.id, self.call))
        if isinstance(sequence, Zip) and len(sequence.inner) == len(self.arguments):
            lengths = [self.part(*pair).length() for pair in zip(self.arguments, sequence.inner, strict=True)]
            found, *others = lengths
            for other in others:
                found = quote_expression("jnp.minimum(a, b)", self.call, a=found, b=other)
            return found
        if not isinstance(sequence, Range):
            raise self.plan.refuse(self.code, "the length of what this loop runs over has no simple form")
        arguments = [self.convert(argument) for argument in self.arguments]
        if len(arguments) == 1:
            return arguments[0]
        start, stop, *step = arguments
        one = ast.copy_location(ast.Constant(1), self.call)
        form = "-((start - stop) // step)" if step else "stop - start"
        holes = {"start": start, "stop": stop, "step": step[0] if step else one}
        return quote_expression(f"jnp.maximum({form}, 0)", self.call, **holes)

    def item(self, k: str, item: str) -> list[ast.stmt]:
        """`item = start + k * step` or `item = rows[k]`.

        Raises:
            NoSpecialFormError: an item has no such form.
        """
        return quote("item = value", self.call, item=item, value=self._value(k))

    def _value(self, k: str) -> ast.expr:
        """The item of trip `k`."""
        parts, holes = self.arguments, {"k": load(k, self.call)}
        match self.sequence:
            case Range():
                start, _, step = [*map(self.convert, parts), None, None][:3] if parts[1:] else (None, None, None)
                return _scaled(k, start, step, self.call)
            case Count():
                start, step = [*map(self.convert, parts), None, None][:2]
                return _scaled(k, start, step, self.call)
            case Repeat():
                return self.convert(parts[0])
            case ListItems() if (held := self._held(self.code)) is not None:
                return quote_expression("rows[k]", self.call, rows=held.name, **holes)
            case ListItems(growing=growing) if self._array and not type_of(growing.buffers).shape[1:]:
                rows = quote_expression("jnp.append(rows, 0)", self.call, rows=load(self._array, self.call))
                return quote_expression("rows[k]", self.call, rows=rows, **holes)  # of none there is no row
            case ListItems() if isinstance(self.sequence.length, int) and self.sequence.length:
                return quote_expression("rows[k]", self.call, rows=self.rows(), **holes)
            case Rows():
                return quote_expression("rows[k]", self.call, rows=self.convert(self.code), **holes)
            case Enumerate(inner=inner) if parts:
                start = self.convert(parts[1]) if parts[1:] else None
                pair = [_scaled(k, start, None, self.call), self.part(parts[0], inner)._value(k)]
                return ast.copy_location(ast.Tuple(pair, ast.Load()), self.call)
            case Zip(inner=several) if len(several) == len(parts):
                each = [self.part(code, part)._value(k) for code, part in zip(parts, several, strict=True)]
                return ast.copy_location(ast.Tuple(each, ast.Load()), self.call)
            case Map(inner=Zip(inner=several)) if len(several) == len(parts) - 1:
                each = [self.part(code, part)._value(k) for code, part in zip(parts[1:], several, strict=True)]
                return ast.copy_location(ast.Call(self.convert(parts[0]), each, []), self.call)
            case Reversed(inner=Rows()) if parts:
                return quote_expression("rows[::-1][k]", self.call, rows=self.convert(parts[0]), **holes)
        raise self.plan.refuse(self.code, "this loop runs over something that has no counterpart in `lax`")

    @property
    def arguments(self) -> list[ast.expr]:
        """The arguments of `range`, `zip` and their like, whether called directly or through `ng.call`."""
        if not isinstance(self.code, ast.Call):
            return []
        return self.code.args[1:] if verb_of(self.code) == "call" else self.code.args

    @property
    def _first(self) -> ast.expr:
        return self.arguments[0] if self.arguments else self.code

    def part(self, code: ast.expr, sequence: Sequence | None) -> Items:
        """One of several that the loop runs over at once."""
        return dataclasses.replace(self, code=code, sequence=sequence)


def _scaled(k: str, start: ast.expr | None, step: ast.expr | None, at: ast.AST) -> ast.expr:
    """`start + k * step`.

    >>> from nbgraph.core.normalise.example import example, show
    >>> show(_scaled("k", example("2"), None, example("p")), _scaled("k", None, None, example("p")))
    2 + k
    k
    """
    counter: ast.expr = load(k, at)
    if step is not None:
        counter = quote_expression("k * step", at, k=counter, step=step)
    if start is None or (isinstance(start, ast.Constant) and start.value == 0):
        return counter
    return quote_expression("start + k", at, start=start, k=counter)


def _as_int(bound: ast.expr) -> ast.expr:
    """A bound as the number that `lax.fori_loop` asks for."""
    return quote_expression("jnp.int32(bound)", bound, bound=bound) if is_boolean(bound) else bound
