"""A value of a history in a few words."""

from __future__ import annotations

from typing import Any

import numpy as np


def text_of(value: Any) -> str:
    """A value in a few words.

    >>> text_of(np.float32(0.1)), text_of(np.arange(3)), text_of(np.zeros((2, 50))), text_of(np.ma.masked)
    ('0.1', '[0 1 2]', 'float64[2, 50]', '--')
    """
    array = np.asarray(value)
    if np.ma.is_masked(value) or array.ndim == 0:
        return str(value)
    if array.size > 12:
        return f"{array.dtype}{list(array.shape)}"
    return " ".join(np.array2string(array, precision=4).split())
