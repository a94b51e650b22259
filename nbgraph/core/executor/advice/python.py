"""What an error of Python's is about, with the values that led to it, and what to write instead where that is known."""

from __future__ import annotations

import re
from collections.abc import Callable

from nbgraph.core.executor.advice.calls import missing, surplus
from nbgraph.core.executor.advice.ending import exit_of_python, recursion
from nbgraph.core.executor.advice.items import (
    changed_meanwhile,
    divisor,
    empty_choice,
    empty_pop,
    index,
    key,
    not_in_list,
    unpacked,
)
from nbgraph.core.executor.advice.kinds import (
    called,
    domain,
    float_count,
    float_index,
    format_code,
    joined,
    mixed,
    no_length,
    not_a_number,
    not_iterable,
    one_number,
    several_indices,
    several_truths,
    unchangeable,
    unhashable,
)
from nbgraph.core.executor.advice.model import Advice
from nbgraph.core.executor.advice.names import attribute, name, unbound
from nbgraph.core.executor.advice.nothing import none
from nbgraph.core.executor.advice.scene import Scene


def advice_on(error: BaseException, scene: Scene | None) -> Advice:
    """What can be said of an error that Python itself raised at a place.

    Args:
        error: the error, or one that Python would raise there.
        scene: the place; None where it is not in the user's source.
    """
    text = str(error)
    for kind, words, ask in _TABLE:
        is_kind = isinstance(error, kind) or type(error).__name__ == kind.__name__  # what stands for a `SystemExit`
        if scene is not None and is_kind and (found := re.search(words, text)):
            try:
                advice = ask(scene, found)
            except Exception:  # advice is never worth an error of its own
                advice = None
            if advice is not None:
                return advice
    return Advice()


_TABLE: tuple[tuple[type[BaseException], str, Callable[[Scene, re.Match[str]], Advice | None]], ...] = (
    (IndexError, r"pop from (an )?empty", empty_pop),
    (IndexError, r"index out of range|out of bounds", index),
    (ZeroDivisionError, r"", divisor),
    (KeyError, r"", key),
    (UnboundLocalError, r"variable '(\w+)'", unbound),
    (RuntimeError, r"changed size during iteration", changed_meanwhile),
    (ValueError, r"values to unpack", unpacked),
    (NameError, r"name '(\w+)' is not defined", name),
    (TypeError, r"(list|tuple|string|range) indices must be integers.*not '?(float|numpy.float)", float_index),
    (TypeError, r"indices must be integers.*not '?tuple", several_indices),
    (TypeError, r"cannot be interpreted as an integer|multiply sequence by non-int of type 'float'", float_count),
    (TypeError, r"missing \d+ required", missing),
    (TypeError, r"([\w.<>]+)\(\) takes (?:from \d+ to )?(\d+) positional arguments? but", surplus),
    (TypeError, r"'NoneType' object|must be real number, not NoneType", none),
    (TypeError, r"expected str instance", joined),
    (TypeError, r"only (0-dimensional|length-1|size-1) arrays can be converted", one_number),
    (TypeError, r"has no len\(\)", no_length),
    (TypeError, r"not iterable", not_iterable),
    (TypeError, r"not callable", called),
    (TypeError, r"unhashable type: 'list'", unhashable),
    (TypeError, r"does not support item assignment", unchangeable),
    (TypeError, r"unsupported operand|can only concatenate|not supported between|must be str, not", mixed),
    (AttributeError, r"has no attribute '?(\w+)", attribute),
    (ValueError, r"not in list|not in tuple|is not in ", not_in_list),
    (ValueError, r"(arg is an empty sequence|iterable argument is empty)", empty_choice),
    (ValueError, r"invalid literal for int|could not convert string to float", not_a_number),
    (ValueError, r"truth value of an array", several_truths),
    (ValueError, r"math domain error", domain),
    (ValueError, r"Unknown format code|Invalid format specifier", format_code),
    (TypeError, r"unsupported format string", format_code),
    (RecursionError, r"", recursion),
    (SystemExit, r"", exit_of_python),
)
