"""Reduce the complete graph to a readable one: drop noise, fold regions until a budget is met."""

from __future__ import annotations

import re
from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from nbgraph.core.decisions import AS_BEFORE, CHANGED
from nbgraph.core.graph.chains import with_chains
from nbgraph.core.graph.fold import fold, joined
from nbgraph.core.graph.model import BUDGET, CAP, PLAIN_ROLES, Edge, Graph, Node, Region, around, first_nodes, grouped
from nbgraph.core.spans import Span

Item = Node | Region
FAN_OUT = 12
CLOSED = frozenset({"library", "checks", "repeats", "items"})
"""Kinds of regions that are closed at first, however small they are."""
_LOOPS = ("while", "scan", "unrolled", "test", "body")


def with_blocks(graph: Graph, budget: int) -> Graph:
    """Return the graph with new regions around stretches of regions that are too long to show.

    A stretch follows program order, so no path leaves it and comes back. Inputs and outputs stay outside. Regions with
    at most `budget` items are left alone, and a graph within the budget is returned as it is.
    """
    items: dict[str, list[Item]] = defaultdict(list)
    if len(graph.nodes) <= budget:
        return graph
    for item in in_order(graph):
        items[item.region if isinstance(item, Node) else item.parent or ""].append(item)
    parents: dict[str, str] = {}
    made: list[Region] = []
    unused = 1 + max(int(region.id[1:]) for region in graph.regions)  # numbers below it may be unused
    for region in graph.regions:
        movable = [item for item in items[region.id] if not _fixed(item)]
        if len(items[region.id]) > budget and len(movable) > FAN_OUT and region.kind not in ("library", "checks"):
            _split(movable, region, unused, made, parents)
    if not made:
        return graph
    nodes = tuple(replace(node, region=parents.get(node.id, node.region)) for node in graph.nodes)
    regions = [replace(region, parent=parents.get(region.id, region.parent)) for region in graph.regions]
    return replace(graph, nodes=nodes, regions=parents_first([*regions, *made]))


