"""Results as a reader wants them: short, and without importing the library they come from."""

from __future__ import annotations

from nbgraph.core.one_line import on_one_line

LIMIT = 200
"""Characters shown of one value."""


def value_text(value: object) -> str:
    """One line of text for a result; an array of one element reads as a number.

    A display never raises: a value whose `repr` fails is named by its type.

    >>> value_text(111), value_text("a" * 300) == "'" + "a" * 198 + "…"
    ('111', True)
    >>> import numpy as np
    >>> value_text(np.int32(111)), value_text((np.float32(2.5), [np.arange(3)]))
    ('111', '(2.5, [[0, 1, 2]])')
    """
    try:
        text = on_one_line(_text(value))
    except Exception as error:
        text = f"<{type(value).__name__}, whose repr raised {type(error).__name__}>"
    return text if len(text) <= LIMIT else text[: LIMIT - 1] + "…"


def _text(value: object) -> str:
    if type(value) in (tuple, list):
        assert isinstance(value, (tuple, list))
        return _sequence(value)
    if type(value) is dict:
        return "{" + ", ".join(f"{key!r}: {_text(item)}" for key, item in value.items()) + "}"
    if hasattr(value, "dtype") and hasattr(value, "shape"):
        return _array(value)
    return repr(value)


def _sequence(value: tuple[object, ...] | list[object]) -> str:
    inner = ", ".join(map(_text, value))
    if isinstance(value, list):
        return f"[{inner}]"
    return f"({inner},)" if len(value) == 1 else f"({inner})"


def _array(value: object) -> str:
    import numpy as np

    array = np.asarray(value)
    return str(array[()]) if array.ndim == 0 else np.array2string(array, separator=", ", threshold=20)
