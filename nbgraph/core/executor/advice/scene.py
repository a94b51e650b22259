"""Collect the expression at which an error was raised, and the values of its parts."""

from __future__ import annotations

import ast
import builtins
import operator
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import jax
import numpy as np

from nbgraph.core.errors import steps_of
from nbgraph.core.one_line import on_one_line
from nbgraph.core.records import dataclass
from nbgraph.core.source.ownership import is_user_file
from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import functions_of
from nbgraph.core.source.text import SourceText, syntax_at
from nbgraph.core.spans import Span
from nbgraph.core.staging.state import describe
from nbgraph.core.staging.trace import is_block, owner_of, span_of
from nbgraph.core.staging.values import Partial, Undefined

UNKNOWN: Any = object()
"""The value of an expression that is unknown without running the user's code."""
OPERATORS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Div: operator.truediv,
    ast.USub: operator.neg,
}
_NUMBERS = (bool, int, float, np.integer, np.floating)
_SIZED = (list, tuple, dict, set, str, range, np.ndarray, jax.Array)
_MAKERS = functions_of("numpy", Fact.NONE, "array")
_OF_ARRAYS = ("shape", "ndim", "size", "dtype", "T")


@dataclass(frozen=True)
class Scene:
    """The position of an error in the user's innermost function."""

    span: Span  # the place
    text: str  # the user's source there, from which `tree` was parsed
    tree: ast.AST | None  # its syntax tree; None if it is no complete expression or statement
    names: Mapping[str, Any]  # the values of the function's names and of global ones
    function: ast.AST | None  # the syntax tree of the whole function; None if it is not available
    called: str  # the name of the function
    # the arguments of the user's outermost function; empty where JAX has cut the traceback at a
    # block of the function
    arguments: Mapping[str, Any]
    enclosing: frozenset[str] = frozenset()  # the names of the enclosing function

    @classmethod
    def of(cls, trace: types.TracebackType | None) -> Scene | None:
        """Make the scene of the user's innermost frame in a traceback; None if there is none."""
        steps = [step for step in steps_of(trace) if is_users(step.tb_frame)]
        if not steps:
            return None
        found = steps[-1]
        code, frame = found.tb_frame.f_code, found.tb_frame
        span = span_of(code, found.tb_lasti, found.tb_lineno)
        owner, source = owner_of(code), SourceText.of_file(code.co_filename)
        if source is None or span.end_line > len(source.lines):
            return None
        function = owner.parsed.node if owner is not None else _function_at(source, code, span)
        bound = {name: value for name, value in frame.f_locals.items() if not isinstance(value, Undefined | Partial)}
        names = {**frame.f_globals, **bound}
        frames = [step.tb_frame for step in steps]
        outermost = next((each for each in frames if owner_of(each.f_code) and not is_block(each.f_code)), frame)
        return cls(
            span,
            *syntax_at(span),
            names,
            function,
            owner.parsed.name if owner is not None and is_block(code) else code.co_name,
            {} if is_block(outermost.f_code) else _arguments(outermost),
            _enclosing(code, frames),
        )

    @classmethod
    def at(cls, span: Span | None) -> Scene | None:
        """Make the scene of a position, from its source alone; None without source."""
        source = SourceText.of_file(span.file) if span is not None else None
        if span is None or source is None or span.end_line > len(source.lines):
            return None
        function = _function_around(source, span)
        return cls(span, *syntax_at(span), {}, function, getattr(function, "name", ""), {})

    def nodes(self, *kinds: type[ast.AST]) -> Iterator[Any]:
        """Yield the parts of the expression of some node classes, outermost first."""
        for node in ast.walk(self.tree) if self.tree is not None else ():
            if isinstance(node, kinds):
                yield node

    def everywhere(self, *kinds: type[ast.AST]) -> Iterator[Any]:
        """Return the nodes of the whole function of some classes; all nodes if none are named."""
        parts = ast.walk(self.function) if self.function is not None else ()
        return (node for node in parts if isinstance(node, kinds or ast.AST))

    def assigns(self, name: str) -> bool:
        """Whether the function assigns a name."""
        return any(node.id == name and isinstance(node.ctx, ast.Store) for node in self.everywhere(ast.Name))

    def value(self, node: ast.AST | None) -> Any:
        """Return the value of a part; `UNKNOWN` if only the user's code could tell."""
        try:
            return self._value(node)
        except Exception:
            return UNKNOWN

    def _value(self, node: ast.AST | None) -> Any:
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Name(id=name):
                return self.names[name] if name in self.names else getattr(builtins, name, UNKNOWN)
            case ast.Attribute(value=owner, attr=name):
                return _attribute(self._value(owner), name)
            case ast.UnaryOp(op=sign, operand=operand):
                return _computed(sign, self._value(operand))
            case ast.BinOp(left=left, op=sign, right=right):
                return _computed(sign, self._value(left), self._value(right))
            case ast.Subscript(value=owner, slice=key):
                found = self._value(owner)
                return found[self._value(key)] if type(found) in (list, tuple, dict) else UNKNOWN
            case ast.Call(func=ast.Name(id="len"), args=[argument], keywords=[]):
                return len(found) if isinstance(found := self._value(argument), _SIZED) else UNKNOWN
            case ast.Call(func=ast.Attribute(value=module, attr=name), args=arguments, keywords=[]) if name in _MAKERS:
                known = self._value(module) in (np, jax.numpy)
                return getattr(np, name)(*map(self._value, arguments)) if known else UNKNOWN
            case ast.List(elts=parts):
                return [self._value(part) for part in parts]
            case ast.Tuple(elts=parts):
                return tuple(self._value(part) for part in parts)
        return UNKNOWN

    def described(self, node: ast.AST) -> str:
        """Describe a part's value, as "`v` is a float32 array of shape (3,)"; "" if it is not known."""
        value = self.value(node)
        if value is UNKNOWN or isinstance(node, ast.Constant):
            return ""
        return f"`{self.source(node)}` is {describe(value)}"

    def argument(self, value: Any) -> str:
        """Return the name of the argument that a value is; "" for any other value."""
        return next((name for name, given in self.arguments.items() if given is value), "")

    def unpacked(self) -> ast.expr | None:
        """Return the value that is unpacked to the names at this place, as in `a, b = value`; else None."""
        for node in self.everywhere():
            match node:
                case ast.Assign(targets=[ast.Tuple() as names], value=value) if self.tree is not None:
                    if ast.unparse(names) == ast.unparse(self.tree):
                        return value
        return None

    def walked(self) -> ast.expr | None:
        """Return the iterable of a loop whose names are at this place, as in `for a, b in items:`; else None."""
        for node in self.everywhere():
            match node:
                case ast.For(target=ast.Tuple() as names, iter=items) if self.tree is not None:
                    if ast.unparse(names) == ast.unparse(self.tree) and names.lineno == self.span.line:
                        return items
        return None

    def guard(self, test: str) -> str:
        """Return a remedy that tests a condition first, in the comprehension here or in a statement."""
        wanted = ast.dump(self.tree) if self.tree is not None else ""
        for node in self.everywhere():
            if isinstance(node, ast.While) and node.lineno == self.span.line:
                return f"`while {test} and {ast.unparse(node.test)}:`, which ends there"
        for node in self.everywhere():
            if not isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp) or node.lineno != self.span.line:
                continue
            if wanted in map(ast.dump, ast.walk(node.elt)) and not node.generators[-1].ifs:
                return f"`{ast.unparse(node)[1:-1]} if {test}`, which leaves out the others"
        return f"`if {test}:` before this line"

    def within(self, part: ast.expr) -> str:
        """Return the call whose only argument is a part of this line; "" if there is none."""
        here = (call for call in self.everywhere(ast.Call) if len(call.args) == 1 and call.lineno == self.span.line)
        return next((ast.unparse(node) for node in here if ast.dump(node.args[0]) == ast.dump(part)), "")

    def source(self, node: ast.AST) -> str:
        """Return the user's source of a part; equivalent code for a part from elsewhere in the function."""
        is_here = self.tree is not None and any(node is each for each in ast.walk(self.tree))
        segment = ast.get_source_segment(self.text, node) if is_here else None
        return on_one_line(segment or ast.unparse(node)).removesuffix(": pass")


