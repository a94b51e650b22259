"""Where the code that is being made stands: which lists are arrays there, what the messages of its checks hold."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Any

from nbgraph.core.spans import Span

ROOM = "room"  # the parameter that says how many items a list may have


@dataclass
class Lists:
    """Where the code that is being made stands, as far as lists are concerned.

    Attributes:
        active: the lists that are arrays there, by name.
        staged: how many staged blocks there are around.
        local: how many functions inside the function.
        function: the innermost of these that makes room for its own lists; None outside of all.
        trips: how many rounds the loop has that is made now, where the number says how long its lists can get.
        goes_back: whether a list of the caller's has got its items back there already.
        inner: how many there are around this one, with itself.
        given: parameters that are bound anew, whose first values another call with more room needs.
        has_room: whether the function has a parameter for the room.
        rows: how much that is at first.
        cut: names of lists that are Python's again, cut to a length that only the run knows.
        grown: by name of such a list, how many rows it had at first where these were a guess.
        arrays: names made up here for arrays of all items that a loop runs over.
        guessed: lists inside a staged block that may get too long for their arrays, which nothing outside asks about.
        methods: names that stand for a method of a list.
        is_main: whether this is the function that the user calls, and nothing that it calls.
        keeps: whether lists stay arrays behind the block, which lets JAX compile what only asks for their items.
        kept: names of lists that have stayed arrays.
    """

    active: dict[str, Any] = field(default_factory=dict)
    staged: int = 0
    local: int = 0
    function: ast.FunctionDef | None = None
    inner: int = 0
    trips: ast.expr | None = None
    goes_back: bool = False
    given: list[str] = field(default_factory=list)
    has_room: bool = False
    rows: int = 0
    cut: list[str] = field(default_factory=list)
    grown: dict[str, int] = field(default_factory=dict)
    arrays: list[str] = field(default_factory=list)
    guessed: set[str] = field(default_factory=set)
    methods: dict[str, ast.Attribute] = field(default_factory=dict)
    is_main: bool = False
    keeps: bool = False
    kept: set[str] = field(default_factory=set)


@dataclass
class Detail:
    """The run-time values in the message of a check inside a staged block.

    Attributes:
        span: where the check is.
        name: the variable that they travel in, as a list; "" where they do not.
        count: how many there are.
    """

    span: Span
    name: str = ""
    count: int = 0
