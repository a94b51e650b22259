"""Found in programs of a first course: values of dicts and objects, sums of lists, early returns."""

from __future__ import annotations

import jax.numpy as jnp

import nbgraph as ng
from nbgraph.core.graph.model import Graph
from nbgraph.core.graph.simplify import view


class Tank:
    def __init__(self, level, limit):
        self.level = level
        self.limit = limit

    def fill(self, amount):
        self.level = self.level + amount
        if self.level > self.limit:
            self.level = self.limit
        return self.level


def filled(rain, limit):
    tank = Tank(0.0, limit)
    for amount in rain:
        tank.fill(amount)
    return tank.level


def summed(values):
    out = {"total": 0.0}
    for value in values:
        out["total"] += value
    return out


def mean(values):
    return sum(values) / len(values)


def found(xs, wanted):
    for i in range(len(xs)):
        if xs[i] == wanted:
            return i
    return -1


def doubled(xs):
    return [x * 2 for x in xs]


def shown(graph: Graph) -> list[str]:
    return [node.label for node in view(graph).nodes]


def test_a_comparison_of_two_attributes_has_the_first_one_in_its_box():
    labels = shown(ng.graph(filled, jnp.arange(50.0), 3.0))
    assert "self.level > …" in labels and "self.level = self.limit if self.level > …" in labels


def test_an_attribute_is_returned_under_the_name_that_the_return_has_for_it():
    assert shown(ng.graph(filled, jnp.arange(5.0), 3.0))[-1] == "return tank.level"


def test_a_value_of_a_dict_has_its_key_in_its_name():
    graph = ng.graph(summed, jnp.arange(5.0))
    assert {name for node in graph.nodes for name in node.names if name} == {"values", "out['total']"}


def test_the_sum_of_a_list_is_one_box():
    assert shown(ng.graph(mean, [1.0, 2.0, 3.0])) == ["values", "sum(values)", "… / …", "return"]


def test_what_is_done_to_each_item_is_a_box_for_each():
    assert shown(ng.graph(doubled, [1.0, 2.0])).count("x * 2") == 2


def test_a_choice_of_returns_says_when_which_is_chosen():
    labels = shown(ng.graph(found, jnp.arange(9), 4))
    assert {"i if xs[i] == wanted else …", "-1 if no return else returned value"} <= {*labels}


def tallied(xs):
    counts = {"low": 0, "high": 0, "even": 0}
    for x in xs:
        if x < 10:
            counts["low"] += 1
        else:
            counts["high"] += 1
        counts["even"] += x % 2 == 0
    return counts


def test_the_values_of_a_dict_that_share_a_line_are_the_dict():
    seen = view(ng.graph(tallied, [1, 12, 25, 7]))
    assert "counts" in {edge.name for edge in seen.edges}
    assert not [edge.name for edge in seen.edges if "], counts" in edge.name]


def told(points):
    return f"{points} of 100"


def told_by_name(points):
    text = f"{points} of 100"
    points += 1
    return text


def test_a_returned_text_is_not_called_by_one_of_its_parts():
    assert [shown(ng.graph(each, 85))[-1] for each in (told, told_by_name)] == ["return", "return text"]


def picked(xs, i, flag):
    value = xs[i]
    return value if flag else 0


def both_picked(xs, i, j, flag):
    return picked(xs, i, flag) + picked(xs, j, flag)


def test_what_a_helper_reads_and_may_not_give_is_shown_at_each_call():
    assert shown(ng.graph(both_picked, jnp.arange(9), 2, 3, True)).count("xs[i]") == 2


def gcd(a, b):
    while b:
        a, b = b, a % b
    return a


def test_a_number_that_is_asked_whether_it_is_true_has_its_name():
    assert "b != 0" in shown(ng.graph(gcd, 48, 36))
