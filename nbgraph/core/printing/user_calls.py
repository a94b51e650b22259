"""Calls of the user's functions, and of what JAX makes of them: `loss(w, x)`, `jax.grad(loss)(w, x)`.

The equations of a call all lie within its place in the user's source. Where the function as typed is traced to the
same equations, the printed code has the function and the call.
"""

from __future__ import annotations

import ast
import copy
import functools
import types
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import jax

from nbgraph.core._jax import ROUND_SCOPE
from nbgraph.core.printing.code import assign, call, expression, function_of, literal, text_of, words
from nbgraph.core.printing.conditionals import returned
from nbgraph.core.printing.context import Body
from nbgraph.core.printing.labels import identifier
from nbgraph.core.printing.program import Block, Counted, Equation, Spans, Variable, counted, read_program
from nbgraph.core.printing.same import difference, places
from nbgraph.core.printing.source_words import Group, NotWordsError, Words, filled
from nbgraph.core.printing.user_functions import UserFunction
from nbgraph.core.printing.values import Value, settings, variable
from nbgraph.core.spans import Span

if TYPE_CHECKING:
    from nbgraph.core.printing.context import Context
    from nbgraph.core.printing.walk import Writer

_TRANSFORMATIONS = words("grad value_and_grad vmap jacfwd jacrev jacobian hessian checkpoint remat")
_MOST = 2000  # equations of a call that is traced again


@dataclass(frozen=True)
class Called:
    """The program of a call, with where in its value each result stands."""

    block: Block
    tree: Any
    weak: tuple[bool, ...]


def user_call(writer: Writer, position: int) -> int | None:
    """Write the call that some equations from a position on belong to; the position behind them, None for no call."""
    group = _group(writer, position)
    if group is None or (node := _called_at(writer.context, group.spans[0])) is None:
        return None
    if any(_written(writer, group, node, deep) for deep in (False, True)):
        return position + len(group.equations)
    writer.context.lost.add(group.spans[0])
    return None


def with_whole_calls(context: Context, function: Span, block: Block) -> tuple[Block, set[Span]]:
    """A block in which the loops are not seen that Python ran in calls of the user's functions, and these calls.

    They belong to the call, if it is written as one; where it is not, it is in `context.lost`.
    """
    whole, equations = set[Span](), list[Equation]()
    for equation in block.equations:
        inner = [with_whole_calls(context, function, each) for each in equation.blocks]
        whole |= {span for _, spans in inner for span in spans}
        own = tuple(each for each in equation.iterations if function.line <= _line(each) <= function.end_line)
        site = _below_statements(context, equation.spans)[-1:]
        if own != equation.iterations and site and _called_at(context, site[0]) is not None:
            whole.add(site[0])
        else:
            own = equation.iterations
        equations.append(replace(equation, blocks=tuple(each for each, _ in inner), iterations=own))
    return Block(block.parameters, equations, block.results), whole


def _line(iteration: str) -> int:
    """The line of the loop that an iteration belongs to."""
    return int(iteration.removeprefix(ROUND_SCOPE).partition("_")[0])


def _called_at(context: Context, span: Span) -> ast.Call | None:
    """The call that stands at a place, if it is one of a function of the user's that printed code can have."""
    node = None if context.opens or span in context.lost else context.expression_at(span)
    function = node.func if isinstance(node, ast.Call) else None
    while isinstance(function, ast.Call) and function.args and _transformation(function.func, context.namespace):
        function = function.args[0]
    if not isinstance(function, ast.Name) or not isinstance(node, ast.Call):
        return None
    return node if context.typed.find(context.namespace.get(function.id)) == function.id else None


def _written(writer: Writer, group: Group, node: ast.Call, deep: bool) -> bool:
    """Whether the call is the program of some equations: then it has been written."""
    text = writer.context.places.text(group.spans[0].file)
    assert text is not None
    phrase = _CallWords(writer, group.outside, text)
    phrase.deep, phrase.wholes, phrase.is_open = deep, {}, False
    try:
        made = phrase.call(node)
        if deep and not phrase.is_open:
            return False
        found = _called(text_of(filled(copy.deepcopy(made), phrase.wholes)), phrase)
        block = Block(phrase.outside, group.equations, list(group.results))
        if found is None or not (paths := places(block, found.block)):
            return False
        phrase.define()
        names = {f"_{k}_": writer.known[taken].node for k, taken in enumerate(phrase.outside)}
        _enter(writer, group, filled(made, names), found, paths)
    except NotWordsError:
        return False
    phrase.keep()
    for name, function in phrase.functions.items():
        writer.context.typed.called[name] = function
        writer.context.modules |= function.modules
    return True


