"""The graph of a function that returns a text drew the number that stands for it: `2 → return`."""

from __future__ import annotations

import nbgraph as ng


def receipt(n: int) -> str:
    total = 0
    while n > 0:
        total += 2 * n
        n -= 1
    return f"total {total:>6}"


def parity(n: int) -> str:
    return "even" if n % 2 == 0 else "odd"


def both(x: int) -> tuple[str, int]:
    word = "big" if x > 3 else "small"
    return word, x + 2


def labels(graph: ng.Graph) -> list[str]:
    return [node.label for node in graph.nodes]


def test_a_result_is_shown_as_the_text_that_it_is() -> None:
    made = labels(ng.graph(receipt, 3))
    assert "'total {}'" in made
    assert "return 'total {}'" in made
    assert "return 'even' or 'odd'" in labels(ng.graph(parity, 3))
    assert "'even' if n % 2 == 0 else 'odd'" in labels(ng.graph(parity, 3))


def test_numbers_beside_a_text_stay_numbers() -> None:
    made = labels(ng.graph(both, 3))
    assert "word = 'big' if x > 3 else 'small'" in made
    assert "x + 2" in made
    assert "return word" in made
    assert "return x + 2" in made
