"""Merge a name's values after a branch: to the same value, a promoted one, or an error that names both."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn

from nbgraph.core.decisions import Promotion
from nbgraph.core.errors import StagingError
from nbgraph.core.functionalise.sites import own_word, quoted, spoken_name, user_variable
from nbgraph.core.records import dataclass, field
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span
from nbgraph.core.staging.aliasing.copies import note_copied_again, refuse_untraced
from nbgraph.core.staging.aliasing.references import has_other_names
from nbgraph.core.staging.lists.choices import functions_joined
from nbgraph.core.staging.state.described import difference, in_words
from nbgraph.core.staging.state.instead import instead
from nbgraph.core.staging.state.records import Read, items_joined, matched
from nbgraph.core.staging.trace import kind_questions
from nbgraph.core.staging.values.kinds import closed, is_container
from nbgraph.core.staging.values.undefined import Partial, Undefined, bare, is_unbound, split
from nbgraph.core.staging.values.values import (
    LeafType,
    is_dynamic,
    join_types,
    key_orders,
    leaf_names,
    leaves_of,
    rebuilt,
    same_constant,
    type_of,
    zeros,
)

UNNAMED = "the value"  # the name of a conditional expression in messages


class BranchMismatchError(StagingError):
    """A name has a different structure after each branch of a traced `if`; a different dtype alone is fine.

    Examples: a list in one branch and a number in the other, a function, an object, another shape.
    """

    id = "branch-mismatch"


@dataclass(frozen=True)
class Pair:
    """A leaf that differs between the branches and is selected at run time."""

    name: str  # the user's expression; "" for a generated name
    true: Any  # the leaf where the predicate is true
    false: Any  # the leaf where it is false
    type: LeafType  # the type to which both are converted


@dataclass
class Merge:
    """Merge the values of the two branches, variable by variable."""

    span: Span  # the `if` in the user's source
    test: str  # the source of the predicate; "" if it has none
    holds: Callable[[Any], bool]  # whether an object existed before the branches ran
    reads: tuple[Read, Read]  # read an object's attributes as they are after each branch
    pairs: list[Pair] = field(default_factory=list)  # the leaves to select, in order; filled by `variable`
    # dtypes widened so that both branches agree; filled by `variable`
    promotions: list[Promotion] = field(default_factory=list)

    @property
    def _asked(self) -> str:
        return f"`{self.test}`" if self.test else "the condition"

    def variable(self, name: str, true: Any, false: Any, owner: Any = None) -> Callable[[list[Any]], Any]:
        """Return a function that builds a variable's value from the selected leaves.

        Args:
            true: its value where the predicate is true.
            owner: the object that holds it; None for a variable.

        Raises:
            BranchMismatchError: no single value can represent both.
        """
        if is_unbound(true) or is_unbound(false):
            return self._perhaps(name, true, false, owner)
        if true is false:
            return lambda _: true
        aliased = partial(has_other_names, name=self._variable(name)) if owner is None else None
        true, false = matched(true, false, owner, self._is_shared_container, aliased, self.reads)
        true, false = items_joined(true, false, self._is_shared_container)
        true, false = functions_joined(true, false, self.holds)
        true_leaves, true_tree = leaves_of(true, self._is_shared_container)
        false_leaves, false_tree = leaves_of(false, self._is_shared_container)
        if true_tree != false_tree:
            known = self._is_shared_container(true) or self._is_shared_container(false)
            self._mismatch(name, true, false, _WHICH if known and type(true) is type(false) else "")
        names = leaf_names(name, true, self._is_shared_container)
        parts = [self._leaf(*leaf) for leaf in zip(names, true_leaves, false_leaves, strict=True)]
        if key_orders(true) != key_orders(false):
            self._mismatch(name, true, false, "their keys are in different orders")

        def build(chosen: list[Any]) -> Any:
            made = closed(rebuilt(true_tree, [part(chosen) for part in parts], true))
            for side in (true, false):
                note_copied_again(side, made)
            return made

        return build

    def _is_shared_container(self, value: Any) -> bool:
        return is_container(value) and self.holds(value)

    def _leaf(self, name: str, true: Any, false: Any) -> Callable[[list[Any]], Any]:
        if same_constant(true, false):
            return lambda _: true
        if self._is_shared_container(true) or self._is_shared_container(false):
            self._mismatch(name, true, false, _WHICH)
        if not (is_dynamic(true) and is_dynamic(false)):
            self._mismatch(name, true, false)
        return self._select(name, true, false)

    def _select(self, name: str, true: Any, false: Any) -> Callable[[list[Any]], Any]:
        refuse_untraced(true)  # the other side may have changed it under one of several names
        refuse_untraced(false)
        true_type, false_type = type_of(true), type_of(false)
        joined = join_types(true_type, false_type)
        if joined is None:
            raise BranchMismatchError(
                f"{quoted(self._spoken(name))} is {true_type.spoken} where {self._asked} is true"
                f" and {false_type.spoken} where it is false",
                span=self.span,
                remedy=instead(self._spoken(name), true, false),
                variable=user_variable(name),
            )
        kind_questions.joined(true_type, false_type)
        for kind in (true_type, false_type):
            if kind.dtype != joined.dtype:
                self.promotions.append(Promotion(name, str(kind.dtype), str(joined.dtype)))
        index = len(self.pairs)
        self.pairs.append(Pair(name, true, false, joined))
        return lambda chosen: chosen[index]

    def _perhaps(self, name: str, true: Any, false: Any, owner: Any) -> Callable[[list[Any]], Any]:
        """Merge a variable that at least one branch leaves unbound."""
        if isinstance(true, Undefined) and isinstance(false, Undefined):
            return lambda _: true if true.reason else false
        made_up = any(isinstance(side, Undefined) and not side.name for side in (true, false))
        true_value, true_exists = _value_and_flag(true, false, self._is_shared_container)
        false_value, false_exists = _value_and_flag(false, true, self._is_shared_container)
        value = self.variable(name, true_value, false_value, owner)
        if made_up:
            return value
        exists = self.variable("", true_exists, false_exists)
        reason = self._reason(true, false)
        return lambda chosen: _partial(name, value(chosen), exists(chosen), reason)

    def _reason(self, true: Any, false: Any) -> str:
        for side in (true, false):
            if isinstance(side, Partial):
                return side.reason
        side = "true" if isinstance(true, Undefined) else "false"
        return f"it gets none where {self._asked} (line {self.span.line}) is {side}"

    def _variable(self, name: str) -> str | None:
        """Return the name of the variable that gets the value; None for a function's result."""
        return None if own_word(name) or self._before(name).lstrip().startswith("return") else self._spoken(name)

    def _before(self, name: str) -> str:
        """Return what stands before a conditional expression in its line; "" for a variable."""
        source = SourceText.of_file(self.span.file) if name.startswith(UNNAMED) else None
        return source.lines[self.span.line - 1][: self.span.column] if source is not None else ""

    def _spoken(self, name: str) -> str:
        """Return a variable's name for a message; for a conditional expression the name that it is assigned to."""
        bound = re.match(r"\s*(\w+)\s*=\s*\(*$", self._before(name))
        return bound[1] + name.removeprefix(UNNAMED) if bound else spoken_name(name)

    def _mismatch(self, name: str, true: Any, false: Any, why: str = "") -> NoReturn:
        part, here, there = difference(self._spoken(name), true, false)
        if not why and part == self._spoken(name) and len(set(in_words(here, there))) == 1:
            why = _WHICH
        if self.test.startswith("except ") and isinstance(here, BaseException) and isinstance(there, BaseException):
            raise BranchMismatchError(
                "the exception that this `except` reads is one of several, and which is known at run time only",
                span=self.span,
                remedy=f"`{self.test}:` without `as`, and a message of its own, or the numbers it is made of",
            )
        ours, theirs = in_words(here, there)
        raise BranchMismatchError(
            f"{quoted(part)} is {ours} where {self._asked} is true and {theirs} where it is false"
            + (f": {why}" if why else ""),
            span=self.span,
            remedy=instead(part, here, there),
            variable=user_variable(name),
        )


_WHICH = "which of the two objects it is would only be known at run time"


def _partial(name: str, value: Any, exists: Any, reason: str) -> Any:
    if exists is True:
        return value
    return Partial(name, value, exists, reason)


def _value_and_flag(side: Any, other: Any, shared: Callable[[Any], bool]) -> tuple[Any, Any]:
    return (placeholder(bare(other), shared), False) if isinstance(side, Undefined) else split(side)


def placeholder(value: Any, whole: Callable[[Any], bool] | None = None) -> Any:
    """Return a value of the same structure with zeros, which no code reads; containers for `whole` stay."""
    leaves, tree = leaves_of(value, whole)
    blank = [zeros(type_of(leaf)) if is_dynamic(leaf) else leaf for leaf in leaves]
    return rebuilt(tree, blank, value)