def _arguments(frame: types.FrameType) -> dict[str, Any]:
    names = frame.f_code.co_varnames[: frame.f_code.co_argcount + frame.f_code.co_kwonlyargcount]
    return {name: frame.f_locals[name] for name in names if name in frame.f_locals}


def _enclosing(code: types.CodeType, frames: Sequence[types.FrameType]) -> frozenset[str]:
    owner = owner_of(code)
    outer, _, _ = (code.co_qualname if owner is None else owner.original.__qualname__).rpartition(".<locals>.")
    codes = (frame.f_code for frame in frames if frame.f_code.co_qualname == outer)
    return frozenset(name for each in codes for name in each.co_varnames + each.co_cellvars)


def _attribute(owner: Any, name: str) -> Any:
    if isinstance(owner, jax.Array | np.ndarray):
        return getattr(owner, name) if name in _OF_ARRAYS else UNKNOWN
    if isinstance(owner, types.ModuleType):
        return vars(owner).get(name, UNKNOWN)
    return vars(owner).get(name, UNKNOWN) if hasattr(type(owner), "__dict__") else UNKNOWN


def _computed(sign: ast.AST, *operands: Any) -> Any:
    known = all(isinstance(operand, _NUMBERS) for operand in operands)
    known = known or (isinstance(sign, ast.Add) and all(isinstance(operand, str) for operand in operands))
    return OPERATORS[type(sign)](*operands) if known else UNKNOWN


def is_users(frame: types.FrameType) -> bool:
    """Whether a frame runs the user's code; methods of nbgraph's data classes, which are in no file, do not count."""
    ours = str(frame.f_globals.get("__name__", "")).startswith("nbgraph.")
    return is_user_file(frame.f_code.co_filename) and not (ours and frame.f_code.co_filename == "<string>")


def _function_at(source: SourceText, code: types.CodeType, span: Span) -> ast.AST | None:
    found = (node for node in _functions(source) if node.name == code.co_name)
    first = next((node for node in found if _first_line(node) == code.co_firstlineno), None)
    return first or _function_around(source, span)  # a frame made later starts at another line


def _function_around(source: SourceText, span: Span) -> ast.AST | None:
    around = [node for node in _functions(source) if _first_line(node) <= span.line <= (node.end_lineno or 0)]
    return max(around, key=_first_line, default=None)


def _functions(source: SourceText) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def _first_line(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


class Advice(NamedTuple):
    """What to add to an error's message."""

    detail: str = ""  # the values that led to it, as a clause; "" if they do not help
    remedy: str = ""  # what to write instead; "" if it is not known

    def __bool__(self) -> bool:
        return bool(self.detail or self.remedy)


_Answer = TypeVar("_Answer")
Answers = Iterator[Advice]
"""The advice that a function finds on an error, the best first; only the first is used."""


def best(ask: Callable[..., Iterator[_Answer]], *about: Any) -> _Answer | None:
    """Return the first advice of a function; None if it has none or fails."""
    try:
        return next(ask(*about), None)
    except Exception:  # advice is never worth an error of its own
        return None
