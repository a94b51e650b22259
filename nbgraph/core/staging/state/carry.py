"""Build the carry of a staged loop: its leaves and their types, found as a fixpoint."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import jax

from nbgraph.core.decisions import Promotion
from nbgraph.core.errors import StagingError
from nbgraph.core.functionalise.sites import user_variable
from nbgraph.core.records import dataclass, field, replace
from nbgraph.core.spans import Span
from nbgraph.core.staging.aliasing.copies import refuse_untraced
from nbgraph.core.staging.enumerated.joins import grows
from nbgraph.core.staging.enumerated.values import text_names, texts_in
from nbgraph.core.staging.lists.capacity import ListCapacityError
from nbgraph.core.staging.lists.contents import Contents, growing_of
from nbgraph.core.staging.lists.copies import frozen_marks, keep_frozen, link_rows, without_links
from nbgraph.core.staging.lists.item_errors import ListItemError
from nbgraph.core.staging.lists.loops import (
    IterationCount,
    abstractly,
    begun,
    buffered,
    grown_like,
    has_buffers,
    holds_rows,
    known_lengths,
    outgrown,
    put_together,
    restarted,
    widened,
)
from nbgraph.core.staging.lists.may_alias import ContainerAliasError, holds_lasting, repeated_part
from nbgraph.core.staging.lists.objects import alternatives
from nbgraph.core.staging.state.described import difference, in_words
from nbgraph.core.staging.state.instead import before_loop, bound_by, change_taken_for_result
from nbgraph.core.staging.state.location import Location
from nbgraph.core.staging.state.merge import placeholder
from nbgraph.core.staging.state.records import Record, matched
from nbgraph.core.staging.trace import kind_questions, recorder
from nbgraph.core.staging.values.dict_order import is_unseen_after
from nbgraph.core.staging.values.kinds import closed, is_container, kind_of
from nbgraph.core.staging.values.objects import is_record_like
from nbgraph.core.staging.values.undefined import Partial, Undefined, holding, split
from nbgraph.core.staging.values.values import (
    LeafType,
    as_argument,
    cast,
    in_order_of,
    is_dynamic,
    is_traced,
    join_types,
    key_orders,
    leaf_names,
    leaves_of,
    rebuilt,
    same_constant,
    type_of,
    zeros,
)

_FLAG = LeafType((), jax.numpy.dtype(bool), False)


class CarryMismatchError(StagingError):
    """A name has a different structure after an iteration of a staged loop than before it.

    A tuple grows, an array changes its shape, None becomes a list. A list may grow; an array of the final size can be
    filled.
    """

    id = "carry-mismatch"

    settles = False  # whether iterations after the first may leave what they began with

    def settling(self, clause: str = "") -> CarryMismatchError:
        """Return the error as one of the first iteration only, with a clause that says when."""
        error = CarryMismatchError(self.message + clause, span=self.span, remedy=self.remedy, variable=self.variable)
        error.settles = True
        return error


@dataclass(frozen=True)
class Variable:
    """One variable of a loop's state."""

    name: str  # the user's name; "" for a generated one
    start: Any  # its value before the loop
    template: Any  # a value with its structure in the loop
    # for each leaf its type, or None for a constant leaf of `template`
    leaves: tuple[LeafType | None, ...]
    perhaps: bool = False  # whether a flag is carried with it that is true where it is bound
    shared: bool = False  # whether it is a container with aliases, which is not carried
    location: Location | None = None  # its location, if it is part of mutable state
    unsure: bool = False  # whether an iteration may leave it unbound, too

    @classmethod
    def of(cls, name: str, value: Any, location: Location | None = None) -> Variable:
        """Make a variable from its value before the loop."""
        if isinstance(value, Partial):
            return cls(name, value, begun(value.value), _types(value.value), True, location=location)
        if location is None and (is_container(value) or (isinstance(value, tuple) and holds_lasting(value))):
            return cls(name, value, value, (), shared=True)
        return cls(name, value, begun(value), _types(value), location=location)

    def by_value(self) -> Variable:
        """Return the variable with its contents carried, as an iteration binds it to another container."""
        return replace(self, template=begun(self.template), leaves=_types(self.template), shared=False)

    def matching(self, value: Any) -> tuple[Variable, Any]:
        """Return the variable and its value after an iteration, both as records if one is a record."""
        template, value = matched(self.template, value, None if self.location is None else self.location.container)
        if template is self.template:
            return self, value
        if self.is_reordered:
            return self.in_first_order().matching(value)
        start = split(self.start)[0]
        if not isinstance(start, Undefined):
            start, template = matched(start, template, None if self.location is None else self.location.container)
            start = holding(self.start, start)
        return replace(self, start=start, template=template, leaves=_types(template)), value

    @property
    def is_reordered(self) -> bool:
        """Whether the first iteration changes the key order of a dict."""
        start = split(self.start)[0]
        is_unbound = isinstance(start, Undefined)
        return not self.shared and not is_unbound and _is_reordered(key_orders(start), key_orders(self.template))

    def in_first_order(self) -> Variable:
        """Return the variable with its dicts in the key order before the loop."""
        return replace(self, template=in_order_of(split(self.start)[0], self.template)) if self.is_reordered else self

    @property
    def is_number(self) -> bool:
        return not self.shared and (is_traced(self.template) or type(self.template) in (bool, int, float))

    @property
    def is_undefined(self) -> bool:
        """Whether it is unbound before the loop and in all iterations so far."""
        return isinstance(self.template, Undefined)

    def arguments(self) -> list[Any]:
        """Return the types of the carried leaves, the flag last, as arguments of a trace."""
        return [as_argument(kind) for kind in self.types()]

    def types(self) -> list[LeafType]:
        """Return the types of the carried leaves, the flag last."""
        return [*(kind for kind in self.leaves if kind is not None), *([_FLAG] if self.perhaps else [])]

    def initial(self) -> list[Any]:
        """Return the carried leaves before the first iteration."""
        if self.shared:
            return []
        value, exists = split(self.start)
        value = grown_like(value if self.location is None else without_links(value), self.template)
        if isinstance(value, Undefined):
            leaves = [zeros(kind) for kind in self.leaves if kind is not None]
        else:
            pairs = [*zip(leaves_of(value)[0], self.leaves, strict=True)]
            for leaf, kind in pairs:
                if kind is not None:
                    refuse_untraced(leaf)  # an iteration may change it under one of several names
            leaves = [cast(leaf, kind) for leaf, kind in pairs if kind is not None]
        return [*leaves, *([cast(exists, _FLAG)] if self.perhaps else [])]

    def build(self, travelling: list[Any], span: Span, *, surely: bool = False) -> Any:
        """Build the variable's value from its carried leaves, which are removed from the front of the list."""
        if self.is_undefined or self.shared:
            return self.template
        leaves, tree = leaves_of(self.template)
        new = [leaf if kind is None else travelling.pop(0) for leaf, kind in zip(leaves, self.leaves, strict=True)]
        value = closed(rebuilt(tree, new, self.template))
        if not self.perhaps:
            return value
        exists = travelling.pop(0)
        if surely and not self.unsure:
            return value
        return Partial(self.name, value, exists, f"the loop in line {span.line} may not have given it one")

    def leaf_names(self) -> list[str]:
        """Return the user's expression for each carried leaf; "" for the flag and for generated names."""
        if self.is_undefined or self.shared:
            return []
        written = leaf_names(self.name, self.template)
        named = zip(written if self.name else [""] * len(written), self.leaves, strict=True)
        return [*(name for name, kind in named if kind is not None), *([""] if self.perhaps else [])]


