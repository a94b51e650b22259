"""Find the user's variable names by position: which expression of the source is bound to which names."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator

from nbgraph.core.records import dataclass, field
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span

Names = tuple[str, ...]
Spans = tuple[Span, ...]
Choice = ast.If | ast.IfExp | ast.ExceptHandler | ast.Try | ast.comprehension
_HOLDERS = (
    *(ast.If, ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Try, ast.TryStar),
    *(ast.ExceptHandler, ast.Match, ast.match_case),
)
"""What holds statements of the same definition."""


@dataclass(frozen=True, eq=False)
class Function:
    """A definition: its parameters, and the locations of its results."""

    name: str
    label: str  # with that of its class, as `Model.predict`
    span: Span
    parameters: dict[str, Span]
    returns: tuple[Span, ...]
    # what its first statements take apart: a part of a parameter, as `state[0]`, → its name
    unpacked: dict[str, str] = field(default_factory=dict)
    results: tuple[tuple[Span, str], ...] = ()  # of its only `return`: each item's position, and its name if it is one


@dataclass(frozen=True)
class SourceNames:
    """The bindings of one file."""

    # span of a value expression (or of a whole augmented or subscript assignment, or of a loop's target) → the
    # names that it binds
    bound: dict[Span, Names] = field(default_factory=dict)
    # span of a `for` header, and of what it runs over → the loop's target names
    elements: dict[Span, Names] = field(default_factory=dict)
    # span of a `for` header → of each thing in what it runs over, as `xs` in `enumerate(xs)`, the name of its items
    items: dict[Span, dict[str, str]] = field(default_factory=dict)
    # span of the header of a `for` over `range(n)`, and of a comprehension up to there → its target
    counters: dict[Span, str] = field(default_factory=dict)
    # (name, value) → the spans of the literals assigned to that name, in source order
    numbers: dict[tuple[str, object], list[Span]] = field(default_factory=dict)
    functions: tuple[Function, ...] = ()  # the definitions, outer before inner
    # what conditionals, loops and assertions ask → the header up to there
    tests: dict[Span, Span] = field(default_factory=dict)
    # the header of a conditional or of a handler, or a conditional expression → the statement or expression; the header
    # of the first handler of several, where they merge → the whole `try`; what a comprehension asks → its loop
    choices: dict[Span, Choice] = field(default_factory=dict)
    # line → the comprehensions that begin there, outer before inner, each with its loops
    comprehensions: dict[int, list[tuple[Span, Spans]]] = field(default_factory=dict)
    searches: dict[Span, str] = field(default_factory=dict)  # calls of `any` and `all` on a generator


@functools.lru_cache(maxsize=16)
def source_names(text: SourceText) -> SourceNames:
    """Return the bindings of a source; empty if it does not parse. Cached, since a report needs them several times.

    A report reads the same text for its graph, its record and each of its codes.

    >>> found = source_names(SourceText("cell", ("a, b = b, a + b", "c = f(a)", "c += 1")))
    >>> [(span.line, span.column, *names) for span, names in found.bound.items()]
    [(1, 7, 'a'), (1, 10, 'b'), (1, 7, 'a', 'b'), (2, 4, 'c'), (3, 0, 'c')]
    """
    found = SourceNames(functions=tuple(_functions(text.tree, text)))
    for node in ast.walk(text.tree):
        match node:
            case ast.Assign(targets=[target, *_], value=value):
                _bind(found, text, target, value)
                if isinstance(target, ast.Subscript):
                    _bind_item(found, text, target, node)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                _bind(found, text, target, value)
            case ast.NamedExpr(target=target, value=value):
                _bind(found, text, target, value)
            case ast.AugAssign(target=ast.Name(id=name)):
                found.bound[text.node_span(node)] = (name,)
            case ast.AugAssign(target=ast.Subscript() as target):
                _bind_item(found, text, target, node)
            case ast.For(target=target, iter=iterated) | ast.comprehension(target=target, iter=iterated):
                over = text.node_span(iterated)
                found.elements[over] = found.elements[text.node_span(node.target).to(over)] = _flat(target)
                found.bound[text.node_span(target)] = _flat(target)
                if isinstance(node, ast.For):
                    header = text.node_span(node).to(over)
                    found.elements[header] = _flat(target)
                    found.items[header] = dict(_items(target, iterated))
                    _count(found, header, node)
                else:
                    found.choices.update((text.node_span(test), node) for test in node.ifs)
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                loops = tuple(text.node_span(each.target).to(text.node_span(each.iter)) for each in node.generators)
                whole = text.node_span(node)
                found.comprehensions.setdefault(node.lineno, []).append((whole, loops))
                for each in node.generators:
                    _count(found, whole.to(text.node_span(each.iter)), each)
            case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test) | ast.Assert(test=test):
                whole, asked = text.node_span(node), text.node_span(test)
                found.tests[asked] = header = whole if isinstance(node, ast.IfExp) else whole.to(asked)
                if isinstance(node, ast.If | ast.IfExp):
                    found.choices[header] = node
            case ast.Call(func=ast.Name(id="any" | "all" as name), args=[ast.GeneratorExp() | ast.ListComp()]):
                found.searches[text.node_span(node)] = name
            case ast.ExceptHandler(type=ast.expr() as caught):
                found.choices.setdefault(text.node_span(node).to(text.node_span(caught)), node)
            case ast.Try(handlers=[ast.ExceptHandler(type=ast.expr() as caught) as first, _, *_]):
                found.choices[text.node_span(first).to(text.node_span(caught))] = node
            case _:
                pass
    return found


def _bind(found: SourceNames, text: SourceText, target: ast.expr, value: ast.expr) -> None:
    match target, value:
        case (ast.Tuple(parts) | ast.List(parts), ast.Tuple(values) | ast.List(values)) if len(parts) == len(values):
            for part, part_value in zip(parts, values, strict=True):
                _bind(found, text, part, part_value)
        case _:
            pass
    names = _flat(target)
    if any(names):
        found.bound[text.node_span(value)] = names
    if isinstance(target, ast.Name) and isinstance(value, ast.Constant):
        found.numbers.setdefault((target.id, value.value), []).append(text.node_span(value))


def _count(found: SourceNames, header: Span, loop: ast.For | ast.comprehension) -> None:
    match loop.target, loop.iter:
        case ast.Name(id=name), ast.Call(func=ast.Name(id="range"), args=[_]):
            found.counters[header] = name
        case _:
            pass


def _items(target: ast.expr, iterated: ast.expr) -> Iterator[tuple[str, str]]:
    """Yield each iterable of a loop, as it is written, with the name of its items."""
    match target, iterated:
        case ast.Tuple([_, inner]), ast.Call(ast.Name("enumerate"), [over, *_]):
            yield from _items(inner, over)
        case ast.Tuple(parts), ast.Call(ast.Name("zip"), given) if len(parts) == len(given):
            for part, over in zip(parts, given, strict=True):
                yield from _items(part, over)
        case ast.Name(name), _:
            yield ast.unparse(iterated), name


def _bind_item(found: SourceNames, text: SourceText, target: ast.Subscript, statement: ast.stmt) -> None:
    if isinstance(target.value, ast.Name):
        is_dict = isinstance(target.slice, ast.Constant) and isinstance(target.slice.value, str)
        for node in (target, statement):
            found.bound[text.node_span(node)] = (ast.unparse(target) if is_dict else target.value.id,)


def _flat(target: ast.expr) -> Names:
    """Return the names of a target in the order of the value's leaves; "" for what is not a plain name."""
    if isinstance(target, ast.Name):
        return (target.id,)
    if isinstance(target, ast.Tuple | ast.List):
        return tuple(name for part in target.elts for name in _flat(part))
    return ("",)


