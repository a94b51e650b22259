"""Lower `continue`: the rest of the body moves under the other branch."""

from __future__ import annotations

import ast
from collections.abc import Callable

from nbgraph.core.normalise.statements.jumps import Jump, Loop, pass_at
from nbgraph.core.normalise.trees.template import quote


def lower_continue(loop: Loop, name: Callable[[str], str]) -> list[ast.stmt]:
    """Return a loop's body without its `continue`s.

    >>> from nbgraph.core.normalise.trees.example import example, show
    >>> from nbgraph.core.normalise.trees.naming import Namer
    >>> loop = example('''
    ... for i in v:
    ...     if i < 0:
    ...         continue
    ...     s = s + i
    ... ''')
    >>> show(lower_continue(loop, Namer(())))
    if not i < 0:
        s = s + i

    Args:
        loop: the loop, the blocks inside it in normal form.
        name: fresh names, for a flag where the rest of the body cannot move under the other branch.
    """
    jump = Jump(lambda s: isinstance(s, ast.Continue), lambda s: [], flag="")
    lowered = jump.lower(loop.body)
    if not lowered.may:
        return loop.body
    if jump.flag_tested:
        flag = name("did_continue")
        jump = Jump(lambda s: isinstance(s, ast.Continue), lambda s: quote("flag = True", s, flag=flag), flag)
        lowered = jump.lower(loop.body)
        return [*quote("flag = False", loop.body[0], flag=flag), *lowered.block]
    return lowered.block or [pass_at(loop)]
