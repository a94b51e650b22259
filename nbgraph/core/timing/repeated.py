"""One call made many times, with nothing between the calls but a loop: as timeit writes it down."""

from __future__ import annotations

import functools
import keyword
from collections.abc import Callable
from itertools import repeat
from typing import Any

from nbgraph.core.timing.clock import Clock
from nbgraph.core.timing.wait import wait


def repeated(call: Callable[[], Any], loops: int, clock: Clock, *, pending: bool = True) -> int:
    """Make a call some times; the nanoseconds that all of them took.

    The function is called in a loop compiled for its number of arguments. Calling `call` itself, a `partial`, takes
    longer than a small function does.

    Args:
        call: the call, best a `functools.partial`.
        loops: how many times to make it.
        clock: gives nanoseconds.
        pending: whether to wait for each result.

    >>> found = []
    >>> _ = repeated(functools.partial(found.append, 3), 2, lambda: 0)
    >>> found
    [3, 3]
    """
    function: Callable[..., Any] = call
    arguments: tuple[Any, ...] = ()
    keywords: dict[str, Any] = {}
    if isinstance(call, functools.partial):
        function, arguments, keywords = call.func, call.args, call.keywords
    if any(keyword.iskeyword(name) or not name.isidentifier() for name in keywords):
        function, arguments, keywords = call, (), {}
    loop = _loop(len(arguments), tuple(keywords), pending)
    taken: int = loop(repeat(None, loops), clock, wait, function, *arguments, *keywords.values())
    return taken


@functools.lru_cache(maxsize=64)
def _loop(count: int, keywords: tuple[str, ...], pending: bool) -> Callable[..., int]:
    """
    >>> _loop(1, ("k",), False)(repeat(None, 3), lambda: 0, None, lambda x, k: x + k, 1, 2)
    0
    """
    values = [f"v{number}" for number in range(count + len(keywords))]
    named = [f"{name}={value}" for name, value in zip(keywords, values[count:], strict=True)]
    call = f"function({', '.join([*values[:count], *named])})"
    text = f"""def loop({", ".join(["loops", "clock", "wait", "function", *values])}):
    start = clock()
    for _ in loops:
        {f"wait({call})" if pending else call}
    return clock() - start
"""
    made: dict[str, Any] = {}
    exec(compile(text, __file__, "exec"), {}, made)
    loop: Callable[..., int] = made["loop"]
    return loop