def _group(writer: Writer, position: int) -> Group | None:
    """The equations of the call that one belongs to, as far as nothing else stands between; None for no call."""
    first = writer.equations[position]
    own = _own(writer, first)
    if position and _is_beside(writer, writer.equations[position - 1], first):
        return None  # it was looked at
    if not own or writer.context.opens or writer.context.literal:
        return None
    end, is_call = position, False
    while end < len(writer.equations) and not (equation := writer.equations[end]).acts:
        if not _is_beside(writer, first, equation):
            break
        is_call = is_call or len(_own(writer, equation)) > 1 or bool(equation.params.get("is_users"))
        end += 1
    equations = writer.equations[position:end]
    if not is_call or len(equations) > _MOST or any(_counts(each) for each in equations):
        return None
    return Group(equations, own[-1:], writer.uses)


def _is_beside(writer: Writer, one: Equation, other: Equation) -> bool:
    """Whether two equations may belong to one call."""
    return _own(writer, one)[-1:] == _own(writer, other)[-1:] and one.iterations == other.iterations


def _own(writer: Writer, equation: Equation) -> Spans:
    """Where an equation stands in the function that is written, and in what that calls."""
    return _below_statements(writer.context, equation.spans[: len(equation.spans) - writer.frames])


def _below_statements(context: Context, spans: Spans) -> Spans:
    """Places without the headers of loops that Python ran around them."""
    while spans and (decision := context.places.decision(spans[-1:])) and decision.construct in ("for", "while"):
        spans = spans[:-1]
    return spans


def _counts(equation: Equation) -> bool:
    return equation.operation == "python_loop" or any(isinstance(atom, Counted) for atom in equation.operands)


class _CallWords(Words):
    """Copies a call: the function, and the arguments, dicts and lists of arrays among them.

    Attributes:
        functions: the user's functions that it calls.
        deep: whether the name `p_a_b` is that of a part of a part.
        is_open: whether that makes a difference.
        wholes: the arguments of the function that it mentions as they are, each by its parts.
    """

    functions: dict[str, UserFunction]
    deep: bool
    is_open: bool
    wholes: dict[str, ast.expr]

    def call(self, node: ast.Call) -> ast.Call:
        """The call, with `_0_`, `_1_`, ... for what it takes from the program.

        Raises:
            NotWordsError: it is no call of a function of the user's that the module can have.
        """
        arguments = [self.of(each) for each in node.args]
        keywords = [ast.keyword(each.arg, self.of(each.value)) for each in node.keywords]
        return ast.copy_location(ast.Call(self.function(node.func), arguments, keywords), node)

    def function(self, node: ast.expr) -> ast.expr:
        """A function of the user's by its name, or a transformation of one."""
        namespace = self.writer.context.namespace
        if isinstance(node, ast.Name) and node.id in namespace:
            context = self.writer.context
            if context.typed.find(namespace[node.id]) == node.id and node.id not in context.helpers:
                self.functions = context.typed.with_called(node.id)
                return ast.copy_location(ast.Name(node.id, ast.Load()), node)
        elif isinstance(node, ast.Call) and node.args and _transformation(node.func, namespace):
            options = [*node.args[1:], *(each.value for each in node.keywords)]
            if all(isinstance(part, _FIXED) for each in options for part in ast.walk(each)):
                inner = [self.function(node.args[0]), *node.args[1:]]
                self.meanings["jax"] = jax
                name = _transformation(node.func, namespace)
                return ast.copy_location(ast.Call(expression(f"jax.{name}"), inner, node.keywords), node)
        raise NotWordsError

    def define(self) -> None:
        """Have the module define the numbers that the functions mention.

        Raises:
            NotWordsError: one of the names means something else.
        """
        for function in self.functions.values():
            for number, value in function.numbers.items():
                if self.writer.context.define(number, literal(value)) != number:
                    raise NotWordsError

    def name(self, node: ast.Name) -> ast.expr:
        try:
            return super().name(node)
        except NotWordsError:
            return self.container(node)

    def container(self, node: ast.Name) -> ast.expr:
        """A dict or a list by its parts, `{'w': p_w, 'b': p_b}`; an argument of the function by its name."""
        known = [(part, value) for part, value in self.writer.known.items() if not isinstance(value.node, ast.Constant)]
        begin = f"{node.id}_"
        named = {name.removeprefix(begin): part for part, v in known for name in v.names if name.startswith(begin)}
        if named:
            is_list = all(key.split("_")[0].isdecimal() for key in named)
            self.is_open = self.is_open or (not is_list and any("_" in key for key in named))
            paths = {_path(key) if self.deep or is_list else (key,): part for key, part in named.items()}
            return _display({path: self.part(part, node) for path, part in paths.items()})
        given = {path: part for part, v in known if (path := _subscripts(v.node, node.id))}
        if not given:
            raise NotWordsError
        self.wholes[node.id] = _display({path: self.part(part, node) for path, part in given.items()})
        return ast.copy_location(ast.Name(node.id, ast.Load()), node)

    def part(self, variable: Variable, node: ast.expr) -> ast.expr:
        if variable not in self.outside:
            self.outside.append(variable)
        return self.take(variable, node)


