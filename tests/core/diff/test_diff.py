"""Two versions of a function: their lines, and their graphs."""

from __future__ import annotations

import pytest

import nbgraph as ng
from nbgraph.core.diff.graphs import graph_diff
from nbgraph.core.diff.sentences import counts, graph_sentence, line_diff, source_sentence, speed_sentence
from nbgraph.core.timing.model import Baseline, Comparison, Phases, Sample, Verdict


def signs(old, new):
    return [row.sign for row in line_diff(old, new)]


def test_nothing_changed():
    assert line_diff(["a", "b"], ["a", "b"]) == ()


def test_lines_keep_their_numbers_and_distant_ones_are_counted():
    old = [f"line {number}" for number in range(20)]
    new = [*old[:10], "other", *old[11:], "last"]
    rows = line_diff(old, new, first_old=101, first_new=201)
    assert signs(old, new) == ["…", " ", " ", "-", "+", " ", " ", "…", " ", " ", "+"]
    assert rows[0].text == "8 lines as before"
    assert [(row.old, row.new) for row in rows[1:5]] == [(109, 209), (110, 210), (111, None), (None, 211)]
    assert rows[-1].new == 221
    assert counts(rows) == (2, 1)


def test_all_lines_gone_or_new():
    assert signs(["a"], []) == ["-"]
    assert signs([], ["a"]) == ["+"]


def old(a):
    count = 0
    while a != 1:
        a = a // 2 if a % 2 == 0 else 3 * a + 1
        count = count + 1
    return count


def edited_test(a):
    count = 0
    while a > 1:
        a = a // 2 if a % 2 == 0 else 3 * a + 1
        count = count + 1
    return count


def float_count(a):
    count = 0.0
    while a != 1:
        a = a // 2 if a % 2 == 0 else 3 * a + 1
        count = count + 1
    return count


def one_more(a):
    count = 0
    while a != 1:
        a = a // 2 if a % 2 == 0 else 3 * a + 1
        count = count + 1
    return count * a


def compared(new, before=old):
    return graph_diff(ng.graph(before, 27), ng.graph(new, 27))


def test_the_same_function_has_the_same_graph():
    found = compared(old)
    assert (found.added, found.removed, found.changed) == ((), (), ())
    assert found.same == len(ng.graph(old, 27).view(budget=1000).nodes)


def test_an_edited_test_is_one_changed_node_and_its_loop_stays():
    found = compared(edited_test)
    assert (found.added, found.removed) == ((), ())
    assert [change.what for change in found.changed] == ["a != 1 → a > 1, ne → gt"]


def test_another_type_changes_the_nodes_it_flows_through():
    found = compared(float_count)
    assert (found.added, found.removed) == ((), ())
    assert {change.new.label: change.what for change in found.changed} == {
        "0.0": "0 → 0.0, i32[] → f32[]",
        "count": "i32[] → f32[]",
        "count + 1": "i32[] → f32[]",
        "return count": "i32[] → f32[]",
    }


def test_an_added_and_a_removed_operation():
    assert "count * a" in [node.label for node in compared(one_more).added]
    assert compared(one_more).removed == ()
    back = compared(old, before=one_more)
    assert "count * a" in [node.label for node in back.removed]
    assert back.added == ()


@pytest.mark.parametrize("new", [old, edited_test, float_count, one_more])
def test_every_node_is_told_once(new):
    found, before, after = compared(new), ng.graph(old, 27).view(budget=1000), ng.graph(new, 27).view(budget=1000)
    changed = len(found.changed)
    assert found.same + changed + len(found.added) == len(after.nodes)
    assert found.same + changed + len(found.removed) == len(before.nodes)
    ids = [node.id for node in found.added] + [change.new.id for change in found.changed]
    assert len(set(ids)) == len(ids)


def timed(*graph, steady=True):
    sample = Sample(graph if len(graph) > 1 else graph * 5)
    return Comparison("f", (Baseline("graph", sample, steady=steady),), Phases(), Verdict(True, "equal", ""))


def test_sentences():
    assert graph_sentence(compared(edited_test)).startswith("Graph: 1 changed, ")
    assert graph_sentence(compared(old)).startswith("The graph is the same: ")
    assert source_sentence(line_diff(["a", "b"], ["c", "d", "e"])) == "Source: 3 lines new, 2 lines gone."
    assert speed_sentence(timed(3000), timed(6000)) == "The graph is 2x slower than before: 3 us → 6 us."
    assert speed_sentence(timed(6000), timed(3000)) == "The graph is 2x faster than before: 6 us → 3 us."
    assert speed_sentence(timed(6000), timed(6100)) == "The graph is about as fast as before: 6 us → 6.1 us."
    assert speed_sentence(None, timed(6100)) == ""


def test_versions_whose_middle_halves_overlap_are_about_equally_fast_where_their_medians_are_near():
    """Half the time was called about as fast, as 17 us → 31 us on a busy machine."""
    before, after = timed(2000, 2500, 3000, 6000, 7000), timed(4000, 5000, 6000, 6100, 6200)
    text = "Whether the graph is faster than before was not settled: 3 us → 6 us."
    assert speed_sentence(before, after) == text
    near = timed(2600, 2900, 4000, 6100, 6200)
    assert speed_sentence(before, near) == "The graph is about as fast as before: 3 us → 4 us."


def test_a_version_that_ran_once_and_cold_is_in_no_race():
    assert speed_sentence(timed(3000, steady=False), timed(6000)) == ""
    assert speed_sentence(timed(6000), timed(3000, steady=False)) == ""


def test_few_runs_settle_little():
    text = "Whether the graph is faster than before was not settled: 3 us → 4 us."
    assert speed_sentence(timed(3000, 3000), timed(4000, 4000)) == text
