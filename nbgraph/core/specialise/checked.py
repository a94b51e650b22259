"""The last look at special code before it is shown: it is pure JAX, every name in it is bound, and it can be traced."""

from __future__ import annotations

import ast
import builtins
import contextvars
import inspect
import symtable
import sys
import traceback
import types
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import jax

from nbgraph.core._jax import current_trace, texts_of_tracers
from nbgraph.core.depth import usual
from nbgraph.core.executor.traces import Trace
from nbgraph.core.specialise.outside import global_names
from nbgraph.core.specialise.prelude import CHECKS, CHECKS_LATE
from nbgraph.core.specialise.privacy import bound_in, scopes_of
from nbgraph.core.specialise.standing import ROOM
from nbgraph.core.specialise.verbs import verb_of
from nbgraph.core.staging.host_calls import is_heard, overhear, printed_text
from nbgraph.core.staging.list_notes import BUFFERS
from nbgraph.core.staging.values import is_dynamic, leaves_of, rebuilt

_MODULES = frozenset({"jax", "jnp", "lax"})


def fault_of(text: str) -> str:
    """Why a text would not run when pasted into an empty module; "" if nothing speaks against it.

    >>> fault_of("def f(x): return x + y")
    'its code would read `y`, which nothing binds'
    >>> fault_of("def f(x): return ng.not_(x)")
    'its code would still need `ng.not_`'
    >>> fault_of("import jax.numpy as jnp\\ndef f(jnp): return jnp.abs(1)")
    'a variable is called `jnp` as the module is'
    >>> fault_of("def f(x): return abs(x)")
    ''
    >>> fault_of("def f(x):\\n  def g():\\n    x = 1\\n    nonlocal x")
    "its code would not compile: name 'x' is assigned to before nonlocal declaration"
    """
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        return f"its code would not compile: {error.msg}"
    verbs = [verb for node in ast.walk(tree) if (verb := verb_of(node)) is not None]
    if verbs:
        return f"its code would still need `ng.{verbs[0]}`"
    try:
        module = symtable.symtable(text, "pasted", "exec")
    except SyntaxError as error:
        return f"its code would not compile: {error.msg}"
    known = {symbol.get_name() for symbol in module.get_symbols() if symbol.is_assigned() or symbol.is_imported()}
    shadowed = [name for node in tree.body for name in _shadowed(node)]
    if shadowed:
        return f"a variable is called `{shadowed[0]}` as the module is"
    bound = known | vars(builtins).keys() | {"__name__", "__doc__"}
    missing = next((name for name in global_names(text) if name not in bound), "")
    return f"its code would read `{missing}`, which nothing binds" if missing else ""


@usual
def failure_of(text: str, name: str, trace: Trace) -> str:
    """Why special code cannot take the place of the trace that it was made from; "" if it can.

    It is traced as pasted, with arguments of the same types, and must give results of the same types.

    Args:
        text: the code.
        name: the function in it.
        trace: what it was made from.
    """
    texts: list[Any] = []
    module = types.ModuleType(_PASTED)
    sys.modules[_PASTED] = module  # where dataclasses look for it
    watch = _Watch()
    try:
        exec(compile(_traceable(text), f"<{_PASTED}>", "exec"), vars(module))
        vars(module)[_CUT] = watch.cut
        checks = vars(module).keys() & (CHECKS.keys() | CHECKS_LATE.keys())
        vars(module).update({name: partial(watch.check, name) for name in checks})
        vars(module)["on_host"], vars(module)["print"] = watch.on_host, watch.print
        with texts_of_tracers() as texts:
            found = _result_types(vars(module)[name], trace, watch)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) and not _is_raised(error, text):
            raise  # the user's Stop
        if not trace.results and _is_raised(error, text):
            return ""
        if texts:
            return _MADE_OF_TEXTS
        chooses = isinstance(error, jax.errors.NonConcreteBooleanIndexError) and "bool[]" in str(error)
        if (
            isinstance(error, _OF_THE_RUN)
            and not chooses
            and (watch.is_cut or (_has_lists(trace) and _is_outside(error)))
        ):
            return ""
        words = str(error).split("\n")[0]
        return f"its code would raise {type(error).__name__}" + (f": {words}" if words else "")
    finally:
        del sys.modules[_PASTED]
    if texts:
        return _MADE_OF_TEXTS
    if watch.is_inside:
        return "a helper raises at run time inside a loop or a branch"
    if watch.leaks:
        return "a value of a loop or a branch would get out of it"
    if watch.differs:
        return watch.differs
    wanted = [(kind.shape, kind.dtype) for kind in trace.results]
    return (
        "" if watch.is_cut or found is None or _alike(found, wanted) else "its code would give results of other types"
    )


