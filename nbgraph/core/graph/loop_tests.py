"""Group what a loop's test adds to the user's condition: was a `break` reached, did a check fail."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from nbgraph.core import _jax
from nbgraph.core.graph.labels import opposite, own_words
from nbgraph.core.graph.model import Graph, Node, Region, grouped
from nbgraph.core.graph.order import sources_of
from nbgraph.core.graph.simplify import together

if TYPE_CHECKING:
    from nbgraph.core.graph.locations import Places

CHECKS = "checks"
_JOINS = ("and", "convert_element_type")


def asked(jaxpr: Any, places: Places) -> dict[int, str]:
    """Return labels for equations of a loop's test, by id, where it asks for the opposite of an `if` in the body.

    A loop that begins with `if done: break` runs while `not done`; the `and` that joins this with more is nobody's
    test.
    """
    makers = {variable: each for each in jaxpr.eqns for variable in each.outvars}
    waiting, turned, joins = [*jaxpr.outvars], dict[int, str](), list[Any]()
    while waiting:
        made = makers.get(atom) if _jax.is_variable(atom := waiting.pop()) else None
        spans = places.spans(made) if made is not None else ()
        if made is not None and made.primitive.name in _JOINS:
            joins += [id(made)] if made.primitive.name == "and" else []
            waiting += made.invars
        elif made is not None and made.primitive.name == "not" and spans and places.is_choice(spans[0]):
            turned[id(made)] = own_words(opposite(places.segment(spans)))
    return dict.fromkeys(joins, "and") | turned if turned else {}


def tests_together(graph: Graph, marked: Mapping[str, str], hidden: Collection[str]) -> tuple[Graph, set[str]]:
    """Return the graph with a closed region around what each loop's test adds to the user's condition.

    Args:
        marked: the type of bookkeeping of such nodes, by id.
        hidden: ids of the nodes that only bookkeeping needs.

    Returns:
        The graph, and the ids of the nodes in such regions.
    """
    sources = sources_of(graph)
    steering = {edge.source for edge in graph.edges if edge.kind == "control"}
    boxes = []
    for test, nodes in _tests(graph).items():
        added = set[str]()
        for node in nodes:
            joins = node.operation in _JOINS and not added.isdisjoint(sources[node.id])
            if node.id in hidden or joins:
                added.add(node.id)
        words = {marked[id] for node in added for id in (node, *sources[node]) if id in marked}
        if words and not added.isdisjoint(steering):
            boxes.append((Region("", "library", _label(words), test, operation="and"), added))
    return together(graph, boxes), {id for _, added in boxes for id in added}


def _tests(graph: Graph) -> dict[str, list[Node]]:
    """Return the nodes of each loop's test, in program order."""
    tests: dict[str, str] = {}
    for region in graph.regions:  # parents come before their children
        if region.kind == "test":
            tests[region.id] = region.id
        elif region.parent in tests:
            tests[region.id] = tests[region.parent]
    return grouped((tests[node.region], node) for node in graph.nodes if node.region in tests)


def _label(words: Iterable[str]) -> str:
    """
    >>> _label({"break", "checks"})
    'and no break, no error'
    """
    return "and " + ", ".join(f"no {'error' if word == CHECKS else word}" for word in sorted(words))