def _split(items: Sequence[Item], within: Region, offset: int, made: list[Region], parents: dict[str, str]) -> None:
    """Cut into at most `FAN_OUT` blocks, and these again, until a block is short enough to show whole.

    Blocks of repeated iterations are labelled by their numbers, since they have the same lines and results.
    """
    width = -(-len(items) // FAN_OUT)
    if width < 2:
        parents.update((item.id, within.id) for item in items)
        return
    for start in range(0, len(items), width):
        part = items[start : start + width]
        span = joined([item.span for item in part if item.span is not None])
        block = Region(f"r{offset + len(made)}", "scope", _lines(span), within.id, span, "block")
        if within.kind == "repeats":
            block = replace(block, kind=within.kind, label=iterations([item.label for item in part]), operation="")
        made.append(block)
        _split(part, block, offset, made, parents)


def iterations(labels: Sequence[str]) -> str:
    """
    >>> iterations(["iteration 9", "iteration 10"]), iterations(["iteration 3"])
    ('iterations 9–10', 'iteration 3')
    """
    numbers = [int(label.rpartition(" ")[2]) for label in labels]
    first, last = min(numbers), max(numbers)
    return f"iteration {first}" if first == last else f"iterations {first}–{last}"


def _lines(span: Span | None) -> str:
    """
    >>> _lines(Span("f", 3, 0, 9, 4)), _lines(Span("f", 3, 0, 3, 4))
    ('lines 3–9', 'line 3')
    """
    if span is None:
        return "block"
    return f"line {span.line}" if span.line == span.end_line else f"lines {span.line}–{span.end_line}"


def in_order(graph: Graph) -> list[Item]:
    """Return nodes and regions in program order: a region comes directly before its first node."""
    regions = {region.id: region for region in graph.regions}
    parents, seen, ordered = {id: each.parent for id, each in regions.items()}, set[str](), list[Item]()
    for node in graph.nodes:
        path = [*takewhile(lambda each: each not in seen, around(node.region, parents))]
        seen.update(path)
        ordered += [*(regions[each] for each in reversed(path) if each in regions), node]
    return ordered


def nodes_in(items: Mapping[str, Sequence[Item]], region: str) -> Iterator[Node]:
    """Yield the nodes in a region and in those inside it, in order; `items` lists the contents of each region."""
    for item in items[region]:
        yield from [item] if isinstance(item, Node) else nodes_in(items, item.id)


def _fixed(item: Item) -> bool:
    """Return whether an item stays at its region's top level: no plain operation, or a part of a `cond` or loop."""
    if isinstance(item, Node):
        return item.kind != "operation" or item.role not in PLAIN_ROLES
    return item.kind in ("branch", "test", "body", "items")


def parents_first(regions: Sequence[Region]) -> tuple[Region, ...]:
    children = grouped((region.parent, region) for region in regions)
    ordered, waiting = list[Region](), [children[None][0]]
    while waiting:
        region = waiting.pop()
        ordered.append(region)
        waiting.extend(reversed(children[region.id]))
    return tuple(ordered)


def together(graph: Graph, boxes: Sequence[tuple[Region, Collection[str]]]) -> Graph:
    """Return the graph with new regions, each around the nodes with the ids given with it."""
    unused = 1 + max(int(region.id[1:]) for region in graph.regions)
    made = [replace(region, id=f"r{unused + at}") for at, (region, _) in enumerate(boxes)]
    homes = {id: region.id for region, (_, inside) in zip(made, boxes, strict=True) for id in inside}
    nodes = tuple(replace(node, region=homes.get(node.id, node.region)) for node in graph.nodes)
    return replace(graph, nodes=nodes, regions=parents_first([*graph.regions, *made])) if made else graph


NOISE = frozenset({
    "convert_element_type", "broadcast_in_dim", "squeeze", "reshape", "copy", "copy_p", "stop_gradient", "pvary",
    "pcast", "optimization_barrier", "mesh_cast", "device_put",
})  # fmt: skip


def view(graph: Graph, budget: int = BUDGET) -> Graph:
    """The graph, or a view of one, with regions folded into single boxes until it has at most `budget` nodes.

    Ids are those of `graph`: a folded box has the id of the first node it hides. Deterministic, and linear in the
    size of the graph.
    """
    graph = prepared(graph, budget)
    return fold(graph, set(open_regions(graph, min(budget, CAP))))


def _of_straight_code(budget: int) -> int:
    """Return the nodes left for all but loops: the last third of a budget is for loops alone."""
    return budget * 2 // 3


def prepared(graph: Graph, budget: int) -> Graph:
    """Return the graph without noise, its long stretches cut into blocks: ready to be folded."""
    graph = without_empty_checks(without_templates(without_repeated_results(graph)))
    return with_blocks(with_chains(constants_inside(without_noise(graph))), min(_of_straight_code(budget), CAP))


def without_templates(graph: Graph) -> Graph:
    """Return the graph without the text between the parts of a returned string, as `'{}{}'`."""
    strings = {region.id for region in graph.regions if (region.kind, region.operation) == ("items", "output")}
    parts = {node.id for node in graph.nodes if node.region in strings and node.kind == "output"}
    users = grouped((edge.source, edge.target) for edge in graph.edges)
    constants = {node.id for node in graph.nodes if node.kind == "constant"}
    return _without(graph, {each for each in constants & users.keys() if {*users[each]} <= parts})


def without_repeated_results(graph: Graph) -> Graph:
    """Return the graph without outputs for the caller's lists that are the result itself or have not changed."""
    nodes = {node.id: node for node in graph.nodes}
    ends = [(nodes[edge.target], (edge.source, edge.name, edge.aval)) for edge in graph.edges]
    given = {end for node, end in ends if node.kind == node.operation == "output"}
    again = {node.id for node, end in ends if node.operation == CHANGED and end in given}
    return _without(graph, again | {node.id for node in graph.nodes if node.operation == AS_BEFORE})


def without_empty_checks(graph: Graph) -> Graph:
    """Return the graph without bookkeeping that computes nothing, such as the 0 that the first check starts from."""
    checks = {region.id for region in graph.regions if region.kind == "checks"}
    kept = {node.region for node in graph.nodes if node.kind == "operation"} | {
        region.parent for region in graph.regions
    }
    regions = {node.id: node.region for node in graph.nodes}
    kept |= {regions[edge.source] for edge in graph.edges if regions[edge.target] not in checks}
    empty = checks - kept
    left = replace(graph, regions=tuple(region for region in graph.regions if region.id not in empty))
    return _without(left, {node for node, region in regions.items() if region in empty})


def _without(graph: Graph, gone: Collection[str]) -> Graph:
    nodes = tuple(node for node in graph.nodes if node.id not in gone)
    edges = tuple(edge for edge in graph.edges if edge.source not in gone and edge.target not in gone)
    return replace(graph, nodes=nodes, edges=edges)


def constants_inside(graph: Graph) -> Graph:
    """Return the graph with each unnamed constant array in the box of the one library function that takes it."""
    parents = {region.id: region.parent for region in graph.regions}
    libraries = {region.id for region in graph.regions if region.kind == "library"}
    regions = {node.id: node.region for node in graph.nodes}
    users = grouped((edge.source, edge.target) for edge in graph.edges)

    def box(node: Node) -> str:
        found = {_below(node.region, regions[user], parents) for user in users[node.id]}
        return found.pop() if len(found) == 1 and found <= libraries else node.region

    tables = {node.id for node in graph.nodes if node.kind == "constant" and re.match(r"array$|\[", node.label)}
    nodes = (replace(node, region=box(node)) if node.id in tables else node for node in graph.nodes)
    return replace(graph, nodes=tuple(nodes))


def _below(region: str, inner: str, parents: Mapping[str, str | None]) -> str:
    while parents[inner] not in (None, region):
        inner = parents[inner] or ""
    return inner


def open_regions(graph: Graph, limit: int, root: str = "r0") -> list[str]:
    """Return the regions in `root` to show open: outer before inner, in program order, within the budget.

    The last third of it is for loops, and what contains one: a reader looks at them first. Of a loop's iterations the
    first with used operations is open, since the others do much the same.
    """
    regions = {region.id: region for region in graph.regions}
    direct = Counter(node.region for node in graph.nodes)
    children = grouped((each.parent or "", each.id) for each in graph.regions)
    parents = {each.id: each.parent for each in graph.regions}
    loops = {id for each in graph.regions if each.kind in _LOOPS for id in around(each.id, parents)}
    used = {id for node in graph.nodes if node.role != "unused" for id in around(node.region, parents)}
    visible, opened = 1, []
    waiting = deque((root,))
    while waiting:
        region = waiting.popleft()
        cost = direct[region] + len(children[region]) - 1
        room = limit if region in loops else _of_straight_code(limit)
        if region == root or (visible + cost <= room and regions[region].kind not in CLOSED):
            opened.append(region)
            visible += cost
            iterations = [child for child in children[region] if regions[child].kind == "iteration"]
            iterations.sort(key=lambda child: child not in used)
            waiting.extend(child for child in children[region] if child not in iterations[1:])
    return opened


def _is_noise(node: Node) -> bool:  # `pad` gives a list the room that it may grow into
    return node.operation in NOISE or (node.operation == "pad" and any("≤" in str(aval) for aval in node.avals))


def without_noise(graph: Graph) -> Graph:
    """Return the graph without the casts and broadcasts that JAX adds around an operation of the same expression.

    A node goes only when another one that stays has the same span: no expression that the user wrote is left without a
    node, least of all an explicit `x.astype(...)`.
    """
    stays: set[Span | None] = {None}
    stays.update(node.span for node in graph.nodes if not _is_noise(node))
    stays.update(region.span for region in graph.regions if region.kind == "cond")  # effects alone have no result
    fed = {edge.target for edge in graph.edges if edge.kind == "data"}
    source_of: dict[str, Edge] = {}
    doubled = set[str]()
    for edge in graph.edges:
        if edge.kind == "data":
            doubled.update({edge.target} & source_of.keys())
            source_of.setdefault(edge.target, edge)
    dropped = {
        node.id
        for node in graph.nodes
        if _is_noise(node)
        and node.kind == "operation"
        and node.id in fed
        and node.id not in doubled
        and node.span in stays
    }
    if not dropped:
        return graph
    shaped = _shaped(graph, dropped, source_of)
    nodes = tuple(shaped.get(node.id, node) for node in graph.nodes if node.id not in dropped)
    firsts = first_nodes(nodes, graph.regions)
    kept = (
        _steered(edge, dropped, firsts) for edge in graph.edges if edge.target not in dropped or edge.kind != "data"
    )
    edges = tuple(_bypass(edge, dropped, source_of) for edge in kept if edge is not None)
    return without_lone_boxes(replace(graph, nodes=nodes, edges=edges))


def _shaped(graph: Graph, dropped: Collection[str], source_of: Mapping[str, Edge]) -> dict[str, Node]:
    """Return the operations whose one use is a dropped reshape, with the shape after it: `v[0]` is a scalar."""
    nodes, used = {node.id: node for node in graph.nodes}, Counter(edge.source for edge in graph.edges)
    shaped: dict[str, Node] = {}
    for node in graph.nodes:
        if node.id in dropped and node.operation in ("squeeze", "reshape"):
            source = nodes[source_of[node.id].source]
            alone = used[source.id] == 1 and len(source.avals) == 1 and source.kind == "operation"
            if alone and source.id not in dropped and source.span == node.span:
                names = node.names if any(node.names) else source.names
                shaped[source.id] = replace(source, avals=node.avals, names=names)
    return shaped


def _steered(edge: Edge, dropped: Collection[str], firsts: Mapping[str, str]) -> Edge | None:
    """Return a control edge that ends at a remaining node of its region; None if there is none."""
    if edge.kind != "control" or edge.target not in dropped:
        return edge
    target = firsts.get(edge.into or "")
    return None if target is None else replace(edge, target=target)


def _bypass(edge: Edge, dropped: set[str], source_of: Mapping[str, Edge]) -> Edge:
    """Return the edge from the first source that is not dropped; it takes a name from there if it has none."""
    while edge.source in dropped:
        before = source_of[edge.source]
        name = edge.name if edge.name or edge.kind in ("control", "order") else before.name
        edge = replace(edge, source=before.source, name=name)
    return edge


def chosen(label: str, names: Sequence[str]) -> str:
    """Return the label of an operation that an `if` became, with the variable whose value it selects.

    >>> chosen("if a > b", ("high",)), chosen("select", ("low",)), chosen("a > b", ("test",))
    ('high = … if a > b', 'select low', 'a > b')
    >>> chosen("elif a > b", ("high",)), chosen("select(·, 0, ·)", ("low",))
    ('high = … if a > b', 'low = … or 0')
    """
    if len(names) != 1 or not names[0]:
        return label
    if label.startswith(("if ", "elif ")):
        return f"{names[0]} = … {label.removeprefix('el')}"
    if found := _SELECT.fullmatch(label):
        otherwise, taken = (part.replace("·", "…") for part in found.groups())
        return f"{names[0]} = {taken} or {otherwise}"
    return f"select {names[0]}" if label == "select" else label


_SELECT = re.compile(r"select\(·, ([^,()]+), ([^,()]+)\)")


def without_lone_boxes(graph: Graph) -> Graph:
    """Return the graph without regions of an expression of which a single operation is left."""
    holds = Counter(node.region for node in graph.nodes) + Counter(region.parent for region in graph.regions)
    helpers = {region.id: region for region in graph.regions if region.kind == "library" and holds[region.id] == 1}
    nodes, gone = [], set[str]()
    for node in graph.nodes:
        box = helpers.get(node.region)
        if box is not None and box.operation == node.operation:
            gone.add(box.id)
            node = replace(node, region=box.parent or "r0", label=_of_box(node, box))
        nodes.append(node)
    return replace(graph, nodes=tuple(nodes), regions=tuple(r for r in graph.regions if r.id not in gone))


def _of_box(node: Node, box: Region) -> str:
    """Return the label of an operation that was alone in a box: its own if it says more than the box's."""
    words = (box.label if node.operation == "select_n" else "select", *(f"{name} = " for name in node.names if name))
    says = box.label == "select" or any(each in node.label for each in words)
    return node.label if says else chosen(box.label, node.names)
