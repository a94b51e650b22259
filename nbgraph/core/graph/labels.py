"""Write the labels of boxes: signs for primitives, literals, strings, and the user's own expression when short."""

from __future__ import annotations

import ast
import contextlib
import functools
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import jax
import numpy as np

from nbgraph.core import _jax
from nbgraph.core.graph.model import Graph, Node, grouped
from nbgraph.core.one_line import cut

SHORT = 22
LONG_HEADER = 160  # for the text shown on hovering; pictures cut it to their room

SIGNS = {
    "add": "+", "sub": "−", "mul": "×", "div": "÷", "rem": "rem", "pow": "**", "integer_pow": "**",
    "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
    "and": "and", "or": "or", "not": "not", "neg": "−", "max": "max", "min": "min",
    "add_any": "+", "dot_general": "@", "select_n": "select", "convert_element_type": "cast",
    "broadcast_in_dim": "broadcast", "reduce_sum": "sum", "reduce_max": "max", "reduce_min": "min",
    "reduce_prod": "prod", "reduce_and": "all", "reduce_or": "any", "shift_right_arithmetic": ">>",
    "shift_left": "<<", "dynamic_slice": "slice", "dynamic_update_slice": "update slice", "clamp": "clip",
    "floor_divide": "//", "remainder": "%", "_where": "where", "get": "read", "swap": "write", "addupdate": "add to",
    "dynamic_index_in_dim": "read", "empty": "nothing", "empty2": "nothing",
}  # fmt: skip
COUNTERS = ("iteration", "count")  # what a `for` carries ahead of the user's values
_GAP = ast.Name("__", ast.Load())
_LONG = ast.Name("_" * 200, ast.Load())
_ASKED = re.compile(r"(?P<word>if|elif|while) (?P<test>.+?):?")
_CHANGED = re.compile(r"(?P<target>[^=\n]+?) (?P<sign>\*\*|//|<<|>>|[-+*/%@&|^])= (?P<value>[^\n]+)")
_INFIX = re.compile(r"[^\w\s]+|and|or|rem")


def sign(operation: str, literals: tuple[str, ...] = ()) -> str:
    """Return the short label of an operation whose source is not available.

    `literals` are its operands as strings, "" for those that come over an edge.

    >>> sign("add", ("", "1.0")), sign("sin"), sign("max", ("", "0.0")), sign("dot_general")
    ('· + 1.0', 'sin', 'max(·, 0.0)', '@')
    >>> sign("stack", ("", "")), sign("stack", ("", "1")), sign("stack", ("",) * 9)
    ('[·, ·]', '[·, 1]', '[…]')
    """
    if operation == "pvary":
        return "".join(literals) or "·"
    if operation == "stack" and literals:
        return f"[{', '.join(literal or '·' for literal in literals) if len(literals) < 4 else '…'}]"
    word = SIGNS.get(operation, operation.replace("_", " ").strip())
    if not any(literals):
        return word
    operands = [literal or "·" for literal in literals]
    if len(operands) == 2 and _INFIX.fullmatch(word):
        return f"{operands[0]} {word} {operands[1]}"
    if len(operands) == 1 and _INFIX.fullmatch(word):
        return f"{word}{operands[0]}"
    return f"{word}({', '.join(operands)})" if len(operands) < 4 else word