def _functions(tree: ast.AST, text: SourceText) -> Iterator[Function]:
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    owners = {part: f"{owner.name}." for owner in classes for part in owner.body}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            every = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            parameters = {argument.arg: text.node_span(argument) for argument in every}
            found = [part for part in _statements(node) if isinstance(part, ast.Return)]
            label, returns = f"{owners.get(node, '')}{node.name}", tuple(map(text.node_span, found))
            results = tuple(_results(found[0], text)) if len(found) == 1 else ()
            unpacked = dict(_unpacked(node))
            yield Function(node.name, label, text.node_span(node), parameters, returns, unpacked, results)


def _unpacked(definition: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[tuple[str, str]]:
    """Yield the parts of parameters that the statements at the begin of a body name: `x, n = state`.

    >>> dict(_unpacked(ast.parse("def f(s, t):\\n    (x, y), n = s\\n    w = t['w']\\n    x = x + 1").body[0]))
    {'s[0][0]': 'x', 's[0][1]': 'y', 's[1]': 'n', "t['w']": 'w'}
    """
    for statement in definition.body:
        match statement:
            case ast.Assign(targets=[target], value=ast.Name() | ast.Subscript() as value):
                yield from _parts_of(ast.unparse(value), target)
            case ast.Expr(ast.Constant()):
                pass
            case _:
                return


def _parts_of(whole: str, target: ast.expr) -> Iterator[tuple[str, str]]:
    match target:
        case ast.Name(name):
            yield whole, name
        case ast.Tuple(parts) | ast.List(parts):
            for at, part in enumerate(parts):
                yield from _parts_of(f"{whole}[{at}]", part)


def _results(returned: ast.Return, text: SourceText) -> Iterator[tuple[Span, str]]:
    value = returned.value
    for item in value.elts if isinstance(value, ast.Tuple) else [] if value is None else [value]:
        yield text.node_span(item), item.id if isinstance(item, ast.Name) else ""


def _statements(definition: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.stmt]:
    """Yield the statements of a definition's body in source order, without those of inner definitions."""
    todo = list[ast.AST](reversed(definition.body))
    while todo:
        node = todo.pop()
        if isinstance(node, ast.stmt) and not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
        if isinstance(node, _HOLDERS):
            todo.extend(reversed(list(ast.iter_child_nodes(node))))
