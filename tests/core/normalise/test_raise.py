"""`raise` inside a `try` before and after: a flag, and the handler's body behind the block."""

from __future__ import annotations

import ast
import builtins

import pytest

from nbgraph.core.normalise.statements.raise_ import lower_raise
from nbgraph.core.normalise.statements.statements import normalise_body
from nbgraph.core.normalise.trees.naming import Namer, identifiers
from nbgraph.core.source.environment import Environment
from tests.core.normalise.shown import text

CASES = {
    "two handlers: a number says which": (
        """
try:
    if p:
        raise KeyError
    if q:
        raise OSError
    a = 1
except KeyError:
    b = 1
except OSError:
    b = 2
else:
    b = 3
finally:
    c = 4
""",
        """
did_raise = False
handler = 0
try:
    if p:
        did_raise = True
    elif q:
        did_raise = True
        handler = 1
    else:
        a = 1
except KeyError:
    a = ng.at_raise('a')
    b = 1
except OSError:
    a = ng.at_raise('a')
    b = 2
else:
    if did_raise:
        if handler == 0:
            b = 1
        else:
            b = 2
    else:
        b = 3
finally:
    c = 4
""",
    ),
    "arguments are evaluated, the exception is made where a handler reads it": (
        """
try:
    if p:
        raise KeyError(f(x))
    if q:
        raise OSError("v", 2)
except KeyError:
    b = 1
except OSError as error:
    b = error.args
""",
        """
did_raise = False
handler = 0
try:
    if p:
        KeyError(f(x))
        did_raise = True
    elif q:
        did_raise = True
        handler = 1
except KeyError:
    b = 1
except OSError as error:
    b = error.args
else:
    if did_raise:
        if handler == 0:
            b = 1
        else:
            error_1 = OSError('v', 2)
            b = error_1.args
""",
    ),
    "out of a loop": (
        """
try:
    for i in v:
        if p:
            raise KeyError
    a = 1
except KeyError:
    b = 1
""",
        """
did_raise = False
try:
    for i in early(v, not did_raise):
        if p:
            did_raise = True
    if not did_raise:
        a = 1
except KeyError:
    a = ng.at_raise('a')
    i = ng.at_raise('i')
    b = 1
else:
    if did_raise:
        b = 1
""",
    ),
    "an assert": (
        """
try:
    assert p, "no"
    a = 1
except AssertionError:
    b = 1
""",
        """
did_raise = False
try:
    if not p:
        did_raise = True
    else:
        a = 1
except AssertionError:
    a = ng.at_raise('a')
    b = 1
else:
    if did_raise:
        b = 1
""",
    ),
}

LEFT_ALONE = {
    "nothing decides about it": "try:\n    raise KeyError\nexcept KeyError:\n    a = 1",
    "no handler catches it": "try:\n    if p:\n        raise KeyError\nexcept ValueError:\n    a = 1",
    "a handler of the user's": "try:\n    if p:\n        raise KeyError\nexcept kinds:\n    a = 1",
    "raised again": "try:\n    if p:\n        raise KeyError\nexcept KeyError:\n    raise",
    "asked for": "try:\n    if p:\n        raise KeyError\nexcept KeyError:\n    a = sys.exc_info()",
    "a variable": "try:\n    if p:\n        raise error\nexcept KeyError:\n    a = 1",
    "a cause": "try:\n    if p:\n        raise KeyError from error\nexcept KeyError:\n    a = 1",
    "made of run-time values": "try:\n    if p:\n        raise KeyError(x)\nexcept KeyError as e:\n    a = e.args",
    "its traceback is read": "try:\n    if p:\n        raise KeyError\nexcept KeyError as e:\n    a = e.__traceback__",
    "its name is used elsewhere": "e = 1\ntry:\n    if p:\n        raise KeyError\nexcept KeyError as e:\n    a = 1",
    "it cannot be made": (
        "try:\n    if p:\n        raise UnicodeDecodeError('a')\nexcept UnicodeDecodeError as e:\n    a = e.args"
    ),
    "a manager is told of it": (
        "try:\n    with m:\n        if p:\n            raise KeyError\nexcept KeyError:\n    a = 1"
    ),
    "an inner finally swallows it": (
        "def f():\n    pass\nwhile q:\n    try:\n        try:\n            if p:\n                raise KeyError\n"
        "        finally:\n            break\n    except KeyError:\n        a = 1"
    ),
    "a function's own": (
        "try:\n\n    def f():\n        if p:\n            raise KeyError\n    f()\nexcept KeyError:\n    a = 1"
    ),
}


BUILTINS = Environment(vars(builtins))


@pytest.mark.parametrize(("before", "after"), CASES.values(), ids=CASES.keys())
def test_raise(before: str, after: str) -> None:
    tree = ast.parse(before)
    assert text(normalise_body(tree.body, tree.body[-1], Namer(identifiers(tree)), BUILTINS)) == after.strip()


@pytest.mark.parametrize("code", LEFT_ALONE.values(), ids=LEFT_ALONE.keys())
def test_what_is_only_known_at_run_time_is_left_alone(code: str) -> None:
    tree = ast.parse(code)
    lowered = text(lower_raise(tree.body, BUILTINS, Namer(identifiers(tree))))
    assert lowered == "\n".join(line for line in code.splitlines() if line)


def test_a_class_that_the_function_binds_itself_is_not_known() -> None:
    code = "try:\n    if p:\n        raise KeyError\nexcept KeyError:\n    a = 1"
    tree = ast.parse(code)
    inside = BUILTINS.within(frozenset({"KeyError"}))
    assert text(lower_raise(tree.body, inside, Namer(()))) == code
