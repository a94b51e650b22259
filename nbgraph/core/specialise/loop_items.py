"""What a loop runs over, as code: rows for `lax.scan`, or bounds and one item for a counted loop."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Callable
from dataclasses import dataclass

from nbgraph.core.normalise.rewriter import replace
from nbgraph.core.normalise.template import Hole, quote, quote_expression
from nbgraph.core.specialise.buffers import Buffered
from nbgraph.core.specialise.plan import Plan
from nbgraph.core.specialise.types import dtype_code
from nbgraph.core.specialise.verbs import verb_of
from nbgraph.core.staging.sequences import Enumerate, Range, Reversed, Rows, Sequence, Zip
from nbgraph.core.staging.sequences import Items as ListItems
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
        parts = self._arguments if verb_of(self.code) == "call" else []
        match self.sequence:
            case Rows():
                return self.convert(self.code)
            case ListItems(growing=growing) if hasattr(growing.buffers, "dtype"):
                holes = {"items": self.convert(self.code), "dtype": dtype_code(type_of(growing.buffers), self.code)}
                return quote_expression("jnp.array(items, dtype)", self.code, **holes)
            case Range() if isinstance(self.code, ast.Call):
                arange = quote_expression("jnp.arange(0)", self.code)
                return replace(arange, args=[self.convert(argument) for argument in self._arguments])
            case Enumerate(inner=inner, length=length) if parts and len(parts) < 3:
                rows = self._part(parts[0], inner).rows()
                count: ast.expr = ast.copy_location(ast.Constant(length), self.code)
                if not isinstance(length, int):
                    count = quote_expression("len(items)", self.code, items=self.convert(parts[0]))
                index = quote_expression("jnp.arange(length)", self.code, length=count)
                if len(parts) == 2:
                    index = quote_expression("index + first", self.code, index=index, first=self.convert(parts[1]))
                return ast.copy_location(ast.Tuple([index, rows], ast.Load()), self.code)
            case Zip(inner=inner) if len(parts) == len(inner) and len({part.length for part in inner}) == 1:
                pairs = zip(parts, inner, strict=True)
                rows_of_each = [self._part(argument, sequence).rows() for argument, sequence in pairs]
                return ast.copy_location(ast.Tuple(rows_of_each, ast.Load()), self.code)
            case Reversed(inner=(Rows() | ListItems()) as inner) if parts:
                return quote_expression("rows[::-1]", self.code, rows=self._part(parts[0], inner).rows())
        raise self.plan.refuse(self.code, "this loop runs over something that has no counterpart in `lax.scan`")

    def bounds(self, item: str) -> tuple[ast.expr, ast.expr, list[ast.stmt] | None]:
        """Start, stop and the line that makes the item of a counted loop; no line where the counter is the item."""
        zero = ast.copy_location(ast.Constant(0), self.call)
        arguments = self._arguments
        if isinstance(self.sequence, Range) and len(arguments) == 1:
            return zero, self.convert(arguments[0]), None
        if isinstance(self.sequence, Range) and len(arguments) == 2:
            return self.convert(arguments[0]), self.convert(arguments[1]), None
        return zero, self.length(), self.item("k", item)

    @property
    def is_walked(self) -> bool:
        """Whether this is a list that is Python's own when the code runs, so that its length is known then."""
        pending, active = [self.sequence], self.plan.lists.active
        while pending:
            part = pending.pop()
            if isinstance(part, ListItems):
                return not any(isinstance(node, ast.Name) and node.id in active for node in ast.walk(self.code))
            if isinstance(part, Enumerate | Reversed):
                pending.append(part.inner)
        return False

    def _held(self, code: ast.expr) -> Buffered | None:
        found = self.plan.lists.active.get(code.id) if isinstance(code, ast.Name) else None
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
        if not isinstance(sequence, Range):
            raise self.plan.refuse(self.code, "the length of what this loop runs over has no simple form")
        arguments = [self.convert(argument) for argument in self._arguments]
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
        held = self._held(self.code if isinstance(self.sequence, ListItems) else self._first)
        if held is not None and isinstance(self.sequence, ListItems):
            return quote("item = rows[k]", self.call, item=item, k=k, rows=held.name)
        if held is not None and isinstance(self.sequence, Enumerate) and len(self._arguments) == 1:
            return quote("item = (k, rows[k])", self.call, item=item, k=k, rows=held.name)
        arguments = [self.convert(argument) for argument in self._arguments]
        holes: dict[str, Hole] = {"item": item, "k": k}
        match self.sequence:
            case Range():
                form = {1: "item = k", 2: "item = start + k", 3: "item = start + k * step"}[len(arguments)]
                if len(arguments) > 1:
                    holes["start"] = arguments[0]
                if len(arguments) > 2:
                    holes["step"] = arguments[2]
                return quote(form, self.call, **holes)
            case Rows():
                return quote("item = rows[k]", self.call, rows=self.convert(self.code), **holes)
            case Enumerate(inner=Rows()) if len(arguments) == 1:
                return quote("item = (k, rows[k])", self.call, rows=arguments[0], **holes)
            case Zip(inner=inner) if all(isinstance(part, Rows) for part in inner):
                each = [quote_expression("rows[k]", self.call, rows=rows, k=k) for rows in arguments]
                parts = ast.copy_location(ast.Tuple(each, ast.Load()), self.call)
                return quote("item = parts", self.call, parts=parts, item=item)
            case Reversed(inner=Rows()):
                return quote("item = rows[::-1][k]", self.call, rows=arguments[0], **holes)
        raise self.plan.refuse(self.code, "this loop runs over something that has no counterpart in `lax`")

    @property
    def _arguments(self) -> list[ast.expr]:
        """The arguments of `range`, `zip` and their like, whether called directly or through `ng.call`."""
        if not isinstance(self.code, ast.Call):
            return []
        return self.code.args[1:] if verb_of(self.code) == "call" else self.code.args

    @property
    def _first(self) -> ast.expr:
        return self._arguments[0] if self._arguments else self.code

    def _part(self, code: ast.expr, sequence: Sequence) -> Items:
        return dataclasses.replace(self, code=code, sequence=sequence)