_PASTED = "pasted_by_nbgraph"
COMPARED: contextvars.ContextVar[Callable[[Any], str] | None] = contextvars.ContextVar("nbgraph_compared", default=None)
"""Says in what the program that special code is traced to differs from the graph; None where nobody has values."""
_CUT = "cut_by_nbgraph"
_MADE_OF_TEXTS = "a text is made of what only the run knows, and is more than printed where it is made"
RAISES = "\0raises"
"""What `hearing` hears where the code would raise."""
_FEW = 3  # items that stand for a list of run-time length
_OF_THE_RUN = (jax.errors.ConcretizationTypeError, jax.errors.TracerIntegerConversionError, IndexError, ValueError)


def _has_lists(trace: Trace) -> bool:
    """Whether lists had a length or an index that only the run knows: code with Python's lists cannot be traced."""
    return any(verb == BUFFERS for _, (verb, _), _ in trace.record.journal)


def _is_outside(error: BaseException) -> bool:
    """Whether an error comes from no loop and no branch of the graph: outside of `jit` all values are known there."""
    frames = [frame.f_code for frame, _ in traceback.walk_tb(error.__traceback__)]
    pasted = [code.co_qualname for code in frames if code.co_filename == f"<{_PASTED}>" and code.co_name != "<module>"]
    return not any("<locals>" in name.removesuffix(".<listcomp>").removesuffix(".<locals>") for name in pasted)


def _traceable(text: str) -> str:
    """Special code as a trace can follow it, which has no lists of run-time length.

    >>> print(_traceable("if n > room: return f(x, room=2 * room)\\na = a[:n].tolist()"))
    a = cut_by_nbgraph(a)
    """
    return ast.unparse(_Cutter().visit(ast.parse(text)))


class _Cutter(ast.NodeTransformer):
    def __init__(self) -> None:
        self.exceptions = {name for name, kind in vars(builtins).items() if _is_exception(kind)}

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        if any(isinstance(base, ast.Name) and base.id in self.exceptions for base in node.bases):
            self.exceptions.add(node.name)
        return self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        match node.value:
            case ast.Call(func=ast.Name(id=name), args=args) if name in self.exceptions:  # whose text nobody sees
                return ast.Expr(ast.Tuple([part for arg in args for part in _without_text(arg)], ast.Load()))
        return self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        match node:
            case ast.BinOp(left=ast.List(), op=ast.Mult(), right=ast.Call(func=ast.Name(id="int"))):
                several = ast.BinOp(node.left, ast.Mult(), ast.Constant(_FEW))
                return ast.Call(ast.Name(_CUT, ast.Load()), [several], [])
        return self.generic_visit(node)

    def visit_If(self, node: ast.If) -> Any:
        again = node.body[0].value if isinstance(node.body[0], ast.Return) else None
        if isinstance(again, ast.Call) and any(keyword.arg == ROOM for keyword in again.keywords):
            return None
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        match node:
            case (
                ast.Call(
                    func=ast.Attribute(
                        value=ast.Subscript(value=items, slice=ast.Slice(upper=ast.Name())), attr="tolist"
                    )
                )
                | ast.Call(
                    func=ast.Name(id="list"), args=[ast.Subscript(value=items, slice=ast.Slice(upper=ast.Name()))]
                )
            ):
                return ast.Call(ast.Name(_CUT, ast.Load()), [items], [])
        return self.generic_visit(node)


def _is_exception(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseException)


def _without_text(argument: ast.expr) -> list[ast.expr]:
    if isinstance(argument, ast.JoinedStr):
        return [part.value for part in argument.values if isinstance(part, ast.FormattedValue)]
    return [argument]


@dataclass
class _Watch:
    """Stands for the helpers for run-time checks: in a loop or a branch nobody can raise what they would raise.

    Attributes:
        outermost: the trace that the whole function is made in.
        is_inside: whether one was called in another trace.
        is_cut: whether an array was cut to a length that only the run knows: what follows has not been seen.
        leaks: whether the graph needs a value of a block that is made no more.
        differs: in what the code differs from the graph for a call's arguments.
    """

    outermost: Any = None
    is_inside: bool = False
    is_cut: bool = False
    leaks: bool = False
    differs: str = ""

    def check(self, name: str, condition: Any, *given: Any) -> None:
        """Stands for a helper that raises, or acts, where a condition says so."""
        self.is_inside |= current_trace() is not self.outermost

        def run(condition: Any, *values: Any) -> None:
            if bool(condition) is (name == "raise_unless"):
                return
            if name == "act_if":
                _overhear(given[0], values)
            else:
                overhear(RAISES)

        jax.debug.callback(run, condition, *(given[1:] if name == "act_if" else ()), ordered=True)

    def on_host(self, act: Any, *values: Any) -> None:
        """Stands for the helper that prints: only arrays and numbers get there."""
        if not all(map(is_dynamic, jax.tree.leaves(values))):
            raise TypeError("an object that may hold run-time values is printed")
        jax.debug.callback(lambda *values: _overhear(act, values), *values, ordered=True)

    def print(self, *parts: Any, sep: str | None = " ", end: str | None = "\n", **_: Any) -> None:
        """Stands for `print`, on the host and where the code is traced."""
        text = printed_text(parts, sep, end)
        if is_heard():
            overhear(text)
        else:
            jax.debug.callback(lambda: overhear(text), ordered=True)

    def cut(self, items: Any) -> list[Any]:
        """A list of run-time length, as far as a trace can have one."""
        self.is_cut = True
        self.is_inside |= current_trace() is not self.outermost
        return list(items[:_FEW])


