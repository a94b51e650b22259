"""The code pane shows converted code of those helpers only that are converted."""

from __future__ import annotations

from typing import Any

import nbgraph as ng
from nbgraph.core.examine.reached import converted_codes


def by_python(x: Any) -> Any:
    print("Python")
    return abs(x)


@ng.do_not_convert
def left_alone(x: Any) -> Any:
    return by_python(x)


def doubled(x: Any) -> Any:
    return 2 * abs(x)


def test_what_is_not_converted_has_no_converted_code() -> None:
    def both(x: Any) -> Any:
        return left_alone(x) + doubled(x)

    code = converted_codes(both, (1.0,)).text
    assert "def doubled(" in code
    assert "def left_alone" not in code
    assert "def by_python" not in code
