"""A function that prints is not timed, and the page says so: it showed no timing at all, and no word why."""

from __future__ import annotations

from nbgraph.core.inspect import report
from nbgraph.widgets.payload import payload


def says(x):
    print("x is", x)
    return x * 2


def test_the_page_says_why_there_are_no_times(capsys):
    found = report(says, 3)
    timing = payload([found])["functions"][0]["timing"]
    assert [baseline["sample"] for baseline in timing["baselines"]] == [None] * 3
    assert timing["baselines"][0]["note"].startswith("not timed: ")
    assert timing["phases"]["compile"] > 0  # that of the graph is known all the same
    assert timing["break_even"] is None
    assert not any(word in timing["text"] for word in ("faster", "loses", "pays off"))
    assert capsys.readouterr().out.startswith("x is 3\n")
