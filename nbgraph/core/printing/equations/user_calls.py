"""Print calls of the user's functions and of JAX's transformations of them: `loss(w, x)`, `jax.grad(loss)(w, x)`.

The equations of a call all lie within its span in the user's source. Where the function as typed traces to the same
equations, the printed code has the function and the call.
"""

from __future__ import annotations

import ast
import copy
import functools
import types
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import jax

from nbgraph.core.printing.equations.conditionals import returned
from nbgraph.core.printing.equations.context import Body
from nbgraph.core.printing.equivalence.same import difference, places
from nbgraph.core.printing.ir.program import Block, Equation, Variable, counted, read_program
from nbgraph.core.printing.source.call_sites import Called, called_at, enter, group_at, transformation
from nbgraph.core.printing.source.source_expressions import Group, NotWordsError, Words
from nbgraph.core.printing.source.user_functions import UserFunction
from nbgraph.core.printing.text.code import call, expression, function_of, literal, text_of
from nbgraph.core.printing.text.values import Value, settings, variable
from nbgraph.core.source.syntax import filled

if TYPE_CHECKING:
    from nbgraph.core.printing.equations.walk import Writer

_FIXED = (ast.Constant, ast.Tuple, ast.UnaryOp, ast.unaryop, ast.expr_context)


def user_call(writer: Writer, position: int) -> int | None:
    """Write the call that the equations from a position on belong to; return the position after it, or None."""
    group = group_at(writer, position)
    if group is None or (node := called_at(writer.context, group.spans[0])) is None:
        return None
    if any(_written(writer, group, node, deep) for deep in (False, True)):
        return position + len(group.equations)
    writer.context.lost.add(group.spans[0])
    return None


def _written(writer: Writer, group: Group, node: ast.Call, deep: bool) -> bool:
    """Write the call if it traces to these equations; return whether it does."""
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
        enter(writer, group, filled(made, names), found, paths)
    except NotWordsError:
        return False
    phrase.keep()
    for name, function in phrase.functions.items():
        writer.context.typed.called[name] = function
        writer.context.modules |= function.modules
    return True


class _CallWords(Words):
    """Copies a call: the function and the arguments, dicts and lists of arrays included."""

    functions: dict[str, UserFunction]  # the user's functions that it calls
    deep: bool  # whether the name `p_a_b` is that of a part of a part
    is_open: bool  # whether both meanings are still possible
    wholes: dict[str, ast.expr]  # the arguments of the function that it mentions as they are, each by its parts

    def call(self, node: ast.Call) -> ast.Call:
        """Return the call, with `_0_`, `_1_`, ... for what it takes from the program.

        Raises:
            NotWordsError: it is no call of a user's function that the module can have.
        """
        arguments = [self.of(each) for each in node.args]
        keywords = [ast.keyword(each.arg, self.of(each.value)) for each in node.keywords]
        return ast.copy_location(ast.Call(self.function(node.func), arguments, keywords), node)

    def function(self, node: ast.expr) -> ast.expr:
        """Return a user's function by name, or a transformation of one; raise `NotWordsError` for anything else."""
        namespace = self.writer.context.namespace
        if isinstance(node, ast.Name) and node.id in namespace:
            context = self.writer.context
            if context.typed.find(namespace[node.id]) == node.id and node.id not in context.helpers:
                self.functions = context.typed.with_called(node.id)
                return ast.copy_location(ast.Name(node.id, ast.Load()), node)
        elif isinstance(node, ast.Call) and node.args and transformation(node.func, namespace):
            options = [*node.args[1:], *(each.value for each in node.keywords)]
            if all(isinstance(part, _FIXED) for each in options for part in ast.walk(each)):
                inner = [self.function(node.args[0]), *node.args[1:]]
                self.meanings["jax"] = jax
                name = transformation(node.func, namespace)
                return ast.copy_location(ast.Call(expression(f"jax.{name}"), inner, node.keywords), node)
        raise NotWordsError

    def define(self) -> None:
        """Define the numbers that the functions mention; raise `NotWordsError` where a name is taken."""
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
        """Return a dict or list made of its parts, `{'w': p_w, 'b': p_b}`, or an argument by its name."""
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
    """Return the keys in a variable's name: `(0, "w")` for `0_w`."""
    return tuple(int(key) if key.isdecimal() else key for key in name.split("_"))


def _subscripts(node: ast.expr, name: str) -> _Path:
    """Return the keys of a part of `name`, as of `p[0]["w"]`; () for any other expression."""
    path: list[Any] = []
    while isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        path.insert(0, node.slice.value)
        node = node.value
    return tuple(path) if isinstance(node, ast.Name) and node.id == name else ()


def _display(parts: Mapping[_Path, ast.expr]) -> ast.expr:
    """Return the display of a dict or a list, from its parts at any depth."""
    if () in parts:
        return parts[()]
    keys = dict.fromkeys(path[0] for path in parts)
    inner = {key: _display({path[1:]: part for path, part in parts.items() if path[0] == key}) for key in keys}
    if all(type(key) is int for key in keys):
        return ast.List([inner[key] for key in sorted(keys)], ast.Load())
    return ast.Dict([literal(key) for key in keys], [inner[key] for key in keys])


def _called(text: str, phrase: _CallWords) -> Called | None:
    """Return the program of a call, in a module with the user's functions as typed; None where it does not trace."""
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


def has_helpers(block: Block) -> bool:
    """Return whether a block calls helpers, at any depth."""
    return any(e.operation == "call" and e.params.get("is_users") for e in block.equations) or any(
        has_helpers(inner) for e in block.equations for inner in e.blocks
    )


def helper_call(writer: Writer, equation: Equation, operands: Sequence[Value]) -> ast.Call | None:
    """Return the call of a helper, defined before the function; None where its name means something else.

    A helper that differs between iterations of an unrolled loop has numbers that grow with the loop's counter, and is
    written in place.
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
