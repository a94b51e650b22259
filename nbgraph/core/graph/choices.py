"""Label what a conditional selects and a handler catches as the program writes it: `mark = 'pass' if points >= 50 else
'fail'`.

The operation that selects has numbers where the program has strings, and does not know which of its values is which.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from nbgraph.core.decisions import STORED_ITEM
from nbgraph.core.graph.labels import own_words
from nbgraph.core.graph.model import HEADER, Graph, Node, Region, around, grouped
from nbgraph.core.graph.simplify import chosen, together
from nbgraph.core.graph.source_names import Choice
from nbgraph.core.spans import Span

NO_ERROR = "if no error"
"""What follows a call in a `try` where that has not raised."""

AN_ERROR = "if an error"
"""What restores the state before such a call where it has raised."""

_LONGEST = 16
_LEAVES = (ast.Return, ast.Break, ast.Continue, ast.Raise)
_ZEROS = ("broadcast(0)", "broadcast(0.0)", "broadcast(False)")  # the fill values of a list's free slots
_COLLECTIONS = (ast.Tuple, ast.List, ast.Set, ast.Dict)


def named(graph: Graph, choice_at: Callable[[Span | None], Choice | None]) -> Graph:
    """Return the graph with labels that say which variable a conditional sets to what, and `[]` for an empty list."""
    strings, stores = dict(_strings(graph, choice_at)), dict(_stores(graph))

    def relabelled(node: Node) -> str:
        name = node.names[0] if node.names else ""
        begins = node.label in _ZEROS or node.span is None
        if node.operation == "broadcast_in_dim" and begins and "≤" in str(node.avals):
            return "[]"
        if node.operation == "select_n":
            choice = choice_at(node.span)
            return (choice_words(choice, name) if choice else "") or chosen(node.label, node.names)
        is_border = (node.role, node.label) in (("merge", "merge"), ("pass", "unchanged"))
        return name if name and is_border else strings.get(node.id, node.label)

    def headed(region: Region) -> Region:
        whole = choice_at(region.span)
        label = choice_words(whole, "") if isinstance(whole, ast.Try) else stores.get(region.id, region.label)
        return replace(region, label=label)

    nodes = tuple(replace(node, label=relabelled(node)) for node in graph.nodes)
    return replace(graph, nodes=nodes, regions=tuple(map(headed, graph.regions)))


def chains_together(graph: Graph, choice_at: Callable[[Span | None], Choice | None]) -> Graph:
    """Return the graph with a region, closed at first, around the selects of each `if ... elif ... else`."""
    nodes = {node.id: node for node in graph.nodes}
    found = ((node.id, choice_at(node.span)) for node in graph.nodes if node.operation == "select_n")
    asked = {id: choice for id, choice in found if isinstance(choice, ast.If)}
    users = grouped((edge.source, nodes[edge.target]) for edge in graph.edges)
    chains: dict[str, list[Node]] = {}  # the outer choice comes first
    for node in (nodes[id] for id in reversed(asked)):
        user = users[node.id][0] if len(users[node.id]) == 1 else node
        is_alike = (user.region, user.names) == (node.region, node.names)
        is_elif = is_alike and user.id in asked and asked[user.id].orelse == [asked[node.id]]
        chains.setdefault(node.id, chains[user.id] if is_elif else []).append(node)
    boxes = []
    for chain in (chain for id, chain in chains.items() if chain[0].id == id and len(chain) > 1):
        at, words = chain[0], several([asked[node.id] for node in chain], (*chain[0].names, "")[0])
        boxes.append((Region("", "library", words, at.region, at.span, "select_n", at.callers), [n.id for n in chain]))
    return together(graph, boxes)


def several(chain: Sequence[ast.If], name: str) -> str:
    """Return what the branches of an `if ... elif ... else` set a variable to.

    >>> one = ast.parse("if n > 9:\\n  a = 1\\nelif n > 3:\\n  a = 2\\nelse:\\n  a = 3").body[0]
    >>> several([one, one.orelse[0]], "a"), several([one, one.orelse[0]], "b")
    ('a = 1, 2 or 3', 'b = one of 3')
    """
    words = [*(given(each, name, True) or "…" for each in chain), given(chain[-1], name, False) or "…"]
    listed = f"{', '.join(words[:-1])} or {words[-1]}"
    is_short = len(listed) <= HEADER and words.count("…") < 2
    return f"{name} = {listed if is_short else f'one of {len(words)}'}".removeprefix(" = ")


def _strings(graph: Graph, choice_at: Callable[[Span | None], Choice | None]) -> Iterator[tuple[str, str]]:
    """Yield the constants of branches that stand for strings, with the string in the program."""
    regions = {region.id: region for region in graph.regions}
    constants = {node.id: regions[node.region] for node in graph.nodes if node.kind == "constant"}
    for edge in graph.edges:
        branch = constants.get(edge.source)
        choice = choice_at(regions[branch.parent].span) if branch is not None and branch.parent is not None else None
        if branch is not None and branch.kind == "branch" and choice is not None:
            words = given(choice, edge.name, branch.label == "True")
            if words.startswith(("'", '"')):
                yield edge.source, words


def _stores(graph: Graph) -> Iterator[tuple[str, str]]:
    """Yield the boxes that store what a conditional selects, where its branches have several statements for that."""
    nodes = {node.id: node for node in graph.nodes}
    regions = {region.id: region for region in graph.regions}
    parents = {region.id: region.parent for region in graph.regions}
    for edge in graph.edges:
        chosen, box = nodes[edge.source], regions.get(nodes[edge.target].region)
        if box is None or box.kind != "library" or (chosen.role, chosen.label) != ("merge", STORED_ITEM):
            continue
        sign, end = ("(", "…)") if box.label.endswith(")") else (" = ", "…")
        begin = box.label.partition(sign)[0]
        inside = (each.label for each in regions.values() if chosen.region in around(each.id, parents))
        if any(label != box.label and label.partition(sign)[0] == begin for label in inside):
            yield box.id, begin + sign + end


def choice_words(choice: Choice, name: str) -> str:
    """Return what a conditional sets a variable to, and its test; "" where the program does not say it in one place.

    >>> one = ast.parse("if n > 3:\\n  a = 'big'\\n  b += 1\\nelse:\\n  a = 'small'").body[0]
    >>> choice_words(one, "a"), choice_words(one, "b"), choice_words(one, "c")
    ("a = 'big' if n > 3 else 'small'", 'b = b + 1 if n > 3', '')
    >>> choice_words(ast.parse("x if x > limits[0] else f(x, limits[0], limits[1])", mode="eval").body, "")
    'x if x > limits[0] else …'
    >>> choice_words(ast.parse("try: f()\\nexcept (KeyError, ValueError): speed = 0").body[0].handlers[0], "speed")
    'speed = 0 if KeyError or ValueError'
    >>> choice_words(ast.parse("try: f()\\nexcept KeyError: speed = 0\\nexcept ValueError: speed = 1").body[0], "speed")
    'speed = … if KeyError or ValueError'
    """
    if isinstance(choice, ast.Try | ast.comprehension):
        return f"{name} = … {asked_words(choice)}".removeprefix(" = … ")
    taken, otherwise = (given(choice, name, side) for side in (True, False))
    if not (taken or otherwise):
        return ""
    rest = "…" if any(isinstance(node, _LEAVES) for node in ast.walk(choice)) else ""  # what follows is one side of it
    after = f" else {otherwise or rest}" if otherwise or rest else ""
    return f"{name} = {taken or rest or name} {asked_words(choice)}{after}".removeprefix(" = ")


def given(choice: Choice, name: str, side: bool) -> str:
    """Return what one branch sets a variable to; "" where it leaves the variable unchanged."""
    if isinstance(choice, ast.IfExp):
        value = choice.body if side else choice.orelse
        return "" if isinstance(value, _COLLECTIONS) else _short(value)
    block = getattr(choice, "body" if side else "orelse", [])
    found = [value for statement in block for value in _assigned(statement, name)]
    parts = (node for each in block if not isinstance(each, _LEAVES) for node in ast.walk(each))
    surely = len(found) == 1 and not any(isinstance(node, _LEAVES) for node in parts)
    if name and not found and any(isinstance(each, _LEAVES) for each in block[-1:]):
        return name  # what follows is the other side of the choice
    return found[0] if surely else "…" if found else ""


def asked_words(choice: Choice) -> str:
    """Return the test of a conditional or a handler: `if n > 3`, `if KeyError or ValueError`."""
    if isinstance(choice, ast.ExceptHandler | ast.Try):
        handlers = choice.handlers if isinstance(choice, ast.Try) else [choice]
        return f"if {' or '.join(_kinds(handler) or 'an error' for handler in handlers)}"
    asked = choice.ifs if isinstance(choice, ast.comprehension) else [choice.test]
    return f"if {own_words(' and '.join(map(ast.unparse, asked))) or '…'}"


def _kinds(handler: ast.ExceptHandler) -> str:
    match handler.type:
        case None:
            return ""
        case ast.Tuple(kinds):
            return " or ".join(map(ast.unparse, kinds))
    return ast.unparse(handler.type)


def _assigned(statement: ast.stmt, name: str) -> list[str]:
    """Return what a statement assigns to a variable; "…" where it does so only sometimes, or along with others."""
    match statement:
        case ast.Assign([target], value) | ast.AnnAssign(target, _, ast.expr() as value):
            if ast.unparse(target) == name:
                return [_short(value)]
        case ast.AugAssign(target, operator, value):
            if ast.unparse(target) == name:
                read = ast.parse(name, mode="eval").body
                return [_short(ast.BinOp(read, operator, value))]
        case ast.Return(ast.expr() as value) if not name:
            return [] if isinstance(value, _COLLECTIONS) else [_short(value)]
    stored = (node for node in ast.walk(statement) if isinstance(getattr(node, "ctx", None), ast.Store))
    return ["…"] if any(ast.unparse(node) == name for node in stored) else []


def _short(value: ast.expr) -> str:
    words = ast.unparse(value)
    return words if len(words) <= _LONGEST else "…"
