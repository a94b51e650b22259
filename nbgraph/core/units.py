"""Format durations, ratios and counts for people."""

from __future__ import annotations

_UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "us"), (1e-9, "ns"))


def duration(seconds: float) -> str:
    """Return a duration with three significant digits and its unit (s, ms, us, ns).

    >>> duration(0.02213), duration(5.2e-6), duration(3.1e-10), duration(75.0), duration(0.0)
    ('22.1 ms', '5.2 us', '0.31 ns', '75 s', '0 ns')
    >>> duration(0.9996e-3)  # the unit is chosen after rounding: not "1000 us"
    '1 ms'
    """
    for scale, unit in _UNITS:
        number = float(f"{seconds / scale:.3g}")
        if number >= 1 or unit == "ns":
            return f"{number:g} {unit}"
    raise AssertionError("the loop ends at the smallest unit")


def ratio(value: float) -> str:
    """Return a ratio with two significant digits, and all digits before the point.

    >>> ratio(1.42), ratio(1.0), ratio(34.6), ratio(4231.0)
    ('1.4x', '1x', '35x', '4,200x')
    """
    return f"{float(f'{value:.2g}'):,g}x" if value < 1000 else f"{round(float(f'{value:.2g}')):,}x"


def rounded_count(count: int) -> str:
    """Return a count with two significant digits, for counts that are themselves estimates.

    >>> rounded_count(7), rounded_count(98), rounded_count(12_345)
    ('7', '98', '12,000')
    """
    return f"{round(float(f'{count:.2g}')):,}"