_Path = tuple[Any, ...]


def _path(name: str) -> _Path:
    """The keys that a name is made of: `0_w` of 0 and "w"."""
    return tuple(int(key) if key.isdecimal() else key for key in name.split("_"))


def _subscripts(node: ast.expr, name: str) -> _Path:
    """The keys of a part of what a name stands for, `p[0]["w"]`; nothing for any other expression."""
    path: list[Any] = []
    while isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        path.insert(0, node.slice.value)
        node = node.value
    return tuple(path) if isinstance(node, ast.Name) and node.id == name else ()


def _display(parts: Mapping[_Path, ast.expr]) -> ast.expr:
    """The display of a dict or a list, from its parts at any depth."""
    if () in parts:
        return parts[()]
    keys = dict.fromkeys(path[0] for path in parts)
    inner = {key: _display({path[1:]: part for path, part in parts.items() if path[0] == key}) for key in keys}
    if all(type(key) is int for key in keys):
        return ast.List([inner[key] for key in sorted(keys)], ast.Load())
    return ast.Dict([literal(key) for key in keys], [inner[key] for key in keys])


_FIXED = (ast.Constant, ast.Tuple, ast.UnaryOp, ast.unaryop, ast.expr_context)


def _transformation(node: ast.expr, namespace: Mapping[str, Any]) -> str:
    """The name in `jax` of a transformation; "" for anything else."""
    match node:
        case ast.Attribute(value=ast.Name(id=module), attr=name) if namespace.get(module) is jax:
            return name if name in _TRANSFORMATIONS else ""
        case ast.Name(id=name) if name in namespace:
            return next((each for each in _TRANSFORMATIONS if namespace[name] is getattr(jax, each)), "")
    return ""


def _called(text: str, phrase: _CallWords) -> Called | None:
    """The program of a call, in a module with the user's functions as typed; None where it has none."""
    avals = tuple((variable.aval.shape, variable.aval.dtype) for variable in phrase.outside)
    modules, lines = _modules(phrase.meanings), list[str]()
    for function in phrase.functions.values():
        modules |= function.modules
        lines += [f"{name} = {value!r}" for name, value in function.numbers.items()]
        lines.append(text_of(function.node))
    imports = [f"import {path} as {name}" for name, path in modules.items()]
    return _traced("\n".join([*imports, *lines]), text, avals, settings())


def _modules(meanings: Mapping[str, Any]) -> dict[str, str]:
    return {name: value.__name__ for name, value in meanings.items() if isinstance(value, types.ModuleType)}


@functools.lru_cache(maxsize=256)
def _traced(module: str, text: str, avals: tuple[Any, ...], settings: tuple[Any, ...]) -> Called | None:
    names = [f"_{k}_" for k in range(len(avals))]
    main = text_of(function_of("main", names, [ast.Return(ast.parse(text, mode="eval").body)]))
    namespace: dict[str, Any] = {}
    try:
        exec("\n".join(["import jax, jax.numpy as jnp", "from jax import lax", module, main]), namespace)
        given = [jax.ShapeDtypeStruct(shape, dtype) for shape, dtype in avals]
        traced = jax.jit(namespace["main"]).trace(*given)
    except Exception:
        return None
    program = traced.jaxpr
    weak = tuple(bool(getattr(aval, "weak_type", False)) for aval in program.out_avals)
    return Called(read_program(program.jaxpr, program.consts), traced.out_tree, weak)