def _overhear(act: Any, values: Any) -> None:
    """Hear what a function on the host prints; an empty text for one that may do anything else."""
    if "print" in act.__code__.co_names:
        act(*jax.tree.map(_plain, values))
    else:
        overhear("")


def _plain(value: Any) -> Any:
    """A number as Python has it, as the helper `plain` of printed code makes it."""
    if getattr(value, "shape", None) != ():
        return value
    return float(str(value)) if value.dtype.kind == "f" else value.item()


def _is_raised(error: BaseException, text: str) -> bool:
    """Whether an error comes from a `raise` in code that nothing decides about: Python's would come, too."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    lines = {node.lineno for node in ast.walk(ast.parse(_traceable(text))) if isinstance(node, ast.Raise)}
    return last.filename == f"<{_PASTED}>" and last.lineno in lines


def _alike(found: list[tuple[Any, Any]], wanted: list[tuple[Any, Any]]) -> bool:
    """Whether results have the types of others, where arrays may also be the list of their first rows.

    >>> _alike([((), "int32"), ((), "int32"), ((3,), "bool")], [((2,), "int32"), ((3,), "bool")])
    True
    >>> _alike([((), "int32"), ((), "int32")], [((2,), "int32"), ((), "int32")])
    True
    >>> _alike([((), "int32"), ((), "bool"), ((), "int32"), ((), "bool")], [((2,), "int32"), ((2,), "bool")])
    True
    """
    if not wanted:
        return not found
    if found[:1] == wanted[:1] and _alike(found[1:], wanted[1:]):
        return True
    for parts in range(1, len(wanted) + 1):
        rows = {shape[0] if shape else 0 for shape, _ in wanted[:parts]}
        item = [(shape[1:], dtype) for shape, dtype in wanted[:parts]]
        if len(rows) > 1 or 0 in rows:
            break
        for count in range(1, max(rows) + 1):
            if found[(count - 1) * parts : count * parts] != item:
                break
            if _alike(found[count * parts :], wanted[parts:]):
                return True
    return False


def _result_types(function: Any, trace: Trace, watch: _Watch) -> list[tuple[Any, Any]] | None:
    """Shape and dtype of what a function gives for the arguments of a trace; None where it takes others, too."""
    arguments, keywords = trace.inputs
    try:
        inspect.signature(function).bind(*arguments, **keywords)
    except TypeError:
        return None  # a method, which gets its object besides
    leaves, tree = jax.tree_util.tree_flatten(trace.inputs)
    traced = [leaf for leaf in leaves if isinstance(leaf, jax.ShapeDtypeStruct)]

    def program(*values: Any) -> list[Any]:
        watch.outermost = current_trace()
        fresh = iter(values)
        full = [next(fresh) if isinstance(leaf, jax.ShapeDtypeStruct) else leaf for leaf in leaves]
        given, named = rebuilt(tree, full, trace.inputs)
        return [leaf for leaf in leaves_of(function(*given, **named))[0] if is_dynamic(leaf)]

    made = jax.make_jaxpr(program)(*traced)
    if (compared := COMPARED.get()) is not None and not watch.is_cut:
        watch.differs = compared(made)
    watch.leaks = any(isinstance(value, jax.core.Tracer) for value in made.consts)
    return [(kind.shape, kind.dtype) for kind in made.out_avals]


def _shadowed(node: ast.stmt) -> set[str]:
    """The modules of JAX that a function or class asks for something, and has a variable named like them."""
    owners = [part.value for part in ast.walk(node) if isinstance(part, ast.Attribute)]
    modules = {owner.id for owner in owners if isinstance(owner, ast.Name) and owner.id in _MODULES}
    return {name for scope in scopes_of(node) for name in bound_in(scope) if name in modules}
