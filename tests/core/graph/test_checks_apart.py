"""Run-time checks stand apart: what remains is the program as its author wrote it."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import pytest

import nbgraph as ng
from nbgraph.core.graph.model import Graph


def sieve(n: Any) -> Any:
    marks = [True] * 12
    for i in range(2, n):
        if marks[i]:
            for j in range(i * i, n, i):
                marks[j] = False
    return marks


def safe(a: Any, b: Any) -> Any:
    try:
        return a // b
    except ZeroDivisionError:
        return -1


def mean(xs: Any, n: Any) -> Any:
    total = 0
    for i in range(n):
        assert xs[i] >= 0
        total += xs[i]
    return total / n


def take(balance: Any, amount: Any) -> Any:
    if amount > balance:
        raise ValueError("not enough")
    return balance - amount


def shown(graph: Graph) -> list[str]:
    """The words of the boxes that a reader sees at first."""
    return [node.label for node in graph.view().nodes]


def halved(x: Any) -> Any:
    for _ in range(1000):
        x = x * 0.5
    return x


def test_a_count_that_nothing_needs_is_no_flag() -> None:
    assert "counter" in shown(ng.graph(halved, 1.0)) and "flags" not in shown(ng.graph(halved, 1.0))


def test_a_list_in_a_loop_shows_no_bookkeeping() -> None:
    labels = shown(ng.graph(sieve, 12))
    assert "marks[i]" in labels and "checks" in labels
    assert not any("failed" in label or "==" in label or "max" in label for label in labels)


def test_an_index_is_one_box_and_its_words_stand_for_its_value_alone() -> None:
    graph = ng.graph(sieve, 12)
    values = [node for node in graph.view().nodes if node.label == "marks[i]"]
    assert len(values) == 1
    inside = [node for node in graph.nodes if node.label == "marks[i]"]
    assert {str(node.avals[0]) for node in inside} <= {"bool[1]", "bool[]"}  # and no position, and no "in range"


def test_a_try_shows_the_division_and_the_handler() -> None:
    labels = shown(ng.graph(safe, 10, 0))
    assert len(labels) <= 8
    assert "a // b" in labels and "checks" in labels


def test_what_the_user_asserts_stays_and_leads_to_the_checks() -> None:
    graph = ng.graph(mean, jnp.arange(5.0), 3).view()
    nodes = {node.id: node for node in graph.nodes}
    (asserted,) = (node for node in graph.nodes if node.label == "xs[i] >= 0")
    (edge,) = (edge for edge in graph.edges if edge.source == asserted.id)
    assert nodes[edge.target].role == "checks"


def test_each_iteration_that_python_ran_keeps_what_it_asserts() -> None:
    def positive(xs: Any) -> Any:
        for x in xs:
            assert x > 0
        return xs[0]

    assert [node.label for node in ng.graph(positive, [1, 2, 3]).nodes].count("x > 0") == 3


def test_the_question_before_a_raise_stays() -> None:
    graph = ng.graph(take, 5, 3).view()
    nodes = {node.id: node for node in graph.nodes}
    (asked,) = (node for node in graph.nodes if node.label == "amount > balance")
    assert [nodes[edge.target].role for edge in graph.edges if edge.source == asked.id] == ["checks"]


def test_what_checks_decide_comes_from_them() -> None:
    graph = ng.graph(safe, 10, 0).view()
    (checks,) = (node for node in graph.nodes if node.role == "checks")
    assert any(edge.source == checks.id for edge in graph.edges)


def test_no_check_is_a_result() -> None:
    for graph in (ng.graph(sieve, 12), ng.graph(mean, jnp.arange(5.0), 3), ng.graph(safe, 10, 0)):
        regions = {region.id: region for region in graph.regions}
        outputs = [node for node in graph.nodes if node.operation == "check"]
        assert outputs and all(regions[node.region].kind == "checks" for node in outputs)


def test_opened_they_show_all_that_leads_there() -> None:
    graph = ng.graph(take, 5, 3)
    text = graph.to_text()
    assert "checks" in text
    apart = {region.id for region in graph.regions if region.kind == "checks"}
    into = [edge for edge in graph.edges if _region(graph, edge.target) in apart]
    assert into


def _region(graph: Graph, node: str) -> str:
    return next(each.region for each in graph.nodes if each.id == node)


def test_branches_stay_with_their_choice() -> None:
    def guarded(xs: Any, i: Any) -> Any:
        if i > 0:
            xs = [x * 2 for x in xs]
            y = xs[i]
        else:
            y = 0
        return y

    graph = ng.graph(guarded, [1, 2, 3], 1)
    regions = {region.id: region for region in graph.regions}
    assert all(regions[r.parent].kind == "cond" for r in graph.regions if r.kind == "branch" and r.parent)


def test_the_graph_without_checks_is_as_it_was() -> None:
    def plain(x: Any) -> Any:
        while x > 1:
            x = x / 2
        return x

    assert all(region.kind != "checks" for region in ng.graph(plain, 5.0).regions)


def grade(points):
    limits = [90, 80, 70]
    result = 0
    for i in range(3):
        if points >= limits[i]:
            result = limits[i]
            break
    return result


def found(x):
    is_there = False
    for i in range(3):
        if x == i:
            is_there = True
            break
    return is_there


@pytest.mark.parametrize(("fn", "variable"), [(grade, "result"), (found, "is_there")])
def test_flags_of_a_break_are_one_box_and_a_truth_value_of_the_user_is_none(fn: Any, variable: str) -> None:
    shown = ng.graph(fn, 2).view()
    assert [node.label for node in shown.nodes if node.role == "checks"] == ["flags"]
    assert not any(node.label == "break" for node in shown.nodes)
    chosen = {edge.name for edge in shown.edges if edge.source != shown.nodes[0].id}
    assert chosen == {"", variable}
    (result,) = [edge for edge in shown.edges if edge.target == shown.nodes[-1].id]
    assert {node.id: node.role for node in shown.nodes}[result.source] != "checks"


def search(items: Any, target: Any) -> Any:
    low, high = 0, len(items) - 1
    while low <= high:
        middle = (low + high) // 2
        if items[middle] == target:
            return middle
        if items[middle] > target:
            high = middle - 1
        else:
            low = middle + 1
    return -1


def summed(n: Any, limit: Any) -> Any:
    i = total = 0
    while i < n:
        total += i
        if total > limit:
            break
        i += 1
    return i


def test_a_loop_that_is_left_early_carries_the_users_variables_only() -> None:
    shown = ng.graph(search, [1, 3, 5, 7], 5).view()
    carried = {node.label for node in shown.nodes if node.role == "variable"}
    assert carried == {"low", "high", "returned value"}
    assert "and no error, no return" in [node.label for node in shown.nodes]


def test_what_a_test_asks_besides_is_one_decision_and_the_books_say_nothing_on_lines() -> None:
    shown = ng.graph(summed, 10, 30).view()
    steering = {edge.source for edge in shown.edges if edge.kind == "control"}
    assert "and no break" in [node.label for node in shown.nodes if node.id in steering]
    books = {node.id for node in shown.nodes if node.role == "checks"}
    assert books and not any(edge.name for edge in shown.edges if edge.source in books)
    assert not any(node.kind == "constant" and node.label == "False" for node in shown.nodes)


def test_a_list_that_grows_shows_no_length() -> None:
    def small(n: Any) -> Any:
        found = []
        while n > 1:
            n = n // 2
            found.append(n)
        return found

    labels = [node.label for node in ng.graph(small, 9).view().nodes]
    assert not any("length" in label for label in labels)
    assert "return found" in labels


def test_a_choice_says_what_it_chooses() -> None:
    def larger(a: Any, b: Any) -> Any:
        high = a
        if b > a:
            high = b
        return high * 2

    assert "high = b if b > a" in [node.label for node in ng.graph(larger, 1, 2).nodes]
    test = "if items[middle] > target"
    choices = {f"high = middle - 1 {test}", f"low = low {test} else middle + 1"}
    assert choices <= {node.label for node in ng.graph(search, [1, 3, 5, 7], 5).nodes}
