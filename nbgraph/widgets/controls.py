"""Which control suits which argument."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral, Real
from typing import Any

import ipywidgets  # type: ignore[import-untyped]

STEPS = 100
"""Steps of a slider over floats when none is given."""


def control(name: str, value: Any, start: Any = None) -> ipywidgets.ValueWidget:
    """The ipywidgets control for one argument.

    Args:
        name: the argument's name, shown beside the control.
        value: `(low, high)` or `(low, high, step)` for a slider, a list or dict of choices, a bool, a number, a text,
            or any control, which is used as it is.
        start: where a slider or choice starts, when it is one of its values; else a slider starts in the middle.

    Raises:
        TypeError: nothing suits `value`.

    >>> [type(control("x", value)).__name__ for value in ((1, 9), (0, 1.5), True, ["a", "b"], 3, 2.5, "text")]
    ['IntSlider', 'FloatSlider', 'Checkbox', 'Dropdown', 'IntText', 'FloatText', 'Text']
    >>> control("a", (1, 1000), 27).value
    27
    """
    if isinstance(value, ipywidgets.ValueWidget):
        return value
    if isinstance(value, tuple) and len(value) in (2, 3) and all(map(_is_number, value)):
        return _slider(name, value, start)
    options = {"description": name, "style": {"description_width": "initial"}}
    if isinstance(value, (list, tuple, dict)):
        choices = list(value.values()) if isinstance(value, dict) else list(value)
        chosen = start if start is not None and start in choices else choices[0]
        return ipywidgets.Dropdown(options=value, value=chosen, **options)
    for kind, made in (
        (bool, ipywidgets.Checkbox),
        (Integral, ipywidgets.IntText),
        (Real, ipywidgets.FloatText),
        (str, ipywidgets.Text),
    ):
        if isinstance(value, kind):
            return made(value=value, **options)
    raise TypeError(
        f"no control for {name}={value!r}: give (low, high) for a slider, a list of choices, a number, a bool or a text"
    )


def _slider(name: str, bounds: Sequence[Any], start: Any) -> ipywidgets.ValueWidget:
    low, high = bounds[:2]
    if high < low:
        raise TypeError(f"the range of {name} ends before it starts: {low} to {high}")
    whole = all(isinstance(bound, Integral) for bound in bounds)
    step = bounds[2] if len(bounds) == 3 else 1 if whole else (high - low) / STEPS or 1.0
    middle = low + (high - low) // 2 if whole else (low + high) / 2
    value = start if _is_number(start) and low <= start <= high else middle
    made = ipywidgets.IntSlider if whole else ipywidgets.FloatSlider
    # Every step of a drag is sent, and the last one is answered: `live` waits until the control rests.
    return made(
        value=value,
        min=low,
        max=high,
        step=step,
        description=name,
        style={"description_width": "initial"},
        layout={"width": "min(36rem, 96%)"},
    )


def _is_number(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)