def own_words(segment: str) -> str:
    """Return the user's expression, shortened with "…" to fit a box; "" when even that does not fit.

    >>> own_words("a % 2 == 0"), own_words("delta * (jnp.abs(a) - delta / 2)"), own_words("jnp.where(abs(a) > 0, a, 0)")
    ('a % 2 == 0', 'delta * …', 'jnp.where(…)')
    >>> own_words("some_very_long_name_of_mine + 1"), own_words("found[i] = found[i - 1] + found[i - 2]")
    ('… + 1', 'found[i] = …')
    >>> own_words("if items[i] > items[i + 1]:"), own_words("counts.get(word, 0) + weight")
    ('if items[i] > items[…]', 'counts.get(…) + weight')
    >>> own_words("x + self.fee > self.balance"), own_words("account.balance *= 1 + rate / 12")
    ('… > self.balance', 'account.balance *= …')
    >>> own_words("accounts[source] -= amount"), own_words("sorted_values.insert(i, x)")
    ('accounts[…] -= amount', '….insert(…)')
    >>> own_words("self.level > self.limit")
    'self.level > …'
    >>> own_words("is_prime[0] = is_prime[1] = False"), own_words("found[0] = flags[1] = values[i]")
    ('is_prime[…] = …', '')
    """
    segment = segment.strip()
    if len(segment) <= SHORT and "\n" not in segment:
        return segment if is_whole(segment) else ""
    if asked := _ASKED.fullmatch(segment):
        words = own_words(asked["test"])
        return f"{asked['word']} {words}" if words else ""
    if changed := _CHANGED.fullmatch(segment):
        words = own_words("{target} {sign} ({value})".format(**changed.groupdict()))
        return words.replace(f" {changed['sign']} ", f" {changed['sign']}= ", 1)
    try:
        tree = ast.parse(f"({segment})", mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        item, is_set, value = segment.partition("] = ")
        if not is_set or len(item) >= SHORT - 4 or not is_whole(f"{item}]"):
            return ""
        name, others = item.partition("[")[0], value.split("] = ")[:-1]  # of several items it is any
        alike = f"{name}[…] = …" if all(each.startswith(f"{name}[") for each in others) else ""
        return alike if others else f"{item}] = …"
    forms = ((SHORT - 4, True), (SHORT // 2, True), (SHORT // 2, False), (SHORT // 2, None))
    outlines = (ast.unparse(_outline(tree, *form)).replace("__", "…") for form in forms)
    return next((words for words in outlines if len(words) <= SHORT), "")


def item_words(words: str, slices: Sequence[Any]) -> str:
    """Return the name of the item that a slice takes, if the label lists one per item; otherwise the label."""
    names = words.strip("()").split(", ")
    if len(names) < 2 or len(slices) != 1 or not all(map(str.isidentifier, names)):
        return words
    cut, sizes = slices[0].params, slices[0].invars[0].aval.shape
    cuts = zip(cut["start_indices"], cut["limit_indices"], sizes, strict=True)
    at = next((first for first, last, size in cuts if last - first < size), len(names))  # not along a batch's axis
    return names[at] if at < len(names) else words


def iterated(segment: str) -> str:
    """Return what a loop or a comprehension first iterates over; "" for other code.

    >>> iterated("for c in str(n)"), iterated("[int(c) for c in str(n)]"), iterated("(c for c in s"), iterated("a + b")
    ('str(n)', 'str(n)', 's', '')
    """
    tree = None
    for text in (segment, f"{segment})", f"{segment.rstrip(':')}: pass"):  # a sole argument shares its parentheses
        with contextlib.suppress(SyntaxError, ValueError, RecursionError, MemoryError):
            tree = next(iter(ast.parse(text.strip()).body), None)
            break
    match tree:
        case ast.For(iter=found) | ast.Expr(ast.ListComp(_, [ast.comprehension(iter=found), *_])):
            return ast.unparse(found)
        case ast.Expr(ast.GeneratorExp(_, [ast.comprehension(iter=found), *_])):
            return ast.unparse(found)
    return ""


@functools.lru_cache(maxsize=1024)
def is_whole(segment: str) -> bool:
    """Return whether a piece of the user's code is a complete expression, statement or header.

    >>> is_whole("a // b"), is_whole("total += x"), is_whole("for x in v:"), is_whole("except E"), is_whole("a //")
    (True, True, True, True, False)
    """
    before = {"except": "try: pass\n", "elif": "if 0: pass\n"}.get(segment.partition(" ")[0].rstrip(":"), "")
    for text in (segment, f"{before}{segment.rstrip(':')}: pass"):
        with contextlib.suppress(SyntaxError, ValueError, RecursionError, MemoryError):
            ast.parse(text)
            return True
    return False


def _outline(tree: ast.expr, limit: int, deep: bool | None) -> ast.expr:
    """Return the outermost operation with its operands; those longer than a name or a number become "…".

    Args:
        deep: whether of calls and items among them the name is kept; None for that of the first operand alone.
    """
    rest = 0 if deep is None else limit
    match tree:
        case ast.BinOp(left, operator, right):
            return ast.BinOp(_leaf(left, limit, deep), operator, _leaf(right, rest, deep))
        case ast.UnaryOp(operator, operand):
            return ast.UnaryOp(operator, _leaf(operand, limit, deep))
        case ast.Compare(left, operators, rights):
            return ast.Compare(_leaf(left, limit, deep), operators, [_leaf(right, rest, deep) for right in rights])
        case ast.Call(ast.Attribute(owner, name, context), _, _) if not deep:
            return ast.Call(ast.Attribute(_leaf(owner, limit, False), name, context), [_GAP], [])
        case ast.Call(function, _, _):
            return ast.Call(function, [_GAP], [])
        case ast.Subscript(value, _, context):
            return ast.Subscript(_leaf(value, limit, False), _GAP, context)
        case _:
            return _LONG


def _leaf(tree: ast.expr, limit: int, deep: bool | None) -> ast.expr:
    is_part = deep and isinstance(tree, ast.Call | ast.Subscript)
    plain = is_part or isinstance(tree, ast.Name | ast.Constant | ast.Attribute)
    if plain and len(ast.unparse(tree)) <= limit:
        return tree
    return _outline(tree, limit, False) if is_part else _GAP


def header_words(segment: str, fallback: str) -> str:
    """Return the header of a compound statement, shortened; `fallback` for other code.

    >>> header_words("while a != 1:", "while"), header_words("lax.while_loop(test, body, (a, 0))", "while")
    ('while a != 1', 'while')
    >>> header_words("if some_quite_long_condition(of, many, things) < 0 and more:", "cond")
    'if some_quite_long_condition(of, many, things) < 0 and more'
    """
    first = segment.strip().split("\n")[0].rstrip(": ")
    if not re.match(r"(if|elif|while|for|match|except|async for)\b", first) and " if " not in first:
        return fallback
    return cut(first, LONG_HEADER)


def opposite(test: str) -> str:
    """
    >>> opposite("a == b"), opposite("not a"), opposite("a and b")
    ('not a == b', 'a', 'not (a and b)')
    """
    tree = ast.parse(f"({test})", mode="eval").body if is_whole(test) else None
    if isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.Not):
        return test.strip().removeprefix("not").strip()
    alone = isinstance(tree, ast.Compare | ast.Name | ast.Call | ast.Attribute | ast.Subscript)
    return f"not {test}" if alone else f"not ({test})"


def literal_text(value: Any) -> str:
    """Return a scalar's value as the user would write it; "" for anything larger.

    >>> literal_text(np.float32(1.5)), literal_text(np.int32(3)), literal_text(True), literal_text(np.ones(3))
    ('1.5', '3', 'True', '')
    """
    if getattr(value, "shape", ()) != ():
        return ""
    try:
        array = np.asarray(value)
        return str(array[()]) if array.dtype.kind in "biufc" else f"{float(array):g}"
    except (TypeError, ValueError):  # keys and other extended element types have no value to show
        return ""


Texts = Mapping[int, str]
"""What each number that a result may be stands for, as it is written in Python."""

_SEVERAL = 4
_NUMBER = re.compile(r"(?<![\w\[.])-?\d+")


def with_texts(graph: Graph, results: Mapping[str, Texts]) -> Graph:
    """Return the graph with strings in place of their numbers, in its results and what leads to them.

    Args:
        results: the strings that an output may be, by the id of its node.
    """
    nodes = {node.id: node for node in graph.nodes}
    arriving = grouped((edge.target, edge) for edge in graph.edges)
    for output, texts in results.items():
        if not any(nodes[output].names):
            nodes[output] = replace(nodes[output], label=f"return {_among(texts)}")
        waiting, seen = [output], set[str]()
        while waiting:
            for edge in arriving[waiting.pop()]:
                source = nodes[edge.source]
                if edge.kind == "control" or edge.source in seen or (edge.aval and edge.aval.dtype == "bool"):
                    continue
                seen.add(edge.source)
                nodes[edge.source] = _spoken(source, texts)
                if source.role in ("merge", "pass", "variable") or source.operation == "select_n":
                    waiting.append(edge.source)
    return replace(graph, nodes=tuple(nodes[node.id] for node in graph.nodes))


def _spoken(node: Node, texts: Texts) -> Node:
    """Return a node with strings in place of the numbers in its label."""
    if node.kind == "constant" or (node.operation == "select_n" and re.search(r"^select\(| or ", node.label)):
        return replace(node, label=_NUMBER.sub(lambda found: texts.get(int(found[0]), found[0]), node.label))
    return node


def _among(texts: Texts) -> str:
    """
    >>> _among({0: "'a'", 1: "'b'"}), _among({number: str(number) for number in range(9)})
    ("'a' or 'b'", '0 or 1 or 2 or 3 or others')
    """
    first = [text if len(text) <= SHORT else f"{text[: SHORT - 2]}…'" for text in list(texts.values())[:_SEVERAL]]
    return " or ".join([*first, *(["others"] if len(texts) > _SEVERAL else [])])


_STEPS = (jax.lax.round_p, jax.lax.floor_p, jax.lax.ceil_p, jax.lax.sign_p)
_QUESTIONS = frozenset(("eq", "ne", "lt", "le", "gt", "ge", "is_finite"))
CUT = "no gradient passes"
"""What the graph of a derivative says of them."""


def cuts(equation: Any) -> bool:
    """Return whether an equation takes floats and passes no gradient to them."""
    if _jax.bodies(equation) or not equation.outvars or not any(map(takes_floats, equation.invars)):
        return False
    is_step = equation.primitive in _STEPS or equation.primitive.name == "stop_gradient"
    return is_step or not any(map(takes_floats, equation.outvars))


def cut_words(label: str, equation: Any) -> str:
    """Return an equation's label in a differentiated function, with a note if it stops the gradient.

    A comparison gets no note: it has no gradient.
    """
    bodies = _jax.bodies(equation)
    one = bodies[0][0].eqns if len(bodies) == 1 else (equation,)
    is_cut = len(one) == 1 and cuts(one[0]) and one[0].primitive.name not in _QUESTIONS
    return f"{label}: {CUT}" if is_cut else label


def varied(label: str, operation: str) -> str:
    """Return the label of an operation; that of `jax.lax.pcast(x, axis, to="varying")` says what it does."""
    return f"{label}: may differ by device" if operation == "pvary" else label


def takes_floats(atom: Any) -> bool:
    dtype = getattr(atom.aval, "dtype", None)
    return dtype is not None and bool(jax.numpy.issubdtype(dtype, jax.numpy.inexact))
