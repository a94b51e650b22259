"""Use the user's own expression for some equations, if tracing it gives exactly these."""

from __future__ import annotations

import ast
import builtins
import functools
import sys
import types
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp

from nbgraph.core.printing.equivalence.same import difference
from nbgraph.core.printing.ir.program import Block, Counted, Equation, Spans, Variable, read_program
from nbgraph.core.printing.text.code import text_of, words
from nbgraph.core.printing.text.values import Value, settings
from nbgraph.core.records import dataclass
from nbgraph.core.source.installed import is_library_file
from nbgraph.core.source.support.rows import Fact
from nbgraph.core.source.support.table import builtins_that
from nbgraph.core.source.syntax import filled
from nbgraph.core.source.text import SourceText

if TYPE_CHECKING:
    from nbgraph.core.printing.equations.walk import Writer

_ALLOWED = (
    *(ast.BinOp, ast.UnaryOp, ast.Compare, ast.Call, ast.Subscript, ast.Attribute, ast.Name, ast.Constant, ast.Tuple),
    *(ast.List, ast.Slice, ast.keyword, ast.operator, ast.unaryop, ast.cmpop, ast.expr_context),
)
METHODS = words(
    "at set add multiply divide power min max sum mean prod any all T mT reshape astype argmax argmin dot cumsum"
    " cumprod ravel flatten transpose shape ndim size dtype get apply std var clip round sort argsort copy squeeze"
    " swapaxes take repeat real imag conj trace diagonal"
)
_STATIC = words("shape ndim size dtype")
_FUNCTIONS = {name: getattr(builtins, name) for name in builtins_that(Fact.OF_ARRAYS)}
_MAY_ACT = sys.stdlib_module_names - {"cmath", "operator"}  # `math` is `jnp` here
_IN_JAX = {"numpy": ("jnp", jnp), "math": ("jnp", jnp)}


@dataclass(frozen=True)
class Group:
    """Consecutive equations of one expression, and the uses of each variable in the block."""

    equations: list[Equation]
    spans: Spans
    uses: dict[Variable, int]

    @property
    def inner(self) -> set[Variable]:
        return {result for equation in self.equations for result in equation.results}

    @property
    def outside(self) -> list[Variable]:
        """Return the variables that the equations take from before them."""
        atoms = [atom for equation in self.equations for atom in equation.operands if isinstance(atom, Variable)]
        inner = self.inner
        return list(dict.fromkeys(atom for atom in atoms if atom not in inner))

    @property
    def results(self) -> list[Variable]:
        """Return the results that are used after the equations."""
        own: dict[Variable, int] = {}
        for equation in self.equations:
            for atom in equation.operands:
                if isinstance(atom, Variable):
                    own[atom] = own.get(atom, 0) + 1
        every = [result for equation in self.equations for result in equation.results]
        return [result for result in every if self.uses.get(result, 0) > own.get(result, 0)]


class NotWordsError(Exception):
    """An expression means something else in printed code."""


def in_source_words(writer: Writer, group: Group) -> tuple[list[Variable], Value] | None:
    """Return the results of some equations and the user's expression for them; None where it is another program."""
    node = writer.context.expression_at(group.spans[0])
    results = group.results
    if node is None or isinstance(node, ast.Name | ast.Constant) or not results:
        return None
    if any(isinstance(atom, Counted) for equation in group.equations for atom in equation.operands):
        return None
    text = writer.context.places.text(group.spans[0].file)
    if text is None:
        return None
    needed, outside = group.outside, group.outside
    phrase = Words(writer, outside, text)
    try:
        made = phrase.of(node, whole=True)
        if not set(needed) <= set(phrase.taken):
            return None
        if not _gives(phrase, made, Block(outside, group.equations, list(results))):
            return None
    except NotWordsError:
        return None
    phrase.keep()
    for part in ast.walk(made):
        if hasattr(part, "lineno"):
            vars(part)["spans"] = (text.node_span(part), *group.spans[1:])
    node = filled(made, {f"_{k}_": writer.known[taken].node for k, taken in enumerate(outside)})
    weak = _weakness([writer.known[each] for each in outside])
    last = group.equations[-1]
    operands = tuple(writer.known[a] for a in last.operands if isinstance(a, Variable) and a in writer.known)
    traced = any(writer.known[each].traced for each in phrase.taken) and not _asks_for_types(made)
    return results, Value(node, results[0].aval, weak, operands=operands, traced=traced)


def _gives(phrase: Words, made: ast.expr, block: Block) -> bool:
    avals = tuple((v.aval.shape, v.aval.dtype) for v in block.parameters)
    meanings = tuple((name, type(value), value) for name, value in phrase.meanings.items())
    found = _traced(text_of(made), avals, meanings, settings())
    return found is not None and len(found.results) == len(block.results) and not difference(block, found)


@functools.lru_cache(maxsize=512)
def _traced(
    text: str, avals: tuple[Any, ...], meanings: tuple[tuple[str, type, Any], ...], settings: tuple[Any, ...]
) -> Block | None:
    """Trace an expression of `_0_`, `_1_`, ...; return None if that fails outside the user's function."""
    names = ", ".join(f"_{k}_" for k in range(len(avals)))
    try:
        function = eval(f"lambda {names}: {text}", {name: value for name, _, value in meanings})
        traced = jax.make_jaxpr(function)(*(jax.ShapeDtypeStruct(shape, dtype) for shape, dtype in avals))
    except Exception:
        return None
    return read_program(traced.jaxpr, traced.consts)


