"""Load generated trees as functions that share the original's globals, cells, positions and qualified names."""

from __future__ import annotations

import ast
import re
import types
from typing import Any

from nbgraph.core.source.environment import codes_in
from nbgraph.core.source.text import compile_again

_FACTORY = "nbgraph_factory"


def load(
    node: ast.FunctionDef | ast.Lambda,
    original: types.FunctionType,
    flags: int,  # compiler flags inherited from `from __future__` imports
    vocabulary: dict[str, Any],  # names that only generated code uses, bound as closure cells
    class_name: str = "",  # the class in whose body the function is defined; "" outside of classes
) -> types.FunctionType:
    """Return the function of a converted definition.

    It is compiled under the user's file name with the user's line and column numbers, so tracebacks, debuggers and
    JAX's own source information refer to the user's lines. It shares the original's globals and closure cells.
    """
    code = with_names(_compile(node, original, flags, vocabulary, class_name), original)
    cells = dict(zip(original.__code__.co_freevars, original.__closure__ or (), strict=True))
    cells |= {name: types.CellType(value) for name, value in vocabulary.items()}
    closure = tuple(cells[name] for name in code.co_freevars)
    function = types.FunctionType(code, original.__globals__, original.__name__, original.__defaults__, closure)
    function.__kwdefaults__ = original.__kwdefaults__
    function.__qualname__ = original.__qualname__
    function.__module__ = original.__module__
    function.__doc__ = original.__doc__
    function.__annotations__ = original.__annotations__
    function.__dict__.update(original.__dict__, __wrapped__=original)
    return function


def _compile(
    node: ast.FunctionDef | ast.Lambda,
    original: types.FunctionType,
    flags: int,
    vocabulary: dict[str, Any],
    class_name: str,
) -> types.CodeType:
    """Return the definition's code object, compiled inside a function whose parameters are its free names."""
    free = sorted({*original.__code__.co_freevars, *vocabulary})
    place: dict[str, Any] = {"lineno": node.lineno, "col_offset": 0, "end_lineno": node.lineno, "end_col_offset": 0}
    body: list[ast.stmt]
    if isinstance(node, ast.Lambda):
        bare_lambda = ast.copy_location(ast.Lambda(_without_evaluation(node.args), node.body), node)
        body = [ast.Return(bare_lambda, **place)]  # a default may be a lambda, too, whose code comes first
    else:
        bare = {name: value for name, value in ast.iter_fields(node) if name not in ("decorator_list", "returns")}
        bare["args"] = _without_evaluation(node.args)
        body = [ast.copy_location(ast.FunctionDef(**bare, decorator_list=[], returns=None), node)]
        if node.name not in free:  # a function that calls itself means the name in its globals
            body.insert(0, ast.Global([node.name], **place))
    arguments = ast.arguments([], [ast.arg(name, **place) for name in free], None, [], [], None, [])
    fields: dict[str, Any] = {"type_params": []} if "type_params" in ast.FunctionDef._fields else {}
    factory = ast.FunctionDef(_FACTORY, arguments, body, [], None, None, **fields, **place)
    wrapped: ast.stmt = factory
    if class_name:  # so that Python mangles `self.__name` as it does in the class
        wrapped = ast.ClassDef(class_name, [], [], [factory], [], **fields, **place)
    module = ast.Module([wrapped], [])
    compiled = compile_again(module, original.__code__.co_filename, flags)
    name = original.__code__.co_name if isinstance(node, ast.Lambda) else node.name
    made = next(code for code in codes_in(compiled) if code.co_name == _FACTORY)
    return next(code for code in codes_in(made) if code.co_name == name)


def _without_evaluation(arguments: ast.arguments) -> ast.arguments:
    """Return parameters without defaults and annotations to evaluate: the original's are reused."""

    def bare(arg: ast.arg) -> ast.arg:
        return ast.copy_location(ast.arg(arg.arg), arg)

    filler = ast.Constant(None, lineno=1, col_offset=0, end_lineno=1, end_col_offset=0)
    return ast.arguments(
        [bare(a) for a in arguments.posonlyargs],
        [bare(a) for a in arguments.args],
        arguments.vararg and bare(arguments.vararg),
        [bare(a) for a in arguments.kwonlyargs],
        [None if d is None else filler for d in arguments.kw_defaults],
        arguments.kwarg and bare(arguments.kwarg),
        [filler for _ in arguments.defaults],
    )


_BLOCK = r"(loop_body|loop_test|if_true|if_false)(_\d+)?"
BLOCKS = re.compile(rf"(\.<locals>\.{_BLOCK})+$")
"""The blocks at the end of a qualified name."""


def with_names(code: types.CodeType, original: types.FunctionType) -> types.CodeType:
    """Return the code of a converted function with the original's qualified names in all definitions."""
    written = frozenset(each.co_name for each in codes_in(original.__code__) if each is not original.__code__)
    return _renamed(code, original.__qualname__, original.__qualname__, written)


def _renamed(code: types.CodeType, name: str, around: str, written: frozenset[str]) -> types.CodeType:
    """Return a code object with another qualified name, and inner ones with theirs.

    Args:
        around: the name of the user's function or class that it is, or is a block of.
        written: the names of the user's own definitions, which may be called as blocks are.
    """

    def renamed(const: object) -> object:
        if const == code.co_qualname and not code.co_flags & 0x02:  # what a class body assigns to `__qualname__`
            return name
        if not isinstance(const, types.CodeType) or not const.co_qualname.startswith(f"{code.co_qualname}."):
            return const  # a global one has no function around it
        rest = const.co_qualname.removeprefix(code.co_qualname)
        if re.fullmatch(_BLOCK, const.co_name) and const.co_name not in written:
            return _renamed(const, name + rest, around, written)
        return _renamed(const, around + rest, around + rest, written)

    return code.replace(co_consts=tuple(map(renamed, code.co_consts)), co_qualname=name)
