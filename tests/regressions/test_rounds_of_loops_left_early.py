"""A loop that was left in its second round was said to make four trips beside `×2`."""

from __future__ import annotations

import nbgraph as ng


def left_by_return(x: float) -> float:
    for i in range(4):
        x = x + i
        if i == 1:
            return x
    return x


def left_by_break(x: float) -> float:
    for i in (5, 6, 7):
        if i == 7:
            break
        x = x * i
    return x


def whole(x: float) -> float:
    for i in range(4):
        x = x + i
    return x


def test_the_reason_says_where_the_loop_was_left() -> None:
    for function, trips, reason in (
        (left_by_return, 2, "left in iteration 2 of 4 iterations, known at trace time"),
        (left_by_break, 3, "left in iteration 3"),
        (whole, 4, "4 iterations, known at trace time"),
    ):
        decision = next(each for each in ng.show(function, 3.0, timing=False).report.decisions if each.trips)
        assert decision.trips == trips
        assert reason in decision.reason


def test_true_is_the_first_branch_of_the_text_also_where_it_changes_nothing() -> None:
    def kept(x: float) -> float:
        for i in [1, 2]:
            if x > i:
                return x
            x = x * 2
        return x

    text = ng.graph(kept, 3.0).to_text()
    assert text.index("[True]") < text.index("[False]")