@dataclass
class Carry:
    """All variables of a loop's state."""

    span: Span  # the loop in the user's source
    variables: list[Variable]  # locals first, then mutable locations
    iterations: IterationCount = field(default_factory=IterationCount)  # what is known of the number of iterations
    promotions: list[Promotion] = field(default_factory=list)  # dtypes widened so far
    # whether the order of dicts that an iteration reorders is carried, even if it is known after the loop or
    # not used there
    with_orders: bool = False

    def arguments(self) -> list[Any]:
        """Return the types of all carried leaves, as arguments of a trace."""
        return [argument for variable in self.variables for argument in variable.arguments()]

    def initial(self) -> list[Any]:
        """Return all carried leaves before the first iteration; refuse a container that holds another one twice."""
        for variable in self.variables:
            if not variable.shared and repeated_part(split(variable.start)[0]) is not None:
                raise ContainerAliasError(
                    f"`{variable.name}` holds the same list, dict or set twice before this loop: in it these are two",
                    span=self.span,
                    remedy="a list of its own for each place, `[[0] for _ in range(2)]` in place of `[[0]] * 2`",
                    variable=variable.name,
                )
        return [leaf for variable in self.variables for leaf in variable.initial()]

    def types(self) -> list[LeafType]:
        """Return the types of all carried leaves, variable by variable."""
        return [kind for variable in self.variables for kind in variable.types()]

    def build(self, leaves: Sequence[Any], *, surely: bool = False) -> list[Any]:
        """Build the value of each variable from the carried leaves.

        Args:
            leaves: in the order of `types`.
            surely: whether an iteration has run, so that what the body binds is bound.
        """
        travelling = list(leaves)
        return [variable.build(travelling, self.span, surely=surely) for variable in self.variables]

    def leaf_names(self) -> list[str]:
        """Return the user's expression for each carried leaf."""
        return [name for variable in self.variables for name in variable.leaf_names()]

    def text_names(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Return the user's expression for each enumerated string in the carry, and the numbers in its table."""
        return tuple(found for each in self.variables if each.name for found in text_names(each.name, each.template))

    def set_mutable_state(self, values: Sequence[Any], locals_: int) -> None:
        """Set the mutable locations among the variables to their values.

        Args:
            locals_: the number of variables that are names, which come first.
        """
        for variable, value in zip(self.variables[locals_:], values[locals_:], strict=True):
            assert variable.location is not None
            variable.location.set(value)

    def link_rows(self) -> None:
        """Let the rows of lists that are in buffers in the loop stand for their places, if they have a name."""
        for variable in self.variables:
            owner = None if variable.location is None else variable.location.owner
            if isinstance(owner, Contents) and growing_of(variable.template) is not None and growing_of(owner) is None:
                link_rows(owner, owner.moves)

    def widen(self, after: Sequence[Any], new: Sequence[Variable], found: Sequence[Any]) -> tuple[Carry, bool]:
        """Return a carry that also fits the values after an iteration, and whether to trace the body again.

        Args:
            new: variables that the carry did not have.
            found: their values after the iteration.

        Raises:
            CarryMismatchError: a variable has a value of another type or structure.
        """
        roomier = [self._widen(variable, value) for variable, value in zip(self.variables, after, strict=True)]
        again = bool(new) or any(_differ(old, wide) for old, wide in zip(self.variables, roomier, strict=True))
        added = [self._widen(variable, value) for variable, value in zip(new, found, strict=True)]
        return replace(self, variables=[*roomier, *added]), again

    def refuse_unsettled(self, before: Carry) -> NoReturn:
        """Refuse a state that differs from the one before another iteration, after many traces."""
        pairs = [*zip(before.variables, self.variables, strict=False)]
        changed = [(old, new) for old, new in pairs if _differ(old, new)]
        changed += [(new, new) for new in self.variables[len(pairs) :]]
        parts = [difference(new.name, old.template, new.template) for old, new in changed]
        each = ["`{}` is {}, then {}".format(name, *in_words(a, b)) for name, a, b in parts]
        name, here, there = parts[0] if parts else ("", None, None)
        raise CarryMismatchError(
            "each iteration of this loop gives its variables other types or structures than the one before: "
            + ("; ".join(each) or "those of a loop in it"),
            span=self.span,
            remedy=before_loop(name, here, there) if parts else "a function of its own for the inner loop",
            variable=name,
        )

    def with_floats(self, *, weak: bool) -> Carry:
        """Return a carry of ints as it is after a float is added to each; of Python's floats if `weak`."""
        made = replace(self, promotions=list(self.promotions))
        other = 0.5 if weak else jax.numpy.result_type(float).type(0.5)
        kinds = [made._leaf(each, each.name, each.template, each.leaves[0], other) for each in self.variables]
        variables = [replace(each, leaves=(kind,)) for each, kind in zip(self.variables, kinds, strict=True)]
        return replace(made, variables=variables)

    def without_new_rows(self, before: Carry) -> Carry:
        """Return the carry with those lists of lists restored that a rehearsed loop put into buffers.

        A rehearsed loop has no lengths, so its lists have lost theirs.
        """
        pairs = zip(before.variables, self.variables, strict=False)
        kept = [old if _lost_lengths(old.template, new.template) else new for old, new in pairs]
        found = [new for new in self.variables[len(kept) :] if not holds_rows(new.template)]
        return replace(self, variables=[*kept, *found])

    def resumed(self, learned: Carry, locals_: int, find: Callable[[Location], Location | None]) -> Carry:
        """Return this carry, before a trace of its loop, with the types that an earlier trace of the loop found.

        Args:
            learned: the carry at the end of the earlier trace.
            locals_: the number of its variables that are names, which come first.
            find: returns the present location for one of the earlier trace.

        Returns:
            The wider carry; this one if the two are not of the same loop.
        """
        variables = list(self.variables[:locals_])
        begun = {variable.location.identity: variable for variable in self.variables[locals_:] if variable.location}
        for old in learned.variables[locals_:]:
            location = None if old.location is None else find(old.location)
            if location is None:
                return self
            before = begun.pop(location.identity, None)
            variables.append(before or Variable.of(old.name, location.get(), location))
        if begun or len(variables) != len(learned.variables):
            return self
        found: list[Variable] = []
        promotions: list[Promotion] = []
        for new, old in zip(variables, learned.variables, strict=True):
            wide = _resumed(new, old)
            if wide is None:
                return self
            found.append(wide)
            promotions += _promotions(new, wide, learned.promotions)
        return replace(learned, span=self.span, variables=found, promotions=promotions)

    def _widen(self, variable: Variable, after: Any) -> Variable:
        if is_traced(after) and variable.is_number and variable.leaves == (type_of(after),):
            return variable
        value, _ = split(after)
        if isinstance(value, Undefined):
            return variable if variable.is_undefined else replace(variable, perhaps=True, unsure=True)
        if variable.shared and kind_of(value).is_same(value, variable.template):
            return variable
        kind_of(value).refuse_to_travel(value, variable.name, self.span)
        if variable.shared:
            return variable.by_value()
        unsure = variable.unsure or isinstance(after, Partial)
        if variable.is_undefined:
            perhaps = variable.template.name != ""
            return replace(variable, template=value, leaves=_types(value), perhaps=perhaps, unsure=unsure)
        variable = self._in_order(variable, value)
        variable, value = (variable, value) if grows(variable.template, value) else variable.matching(value)
        variable, value = self._with_capacity(variable, value)
        before, before_tree = leaves_of(variable.template)
        leaves, tree = leaves_of(value)
        if tree != before_tree:
            self._mismatch(variable, value)
        names = leaf_names(variable.name, variable.template)
        joined = [self._leaf(variable, *leaf) for leaf in zip(names, before, variable.leaves, leaves, strict=True)]
        template = variable.template
        if any(frozen_marks(value)):
            template = rebuilt(before_tree, before, template)
            keep_frozen(template, value, is_pattern=True)
        perhaps = variable.perhaps or isinstance(after, Partial)
        return replace(variable, template=template, leaves=tuple(joined), perhaps=perhaps, unsure=unsure)

    def _with_capacity(self, variable: Variable, value: Any) -> tuple[Variable, Any]:
        """Return the variable with capacity for what iterations append, and the value in that capacity."""
        longer = grows(variable.template, value) or outgrown(variable.template, value)
        if not longer and leaves_of(variable.template)[1] == leaves_of(value)[1]:
            return variable, value
        try:
            roomier: tuple[Variable, Any] = abstractly(
                lambda old, new: self._roomier(variable, old, new), put_together(variable.template, value), value
            )
            keep_frozen(roomier[1], value)
            return roomier
        except (ListItemError, ListCapacityError) as error:
            if error.span is None:
                error.span = self.span
            error.variable = user_variable(variable.name)
            raise

    def _roomier(self, variable: Variable, template: Any, value: Any) -> tuple[Variable, Any]:
        wide = widened(template, value, self.iterations)
        if wide is template:
            return variable, value
        return replace(variable, template=wide, leaves=_types(wide)), grown_like(value, wide)

    def _in_order(self, variable: Variable, value: Any) -> Variable:
        """Return the variable in the key order that an iteration leaves, if an iteration certainly runs."""
        before, after = key_orders(variable.template), key_orders(value)
        if self.with_orders or not _is_reordered(before, after):
            return variable
        surely = (self.iterations.exact and (self.iterations.most or 0) > 0) or self._is_unseen(variable)
        template = in_order_of(value, variable.template)
        settles = surely and not variable.is_reordered and key_orders(template) == after
        return replace(variable, template=template) if settles else variable

    def _is_unseen(self, variable: Variable) -> bool:
        """Whether no code after the loop can observe the order of the variable's keys."""
        flat = isinstance(variable.template, dict) and len(key_orders(variable.template)) == 1
        return flat and variable.location is None and is_unseen(self.span, variable.name, items=True)

    def in_first_order(self) -> Carry:
        """Return the carry with all dicts in their first order, and with the orders carried."""
        first = [variable.in_first_order() for variable in self.variables]
        return replace(self, variables=first, with_orders=True)

    def _leaf(self, variable: Variable, name: str, before: Any, kind: LeafType | None, after: Any) -> LeafType | None:
        if kind is None:
            if same_constant(before, after):
                return None
            self._mismatch(variable, after, name, before)
        if not is_dynamic(after):
            self._mismatch(variable, after, name, before)
        joined = join_types(kind, type_of(after))
        if joined is None:
            raise CarryMismatchError(
                f"`{name}` is {kind.spoken} before and {type_of(after).spoken} after one iteration of the loop",
                span=self.span,
                remedy=before_loop(name, before, after),
                variable=name,
            ).settling()
        kind_questions.joined(kind, type_of(after))
        if joined.dtype != kind.dtype:
            self.promotions.append(Promotion(name, str(kind.dtype), str(joined.dtype)))
        return joined

    def _mismatch(self, variable: Variable, after: Any, name: str = "", before: Any = None) -> NoReturn:
        name = name or variable.name
        before = variable.template if before is None and not name.startswith(variable.name + "[") else before
        part, here, there = difference(name, before, after)
        function = recorder.user_frame().owner
        for value in bound_by(function.parsed.node if function is not None else None, name) if after is None else ():
            if (found := change_taken_for_result(value)) is not None:
                why, remedy = f"`{name}` is None after one iteration of the loop: {found[0]}", found[1]
                raise CarryMismatchError(why, span=self.span, remedy=remedy, variable=name)
        why = ""
        if isinstance(here, Record) or isinstance(there, Record) or is_record_like(there):
            why = ": an object travels as its attributes, of the same kinds each time, and nobody else may know it"
        raise CarryMismatchError(
            "`{}` is {} before and {} after one iteration of the loop{}".format(part, *in_words(here, there), why),
            span=self.span,
            remedy=before_loop(part, here, there),
            variable=name,
        )


def is_unseen(loop: Span, name: str, *, items: bool = False) -> bool:
    """Whether no code after a loop of the present function reads a name, but perhaps its `items` by known keys."""
    if (owner := recorder.user_frame().owner) is None:
        return False
    column = len(owner.parsed.source.lines[loop.line - 1][: loop.column].encode())
    return is_unseen_after(owner.parsed.node, (loop.line, column), name, items=items)


def _lost_lengths(old: Any, new: Any) -> bool:
    """Whether lists of lists are in buffers that were not before, or have lost their known lengths."""
    return holds_rows(new) and (not has_buffers(old) or known_lengths(old) > known_lengths(new))


def _resumed(new: Variable, old: Variable) -> Variable | None:
    """Return a variable before its loop with the types an earlier trace found; None if these do not fit."""
    if new.shared and old.shared:
        return new
    if new.shared:
        new = new.by_value()
    if new.is_undefined:
        if not isinstance(old.start, Undefined):
            return None
        return replace(new, template=old.template, leaves=old.leaves, perhaps=old.perhaps, unsure=old.unsure)
    if not old.is_undefined:
        new = new.matching(old.template)[0]
    if has_buffers(old.template) and not old.is_undefined:
        return _resumed_lists(new, old)
    if old.is_undefined or leaves_of(new.template)[1] != leaves_of(old.template)[1]:
        return None
    before = split(old.start)[0]
    started = new.leaves if isinstance(before, Undefined) else _types(before)  # an enclosing loop may have bound it
    rows = zip(leaves_of(new.template)[0], new.leaves, leaves_of(old.template)[0], started, old.leaves, strict=True)
    kinds = [_resumed_leaf(*row) for row in rows] if len(started) == len(old.leaves) else [_UNLIKE]
    if any(kind is _UNLIKE for kind in kinds):
        return None
    return replace(new, leaves=tuple(kinds), perhaps=new.perhaps or old.perhaps, unsure=old.unsure)


def _resumed_lists(new: Variable, old: Variable) -> Variable | None:
    """Return a variable with the capacity an earlier trace found for its lists; None if that does not fit.

    It does not fit if an enclosing loop has found more capacity since: to cut a list would need a check. Nor do rows
    of many lengths: those made of an outer list's rows are longer now, which is no growth in each iteration.
    """
    if any(getattr(each.count, "ndim", 0) for each in buffered(old.template)) or any(
        now.capacity.size > then.capacity.size
        for now, then in zip(buffered(new.template), buffered(old.template), strict=False)
    ):
        return None
    template = restarted(old.template, new.template)
    before = abstractly(grown_like, put_together(new.template, template), template)
    if leaves_of(before)[1] != leaves_of(template)[1]:
        return None
    for kind, learned in zip(_types(before), old.leaves, strict=True):
        joined = join_types(kind, learned) if kind is not None and learned is not None else None
        if (kind is None) != (learned is None) or (
            learned is not None and (joined is None or joined.dtype != learned.dtype)
        ):
            return None
    perhaps = new.perhaps or old.perhaps
    return replace(new, template=template, leaves=old.leaves, perhaps=perhaps, unsure=old.unsure)


_UNLIKE: Any = object()


def _resumed_leaf(
    value: Any, kind: LeafType | None, old: Any, started: LeafType | None, learned: LeafType | None
) -> Any:
    """Return the wider type of a leaf; `_UNLIKE` if it has changed or become narrower."""
    if kind is None or started is None or learned is None:
        return kind if kind is started is learned is None and same_constant(old, value) else _UNLIKE
    grown, joined = join_types(started, kind), join_types(kind, learned)
    if grown is None or joined is None or grown.dtype != kind.dtype:
        return _UNLIKE
    return joined


def _promotions(start: Variable, wide: Variable, learned: Sequence[Promotion]) -> list[Promotion]:
    """Return the promotions from a variable's types before the loop to its types in it."""
    names = leaf_names(wide.name, wide.template)
    if start.shared or len(start.leaves) != len(wide.leaves):
        return []
    if start.is_undefined:
        return [promotion for promotion in learned if promotion.variable in names]
    return [
        Promotion(name, str(before.dtype), str(after.dtype))
        for name, before, after in zip(names, start.leaves, wide.leaves, strict=True)
        if before is not None and after is not None and before.dtype != after.dtype
    ]


def after_values(
    carry: Carry, locals_: Sequence[Any], writes: dict[tuple[int, Any], tuple[Location, Any]]
) -> list[Any]:
    """Return the values of all variables after the body: the returned locals, then those of mutable state."""
    values = list(locals_)
    for variable in carry.variables[len(locals_) :]:
        assert variable.location is not None
        write = writes.get(variable.location.identity)
        values.append(write[1] if write is not None else variable.start)
    return values


def travelling_leaves(carry: Carry, after: Sequence[Any]) -> list[Any]:
    """Return the leaves that an iteration passes to the next, in the order of `Carry.types`."""
    found: list[Any] = []
    for variable, value in zip(carry.variables, after, strict=True):
        if variable.is_undefined or variable.shared:
            continue
        inner, exists = split(value)
        if isinstance(inner, Undefined):
            inner = placeholder(variable.template)
        pairs = zip(leaves_of(inner)[0], variable.leaves, strict=True)
        found += [leaf for leaf, kind in pairs if kind is not None]
        found += [exists] if variable.perhaps else []
    return found


def _is_reordered(before: list[list[Any]], after: list[list[Any]]) -> bool:
    """Whether the same dicts have another key order."""
    return before != after and list(map(set, before)) == list(map(set, after))


def _types(value: Any) -> tuple[LeafType | None, ...]:
    return tuple(type_of(leaf) if is_dynamic(leaf) else None for leaf in leaves_of(value)[0])


def _differ(old: Variable, new: Variable) -> bool:
    """Whether the body must be traced again; a change of `weak` alone does not count."""
    if old is new:
        return False
    before = [(kind.shape, kind.dtype, kind.varying) for kind in old.types()]
    return (
        before != [(kind.shape, kind.dtype, kind.varying) for kind in new.types()]
        or old.is_undefined != new.is_undefined
        or old.shared != new.shared
        or (old.template is not new.template and _hold_others(old, new))
    )


def _hold_others(old: Variable, new: Variable) -> bool:
    """Whether two variables differ in something that their leaf types do not show."""
    return (
        [growing.capacity.checked for growing in buffered(old.template)]
        != [growing.capacity.checked for growing in buffered(new.template)]
        or frozen_marks(old.template) != frozen_marks(new.template)
        or texts_in(old.template) != texts_in(new.template)
        or alternatives(old.template) != alternatives(new.template)
        or key_orders(old.template) != key_orders(new.template)
    )
