"""`continue`: the rest of the body moves under the other branch."""

from __future__ import annotations

import ast
from collections.abc import Callable

from nbgraph.core.normalise.jumps import Jump, pass_at
from nbgraph.core.normalise.template import quote


def lower_continue(loop, name: Callable[[str], str]):
    """The loop without its `continue`s.

    ```
    for i in v:              for i in v:
        if i < 0: continue       if not i < 0:
        s = s + i                    s = s + i
    ```
    """
    jump = Jump(lambda s: isinstance(s, ast.Continue), lambda s: [], flag="")
    lowered = jump.lower(loop.body)
    if not lowered.may:
        return loop.body
    if jump.flag_tested:
        flag = name("did_continue")
        jump = Jump(
            lambda s: isinstance(s, ast.Continue),
            lambda s: quote("flag = True", s, flag=flag),
            flag,
        )
        lowered = jump.lower(loop.body)
        return [*quote("flag = False", loop.body[0], flag=flag), *lowered.block]
    return lowered.block or [pass_at(loop)]
