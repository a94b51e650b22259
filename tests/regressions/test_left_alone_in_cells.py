"""A function that asks to be left alone stays the user's own where its cell binds names to compiled functions."""

from __future__ import annotations

from typing import Any

import nbgraph as ng
from nbgraph.magics.backend import Backend
from nbgraph.magics.session import convert


@ng.do_not_convert
def state() -> int:
    return 4


def added(x: int) -> int:
    return x + state()


def test_the_name_of_a_function_left_alone_is_not_bound_anew() -> None:
    namespace: dict[str, Any] = {"state": state, "added": added}
    convert({"state": state, "added": added}, namespace, Backend(), ())
    assert namespace["state"] is state
    assert namespace["added"] is not added and namespace["added"](3) == 7
