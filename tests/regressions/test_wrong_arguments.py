"""A call that does not fit the parameters raises Python's TypeError, as no line of the user's is at fault."""

from __future__ import annotations

from typing import Any

import pytest

import nbgraph as ng


def shifted(x: Any, y: Any = 2, *, z: Any = 1) -> Any:
    return x - y * z


@pytest.mark.parametrize(
    ("arguments", "keywords"), [((), {}), ((1, 2, 3), {}), ((1,), {"q": 3}), ((1,), {"x": 2})], ids=repr
)
def test_the_error_is_pythons(arguments: tuple[Any, ...], keywords: dict[str, Any]) -> None:
    with pytest.raises(TypeError) as found:
        shifted(*arguments, **keywords)
    graph = ng.function(shifted)
    for _ in range(2):
        with pytest.raises(TypeError) as ours:
            graph(*arguments, **keywords)
        assert str(ours.value) == str(found.value)
    assert graph(5) == 3
