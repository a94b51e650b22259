"""Represent names that are unbound, on all paths or on some."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Mapping
from typing import Any, NoReturn

from nbgraph.core.errors import StagingError
from nbgraph.core.staging.values.kinds import Kind, register


class UndefinedNameError(StagingError, UnboundLocalError):
    """A name is read that has no value on the path taken. This is also Python's own `UnboundLocalError`."""

    id = "undefined-name"


class PerhapsUndefinedError(UndefinedNameError):
    """A name is read that some paths have bound: whether Python would raise is only known at run time."""


def assigned_alike(function: ast.AST | None, name: str) -> ast.Name | None:
    """Find an assignment to a name spelled like `name` and never read, a likely typing error; None if there is none."""
    names = [node for node in ast.walk(function or ast.Pass()) if isinstance(node, ast.Name)]
    read = {node.id for node in names if isinstance(node.ctx, ast.Load)}
    unread = {node.id: node for node in names if node.id not in read and node.id != name}
    close = difflib.get_close_matches(name, list(unread), 1, cutoff=0.75)
    return unread[close[0]] if close else None


class Undefined:
    """The value of an unbound name; every operation on it raises an error that names the variable."""

    __slots__ = ("name", "reason")

    def __init__(self, name: str, reason: str = "") -> None:
        self.name = name  # the user's variable; "" for names that generated code made up and never reads too early
        self.reason = reason  # where it stayed unbound, as a clause

    def __repr__(self) -> str:
        return f"<undefined {self.name}>" if self.name else "<not set yet>"

    def fail(self, *_: Any, **__: Any) -> NoReturn:
        """Raise the error for a read of this name; every operator of the class is this method."""
        because = f": {self.reason}" if self.reason else ""
        raise UndefinedNameError(
            f"`{self.name}` is read but has no value{because}",
            remedy=f"`{self.name} = ...` before this line, on every path that leads here",
            variable=self.name,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Undefined) and other.name == self.name

    def __hash__(self) -> int:
        return hash((Undefined, self.name))


class Partial:
    """A value that exists on some paths only."""

    __slots__ = ("exists", "name", "reason", "value")

    def __init__(self, name: str, value: Any, exists: Any, reason: str) -> None:
        self.name = name  # the user's variable
        self.value = value  # the value; zeros of the same shape and dtype where there is none
        self.exists = exists  # traced bool scalar, true where the name is bound
        self.reason = reason  # where it stays unbound, as a clause

    def holding(self, value: Any) -> Partial:
        """Return another value that is bound on the same paths; this object if the value is the same."""
        return self if value is self.value else Partial(self.name, value, self.exists, self.reason)

    def __repr__(self) -> str:
        return f"<{self.name} on some paths>"

    def fail(self, *_: Any, **__: Any) -> NoReturn:
        """Raise the error for a read of this name; every operator of the class is this method."""
        raise PerhapsUndefinedError(
            f"`{self.name}` has a value on some paths only: {self.reason}",
            remedy=f"`{self.name} = ...` before, so that it has a value on every path",
            variable=self.name,
        )


def _forbid(kind: type[Undefined] | type[Partial]) -> None:
    operations = (
        "add radd sub rsub mul rmul truediv rtruediv floordiv rfloordiv mod rmod pow rpow matmul rmatmul and rand or"
        " ror xor rxor lshift rlshift rshift rrshift iadd isub imul itruediv ifloordiv imod ipow neg pos abs invert"
        " lt le gt ge bool int float complex index len iter next getitem setitem contains call enter exit round"
        " format jax_array array"
    )
    for operation in operations.split():
        setattr(kind, f"__{operation}__", kind.fail)


_forbid(Undefined)
_forbid(Partial)


class _Nothing(Kind):
    def described(self, value: Any) -> str:
        return "undefined"


class _Perhaps(Kind):
    by_value = True

    def parts(self, value: Partial) -> Mapping[Any, Any]:
        return {"": value.value}

    def remade(self, value: Partial, parts: Mapping[Any, Any]) -> Any:
        return value.holding(parts[""])


register(Undefined, _Nothing())
register(Partial, _Perhaps())


def bare(value: Any) -> Any:
    """Return the value of a name; for one bound on some paths only, its value there."""
    return value.value if isinstance(value, Partial) else value


def holding(like: Any, value: Any) -> Any:
    """Return a value that is bound on the same paths as `like`."""
    return like.holding(value) if isinstance(like, Partial) else value


def split(value: Any) -> tuple[Any, Any]:
    """Return the value of a name and whether it is bound: True, False or a traced bool."""
    if isinstance(value, Partial):
        return value.value, value.exists
    return value, not isinstance(value, Undefined)


def is_unbound(value: Any) -> bool:
    """Whether a name is unbound on all paths or on some."""
    return isinstance(value, Undefined | Partial)
