"""A linked list is searched by a loop over its own generator, in code that is printed, too.

Printing records the run, and Python then keeps a copy of the generator's variables. That copy changed with each item,
and counted as an effect of taking the item.
"""

from __future__ import annotations

from typing import Any

import nbgraph as ng
from tests.programs import oracle


class Node:
    def __init__(self, value: Any, behind: Any) -> None:
        self.value = value
        self.behind = behind


class LinkedList:
    def __init__(self) -> None:
        self.head: Any = None

    def push(self, value: Any) -> None:
        self.head = Node(value, self.head)

    def __iter__(self) -> Any:
        node = self.head
        while node is not None:
            yield node.value
            node = node.behind

    def find(self, value: Any) -> Any:
        for i, x in enumerate(self):
            if x == value:
                return i
        return -1


def place(values: Any, target: Any) -> Any:
    linked = LinkedList()
    for v in values:
        linked.push(v)
    return linked.find(target), sum(linked)


def test_printed_and_run() -> None:
    for target in (8, 5, 7):
        python, graph = (
            oracle.in_python(place, ([5, 3, 8], target)),
            oracle.observe(ng.function(place), ([5, 3, 8], target)),
        )
        assert oracle.disagreement(python, graph) == ""
        names: dict[str, Any] = {}
        exec(ng.to_code(place, [5, 3, 8], target), names)
        assert [int(x) for x in names["place"]([5, 3, 8], target)] == list(place([5, 3, 8], target))
