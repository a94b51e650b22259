"""Find a function object's syntax tree by code positions, verified and never guessed."""

from __future__ import annotations

import ast
import contextlib
import functools
import os
import textwrap
import types
from collections.abc import Iterable, Iterator

from nbgraph.core.depth import deep
from nbgraph.core.errors import SourceError
from nbgraph.core.records import dataclass
from nbgraph.core.source import syntax
from nbgraph.core.source.text import SourceText, compile_again
from nbgraph.core.spans import Span

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda

_FUTURE_FLAGS = 0x1FF0000  # CO_FUTURE_*: the compiler flags a code object inherited from `__future__` imports


@dataclass(frozen=True)
class ParsedFunction:
    """A function's syntax tree, with the text it was compiled from."""

    node: FunctionNode  # the definition, positions as Python compiled them
    source: SourceText  # the whole file or cell
    span: Span  # the definition's own lines, decorators included
    class_name: str  # the enclosing class, for name mangling; "" outside of classes
    flags: int  # compiler flags inherited from `from __future__` imports

    @property
    def head(self) -> Span:
        """The line of its `def`, for errors about the function as a whole."""
        line = self.span.line if isinstance(self.node, ast.Lambda) else self.node.lineno
        text = self.source.lines[line - 1]
        return Span(self.span.file, line, len(text) - len(text.lstrip()), line, len(text.rstrip()))

    @property
    def name(self) -> str:
        return "<lambda>" if isinstance(self.node, ast.Lambda) else self.node.name

    @property
    def makes_functions(self) -> bool:
        """Return whether it returns functions defined in it, as a decorator or `make_adder(n)` does."""
        *body, last = self.node.body if isinstance(self.node.body, list) else [ast.Return(self.node.body)]
        inner = {each.name for each in body if isinstance(each, ast.FunctionDef)}
        value = last.value if isinstance(last, ast.Return) else None
        parts = value.elts if isinstance(value, ast.Tuple) else [value]
        return any(isinstance(each, ast.Lambda) or (isinstance(each, ast.Name) and each.id in inner) for each in parts)


def _definition(function: types.FunctionType) -> str:
    return f"`def {function.__name__}(...):`" if function.__name__.isidentifier() else "the function"


@deep
def parse_function(function: types.FunctionType) -> ParsedFunction:
    """Return the syntax tree of `function`, parsed from the source that was compiled.

    Raises:
        SourceError: the source is not available, does not parse, or is not the running code.
    """
    code = function.__code__
    source = SourceText.of_file(code.co_filename)
    if source is None:
        raise SourceError(
            f"the source of `{function.__name__}` cannot be found",
            span=None,
            remedy=f"{_definition(function)} in a notebook cell or a file, not in a bare `exec` or at the `>>>` prompt",
            variable=function.__name__,
        )
    definitions = _definitions(source, code.co_flags & _FUTURE_FLAGS)
    matches = [found for found in definitions if _first_line(found[0]) == code.co_firstlineno]
    matches = _innermost([found for found in matches if _is_definition_of(found[0], code)])
    if len(matches) != 1 or not _is_what_runs(function, source):
        raise SourceError(
            f"the text of `{function.__name__}` in {os.path.basename(code.co_filename)} is not the code that runs",
            span=Span(code.co_filename, code.co_firstlineno, 0, code.co_firstlineno, 0),
            remedy="run the cell again, or reload the module: its file has changed since it was imported",
            variable=function.__name__,
        )
    node, class_name = matches[0]
    return ParsedFunction(node, source, _own_lines(node, source), class_name, code.co_flags & _FUTURE_FLAGS)


