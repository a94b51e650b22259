"""Describe the location of a staging call: the user's names and the construct."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection
from typing import Any

from nbgraph.core.one_line import on_one_line
from nbgraph.core.records import dataclass
from nbgraph.core.source import syntax
from nbgraph.core.source.text import SourceText

_CALLS = syntax.kinds(ast.Call)
TESTS = syntax.kinds(ast.If, ast.IfExp, ast.While)
Place = tuple[int, int, int, int]  # line, end line, and their columns in UTF-8 bytes, in the order of `co_positions`


@dataclass(frozen=True, slots=True)
class Site:
    """One staging call in generated code."""

    construct: str  # the user's construct: "if", "elif", "while", "for", "guard"
    operands: tuple[str, ...] = ()  # the user's names passed in, in order
    outputs: tuple[str, ...] = ()  # the user's names bound to the result, in order
    test: str = ""  # the predicate as the user wrote it
    generated: frozenset[str] = frozenset()  # those of the names that nbgraph made up
    target: Place | None = None  # the position of a `for`'s target, as `place_of` returns it; else None
    turned: bool = False  # whether an `if` tests the opposite of the user's test
    leaves: bool = False  # whether an `if` is the whole body of a loop, which ends where the test holds
    flags: bool = False  # whether an `if` does nothing but set a flag that nbgraph made up
    asked: tuple[
        int, ...
    ] = ()  # the lines of each `if` with a `break` or `return` that a `while` asks with its own test
    # for each block, of an `if` first where the test holds: the names that its `return` binds, and in which line
    returned: tuple[tuple[tuple[str, int], ...], ...] = ()
    # for each test of an `if`, `... if ...`, `while`, `and` and `or` in a loop, how many loops are around it, it first
    tests: tuple[int, ...] = ()
    nests: bool = False  # of a loop, whether there is another in it
    appends: bool = False  # of a `for`, whether it appends to a list that stays Python's own
    rebound: frozenset[str] = frozenset()  # of a loop, the names that each whole iteration binds by `name = ...`


_FLAGS = {
    "did_return": "the function goes on",
    "did_break": "the loop goes on",
    "did_continue": "the iteration goes on",
    "did_raise": "no error is raised",
}
JUMPS = {meaning: flag.removeprefix("did_") for flag, meaning in _FLAGS.items()}
"""Which statement was not reached, by what that means."""


def spoken_test(test: ast.expr, generated: Collection[str], source: SourceText | None) -> str:
    """Return a condition as the user wrote it; for a flag that nbgraph made up, its meaning.

    >>> spoken_test(ast.parse("ng.not_(did_return)", mode="eval").body, {"did_return"}, None)
    'the function goes on'
    """
    flags = [n.id for n in syntax.walk(test) if isinstance(n, ast.Name) and n.id in generated]
    for flag in flags:
        for made_up, meaning in _FLAGS.items():
            if flag.startswith(made_up) and not (made_up == "did_raise" and isinstance(test, ast.Name)):
                return meaning
    if source is None or test.lineno > len(source.lines):
        return ast.unparse(test)
    is_pattern = source.lines[test.lineno - 1][: test.col_offset].strip() == "case"
    text = "case " * is_pattern + on_one_line(source.segment(source.node_span(test)))
    return text if len(text) <= 80 else text[:77] + "..."


def condition_text(test: str) -> str:
    """Return a condition for a message: the user's as code.

    >>> condition_text("x > 0"), condition_text("the loop goes on"), condition_text("")
    ('`x > 0`', 'whether the loop goes on', 'whether this raises')
    """
    return f"whether {test or 'this raises'}" if test in ("", *JUMPS) else f"`{test}`"


def ternaries(
    tree: ast.AST, known: Collection[tuple[str, Place]], generated: Collection[str], source: SourceText | None
) -> dict[tuple[str, Place], Site]:
    """Return the sites of the conditional expressions in a converted function.

    >>> call = ast.parse("y = ng.if_(a > b, lambda: a, lambda: b)")
    >>> [(site.construct, site.test) for site in ternaries(call, (), (), None).values()]
    [('ternary', 'a > b')]
    """
    found: dict[tuple[str, Place], Site] = {}
    for node in syntax.walk(tree, _CALLS):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="ng"), attr="if_"), args=[test, *_]):
                key = ("if_", place_of(node))
                if key not in known:
                    found[key] = Site("ternary", test=spoken_test(test, generated, source))
    return found


def spoken_name(name: str) -> str:
    """Return a variable's name for a message; a `return`'s value has no name in the user's code.

    >>> spoken_name("x"), spoken_name("return_value"), spoken_name("return_value[0]")
    ('x', 'the returned value', 'the returned value[0]')
    """
    name = re.sub(r"^listed(_\d+)?(?=$|[\[.])", "the comprehension's list", name)
    return re.sub(r"^return_value(_\d+)?(?=$|[\[.])", "the returned value", name)


def own_word(name: str) -> str:
    """Return a phrase for a value without a name in the user's code; "" for a variable.

    >>> own_word("x"), own_word("return_value[0]")
    ('', 'returned value[0]')
    """
    return "" if spoken_name(name) == name else spoken_name(name).removeprefix("the ")


def made_up_word(name: str) -> str:
    """Return a label for a value with a made-up name, such as the sum so far; "" for a variable.

    >>> made_up_word("total_1"), made_up_word("return_value[0]"), made_up_word("totals")
    ('sum(…)', 'returned value[0]', '')
    """
    stem = re.sub(r"_\d+$", "", name)
    return own_word(name) or _MADE_UP.get(stem, stem if stem in _PARTS else "")


_MADE_UP = {"total": "sum(…)", "count": "len(…)", "found": "any(…)", "failed": "not all(…)", "next_item": "next(…)"}
_PARTS = frozenset(("value", "operand", "middle", "left", "item", "part", "subject", "matched", "index", "handler"))


def quoted(name: str) -> str:
    """Return a name as code; a phrase for a value without a name is unchanged.

    >>> quoted("x[0]"), quoted("the result")
    ('`x[0]`', 'the result')
    """
    return name if name.startswith("the ") else f"`{name}`"


def user_variable(name: str) -> str | None:
    """Return a variable's name if the user knows it; None for others, such as a `return`'s value.

    >>> user_variable("x[0]"), user_variable("return_value"), user_variable("the value")
    ('x[0]', None, None)
    """
    return name if spoken_name(name) == name and not name.startswith("the ") else None


def place_of(node: ast.AST) -> Place:
    """Return a node's position as Python reports it for the instruction compiled from it.

    >>> place_of(ast.parse("a = b").body[0].value)
    (1, 1, 4, 5)
    """
    placed: Any = node  # the node classes that carry positions have no base of their own
    return placed.lineno, placed.end_lineno, placed.col_offset, placed.end_col_offset
