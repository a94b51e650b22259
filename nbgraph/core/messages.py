"""List the messages of Python, NumPy and JAX that nbgraph tests for, where the class of the error says too little."""

from __future__ import annotations

import re
from enum import Enum


class Message(Enum):
    """A regular expression that a message contains."""

    # the text of a run-time value: what raised was given one and did not know it, or read it as a format
    TRACER = r"Tracer|on traced array|specifier missing precision"
    UNAVAILABLE = r"The '(\w+)' method is not available on traced array"  # a run-time value has no such method
    KEY = r"^unhashable type: .*Tracer"  # a run-time value was looked up, in a dict or a set
    INDEX = r"valid indices"  # an array refused an index
    SEQUENCE = r"non-tuple sequence for multidimensional indexing"  # a JAX array refused a list as an index
    ABSTRACT = r"__jax_array__\(\) during abstractification"  # the same, of a list that knows how to become an array
    NO_LISTS = r"ndarray or scalar arguments"  # a function of JAX's was given a list, which NumPy's takes
    NO_TRUTHS = r"^(neg|sub) does not accept dtype bool"  # JAX was to compute with truth values
    SELECTION = r"got <class '[\w.]*Selection'>"  # a function of JAX's was given what a mask chooses
    IMMUTABLE = r"JAX arrays are immutable"  # an item of an array was assigned
    UNSORTED = r"sorting pytree dictionary keys"  # a dict has keys that cannot be compared
    TOO_LARGE = r"overflow was encountered while parsing|too large to convert to int"  # an integer beyond the graph's
    SLICE = r"Slice entries must be static integers"  # a bound of a slice is only known at run time
    SYMBOLS_COMPARED = r"Symbolic dimension comparison '(.*?)' (\S+) '(.*?)' is inconclusive"  # sizes, in an export
    SYMBOL = r"_DimExpr"  # a size that is a symbol was taken for a number
    RESIZED = r"dictionary changed size during iteration"  # another thread changed a dict while it was read
    DEPTH = r"maximum recursion depth exceeded"  # more calls within calls than Python's limit allows
    PRECISION = r"specifier missing precision"  # no number follows the point of a format
    DOMAIN = r"domain error"  # `math` has no result for a number


def matches(error: BaseException, message: Message) -> re.Match[str] | None:
    """Return the match of a message in an error; None where it does not occur.

    >>> import math
    >>> try:
    ...     math.sqrt(-1)
    ... except ValueError as error:
    ...     matches(error, Message.DOMAIN)[0], matches(error, Message.TRACER)
    ('domain error', None)
    """
    try:
        return re.search(message.value, str(error))
    except Exception:  # of a class of the user's, whose text cannot be had
        return None