def _own_lines(node: FunctionNode, source: SourceText) -> Span:
    """Return a definition's span from its first decorator and the left margin on; a lambda's from its start."""
    span = source.node_span(node)
    first = min([node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", []))])
    column = span.column if isinstance(node, ast.Lambda) else 0
    return Span(span.file, first, column, span.end_line, span.end_column)


_AWAITS = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
"""A cell may wait beside its definitions; elsewhere, text that does so has not run."""


@functools.lru_cache(maxsize=64)
def _parse(source: SourceText, flags: int) -> ast.Module:
    try:
        tree = compile(source.text, source.file, "exec", flags | ast.PyCF_ONLY_AST, dont_inherit=True)
    except SyntaxError as error:
        line = error.lineno or 1
        raise SourceError(
            f"the source does not parse: {error.msg}",
            span=Span(source.file, line, 0, line, 0),
            remedy="run the cell again, or reload the module: its file has changed since it was imported",
        ) from error
    assert isinstance(tree, ast.Module)
    return tree


@functools.lru_cache(maxsize=64)
def _compiled_code(source: SourceText, flags: int) -> tuple[types.CodeType, ...]:
    return _with_inner(_compiled([_parse(source, flags)], source, flags))


@functools.lru_cache(maxsize=64)
def _compiled_by_statement(source: SourceText, flags: int) -> tuple[types.CodeType, ...]:
    """Compile every statement of a cell by itself, as notebooks do; return all code objects.

    So compiled, a call `math.sqrt(x)` does not know the import.
    """
    blocks = [ast.Module([statement], []) for statement in _parse(source, flags).body]
    return _with_inner(_compiled(blocks, source, flags))


@functools.lru_cache(maxsize=64)
def _compiled_by_cell(source: SourceText, flags: int) -> tuple[types.CodeType, ...]:
    """Compile a marimo notebook as marimo does; return all code objects.

    Each `@app.cell` runs its body, moved to the left margin, as a module.
    """
    found: list[types.CodeType] = []
    for cell in _parse(source, flags).body:
        if isinstance(cell, ast.FunctionDef | ast.AsyncFunctionDef) and _is_cell(cell):
            body = [part for part in cell.body if not isinstance(part, ast.Return)]
            if not body:
                continue
            lines = source.lines[body[0].lineno - 1 : body[-1].end_lineno]
            text = "\n" * (body[0].lineno - 1) + textwrap.dedent("\n".join(lines))
            with contextlib.suppress(SyntaxError):  # a string over several lines may begin left of the margin
                found.append(compile_again(text, source.file, flags | _AWAITS))
    return _with_inner(found)


def _compiled(blocks: Iterable[ast.Module], source: SourceText, flags: int) -> list[types.CodeType]:
    """Return the code of each block, compiled as in a notebook; [] where one does not compile."""
    try:
        return [compile_again(block, source.file, flags | _AWAITS) for block in blocks]
    except SyntaxError:
        return []


def _is_cell(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    names = [getattr(item, "func", item) for item in node.decorator_list]
    return any(isinstance(name, ast.Attribute) and name.attr == "cell" for name in names)


def _with_inner(found: list[types.CodeType]) -> tuple[types.CodeType, ...]:
    for code in found:
        found.extend(const for const in code.co_consts if isinstance(const, types.CodeType))
    return tuple(found)


@functools.lru_cache(maxsize=64)
def _definitions(source: SourceText, flags: int) -> tuple[tuple[FunctionNode, str], ...]:
    return tuple(_functions(_parse(source, flags)))


_DEFINITIONS = syntax.kinds(ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def _functions(tree: ast.Module) -> Iterator[tuple[FunctionNode, str]]:
    """Yield every function definition and lambda, with the name of the class around it."""
    pending: list[tuple[ast.AST, str]] = [(tree, "")]
    while pending:
        node, class_name = pending.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield node, class_name
        inner = node.name if isinstance(node, ast.ClassDef) else class_name
        pending.extend((child, inner) for child in syntax.children(node) if syntax.holds(child, _DEFINITIONS))


def _first_line(node: FunctionNode) -> int:
    decorators = getattr(node, "decorator_list", [])
    return decorators[0].lineno if decorators else node.lineno


def _is_definition_of(node: FunctionNode, code: types.CodeType) -> bool:
    names = [a.arg for a in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
    if list(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]) != [_mangled(n, code) for n in names]:
        return False
    if not isinstance(node, ast.Lambda):
        return code.co_name == node.name
    if (extent := _body_extent(code)) is None:
        return code.co_name == "<lambda>" and _is_constant_of(node, code)
    (line, column, end_line, end_column), body = extent, node.body
    starts = (body.lineno, body.col_offset) <= (line, column)  # a parenthesis may precede the first instruction
    ends = (end_line, end_column) <= (body.end_lineno or 0, body.end_col_offset or 0)
    return code.co_name == "<lambda>" and starts and ends


def _mangled(name: str, code: types.CodeType) -> str:
    """Return a parameter's name as the compiler mangles it: inside a class `__x` has another name."""
    found = [other for other in code.co_varnames if other.endswith(name) and other.startswith("_")]
    return found[0] if name.startswith("__") and not name.endswith("__") and found else name


def _innermost(matches: list[tuple[FunctionNode, str]]) -> list[tuple[FunctionNode, str]]:
    """Return the innermost of nested lambdas: an outer one's code extends beyond the inner one's body."""
    if len(matches) < 2:
        return matches
    return [(node, name) for node, name in matches if not any(_holds(node, other) for other, _ in matches)]


def _holds(node: ast.AST, other: ast.AST) -> bool:
    return node is not other and isinstance(node, ast.Lambda) and any(child is other for child in syntax.walk(node))


def _is_constant_of(node: ast.Lambda, code: types.CodeType) -> bool:
    body = compile(ast.Expression(node.body), code.co_filename, "eval", dont_inherit=True)
    return not body.co_names and repr(body.co_consts[-1:]) == repr(code.co_consts[-1:])


def _body_extent(code: types.CodeType) -> tuple[int, int, int, int] | None:
    """Return the smallest box around all instructions, in lines and byte columns; a lambda's is inside its body.

    None where no instruction has a position: Python 3.12 gives a returned constant the position of the lambda's start.
    """
    starts, ends = [], []
    for line, end_line, column, end_column in code.co_positions():
        if line is None or end_line is None or column is None or end_column is None:
            continue
        if (line, column) != (end_line, end_column):
            starts.append((line, column))
            ends.append((end_line, end_column))
    return (*min(starts), *max(ends)) if starts else None


def _is_what_runs(function: types.FunctionType, source: SourceText) -> bool:
    """Return whether the source still compiles to this code: files, and the registered source of cells, may change."""
    if "@py_builtins" in function.__globals__ and os.path.exists(source.file):
        return True  # a test module whose asserts pytest has rewritten
    code, flags = function.__code__, function.__code__.co_flags & _FUTURE_FLAGS
    ways = (_compiled_code, _compiled_by_statement, _compiled_by_cell)
    return any(code in found(source, flags) for found in ways)