def _enter(writer: Writer, group: Group, node: ast.expr, found: Called, paths: Sequence[int]) -> None:
    """Enter the results of a call: it stands where it is used, or gets a statement and each result is a part of it."""
    spans = group.spans
    names = [identifier(name) for name in writer.context.places.names(spans[0].file).bound.get(spans[0], ())]
    if found.tree.num_leaves == 1 and found.tree == _LEAF:
        (result,) = group.results
        result.name = names[0] if len(names) == 1 else result.name
        writer.enter(result, _value(node, result, found.weak[0]), spans)
        return
    symbols, parts = _parts(writer, names, found, set(paths))
    writer.body.put(assign(symbols, node), spans)
    for result, path in zip(group.results, paths, strict=True):
        value = _value(parts[path], result, found.weak[path])
        writer.known[result] = value.also(names=frozenset((_word(value.node),)), spans=spans)


_LEAF = jax.tree_util.tree_structure(0)


def _value(node: ast.expr, result: Variable, weak: bool) -> Value:
    return Value(node, result.aval, None if weak else False, traced=True)


def _word(node: ast.expr) -> str:
    """What a part of a value may be called: `g['w']` is `g_w`."""
    return identifier(text_of(node).replace("'", "").replace("%", ""))


def _parts(
    writer: Writer, names: Sequence[str], found: Called, used: set[int]
) -> tuple[list[str], dict[int, ast.expr]]:
    """The variables of a statement that binds the value of a call, and each leaf of it as an expression of these.

    Raises:
        NotWordsError: it is no dict, list or tuple of arrays.
    """
    numbers = jax.tree_util.tree_unflatten(found.tree, range(found.tree.num_leaves))
    several = list(numbers) if type(numbers) is tuple and len(numbers) == len(names) else [numbers]
    symbols, parts = list[str](), dict[int, ast.expr]()
    for name, part in zip(names or ("value",), several, strict=False):
        is_used = not used.isdisjoint(jax.tree_util.tree_leaves(part))
        symbols.append(writer.context.symbols.new(name) if is_used else "_")
        parts |= _leaves(part, ast.Name(symbols[-1], ast.Load()))
    return symbols, parts


def _leaves(part: Any, node: ast.expr) -> dict[int, ast.expr]:
    """The leaves of a value, by their numbers."""
    if type(part) is int:
        return {part: node}
    keys = part.keys() if type(part) is dict else range(len(part)) if type(part) in (list, tuple) else None
    if keys is None:
        raise NotWordsError
    found: dict[int, ast.expr] = {}
    for key in keys:
        found |= _leaves(part[key], ast.Subscript(node, literal(key), ast.Load()))
    return found


def has_helpers(block: Block) -> bool:
    """Whether helpers are called in a block, at any depth."""
    return any(e.operation == "call" and e.params.get("is_users") for e in block.equations) or any(
        has_helpers(inner) for e in block.equations for inner in e.blocks
    )


def helper_call(writer: Writer, equation: Equation, operands: Sequence[Value]) -> ast.Call | None:
    """The call of a helper, which is defined before the function; None where its name means something else.

    One that differs from iteration to iteration of an unrolled loop has numbers in it that grow with the loop's count.
    """
    context, name, block = writer.context, equation.params["name"], equation.blocks[0]
    if context.opens or not equation.params.get("is_users") or any(counted(block)):
        return None
    if name not in context.traced:
        if name in context.prelude or name in context.typed.called:
            return None
        context.traced[name] = block
        _define(writer, name, equation)
    elif difference(context.traced[name], block):
        return None
    return call(name, [value.array() for value in operands])  # type: ignore[no-any-return]


def _define(writer: Writer, name: str, equation: Equation) -> None:
    context, block = writer.context, equation.blocks[0]
    symbols = [context.symbols.new(parameter.name) for parameter in block.parameters]
    given = [
        variable(symbol, parameter.aval, parameter.name)
        for symbol, parameter in zip(symbols, block.parameters, strict=True)
    ]
    body = Body()
    values = type(writer)(context, body, block, given, len(equation.spans)).write()
    body.put(ast.Return(returned(values)), equation.spans)
    context.helpers[name] = function_of(name, symbols, body.statements)