def _asks_for_types(node: ast.expr) -> bool:
    """Return whether an expression uses a value's shape, dtype or length, which Python knows at trace time."""
    return any(
        (isinstance(each, ast.Attribute) and each.attr in _STATIC) or (isinstance(each, ast.Name) and each.id == "len")
        for each in ast.walk(node)
    )


def _weakness(values: list[Value]) -> bool | None:
    if any(value.weak is False for value in values):
        return False
    return True if values and all(value.weak for value in values) else None


def module_word(node: ast.Attribute, namespace: Mapping[str, Any]) -> tuple[ast.expr, str, types.ModuleType] | None:
    """Return a name in a module, `np.pi`, as printed code writes it, with the module's name there and the module.

    Returns:
        None for an attribute of a value.

    Raises:
        NotWordsError: the module is the user's own.
    """
    names = [node.attr]
    owner = node.value
    while isinstance(owner, ast.Attribute):
        names.insert(0, owner.attr)
        owner = owner.value
    module = namespace.get(owner.id) if isinstance(owner, ast.Name) else None
    if not isinstance(module, types.ModuleType) or not isinstance(owner, ast.Name):
        return None
    word, module = _IN_JAX.get(module.__name__, (owner.id, module))
    if not is_library_file(getattr(module, "__file__", "") or ""):
        raise NotWordsError
    path: ast.expr = ast.Name(word, ast.Load())
    for name in names:
        path = ast.Attribute(path, name, ast.Load())
    for part in ast.walk(path):
        ast.copy_location(part, node)
    return path, word, module


class Words:
    """Copies an expression of the user's, with values of the program in place of names."""

    def __init__(self, writer: Writer, outside: list[Variable], text: SourceText) -> None:
        self.writer, self.outside, self.text = writer, outside, text
        self.taken: list[Variable] = []  # the variables of the program that the copy mentions
        self.meanings: dict[str, Any] = {}
        self.numbers: dict[str, Any] = {}

    def of(self, node: Any, *, whole: bool = False) -> Any:
        if not isinstance(node, _ALLOWED):
            raise NotWordsError
        if isinstance(node, ast.expr):
            place = self.text.node_span(node)
            for variable in self.outside:
                value = self.writer.known[variable]
                if not whole and value.spans and value.spans[0] == place:
                    return self.take(variable, node)
        if isinstance(node, ast.Name):
            return self.name(node)
        if isinstance(node, ast.Attribute):
            module = self.module_path(node)
            if module is not None:
                return module
            if node.attr in _STATIC and isinstance(node.value, ast.Name):
                self.mention(node.value.id)
            if node.attr not in METHODS:
                raise NotWordsError
        if isinstance(node, ast.Call):
            self.refuse_call(node.func)
        made: Any = type(node)(**{name: self.field(value) for name, value in ast.iter_fields(node)})
        return ast.copy_location(made, node) if hasattr(node, "lineno") else made

    def mention(self, name: str) -> None:
        """Add a variable of which the expression only uses the type, so that no equation has it."""
        known = reversed(self.writer.known.items())
        found = [variable for variable, value in known if name in value.names and value.is_name]
        if found and not any(name in self.writer.known[each].names for each in self.outside):
            self.outside.append(found[0])

    def field(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self.of(item) for item in value]
        return self.of(value) if isinstance(value, ast.AST) else value

    def take(self, variable: Variable, node: ast.expr) -> ast.Name:
        if variable not in self.taken:
            self.taken.append(variable)
        return ast.copy_location(ast.Name(f"_{self.outside.index(variable)}_", ast.Load()), node)

    def name(self, node: ast.Name) -> ast.expr:
        for variable in self.outside:
            if node.id in self.writer.known[variable].names:
                return self.take(variable, node)
        namespace = self.writer.context.namespace
        if node.id not in namespace:
            raise NotWordsError
        value = namespace[node.id]
        if type(value) in (int, float, bool):
            self.meanings[node.id] = self.numbers[node.id] = value
        elif _FUNCTIONS.get(node.id) is value:
            pass
        else:
            raise NotWordsError
        return ast.copy_location(ast.Name(node.id, ast.Load()), node)

    def module_path(self, node: ast.Attribute) -> ast.expr | None:
        """Return a name in a module, `jnp.pi`, in JAX's counterpart of the module; None for an attribute of a value."""
        found = module_word(node, self.writer.context.namespace)
        if found is None:
            return None
        path, word, module = found
        self.meanings[word] = module
        return path

    def refuse_call(self, function: ast.expr) -> None:
        """Refuse calls by name except of library functions and array methods without effects."""
        if isinstance(function, ast.Name) and function.id not in _FUNCTIONS:
            raise NotWordsError
        found = module_word(function, self.writer.context.namespace) if isinstance(function, ast.Attribute) else None
        if found is not None and found[2].__name__.partition(".")[0] in _MAY_ACT:
            raise NotWordsError

    def keep(self) -> None:
        for name, value in self.meanings.items():
            if isinstance(value, types.ModuleType):
                self.writer.context.modules[name] = value.__name__
        for name, value in self.numbers.items():
            self.writer.context.define(name, ast.parse(repr(value), mode="eval").body)
