"""Evaluate the calls on the magic's line in the user's namespace."""

from __future__ import annotations

import ast
import difflib
import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import takewhile
from types import FunctionType
from typing import Any, NoReturn

from nbgraph.core.as_loaded import as_patched
from nbgraph.core.one_line import error_line, text_of
from nbgraph.core.records import dataclass, field
from nbgraph.magics.calls import Call, extent
from nbgraph.magics.line import MagicLine

Given = tuple[tuple[Any, ...], dict[str, Any]]
"""The arguments of a call, by position and by name."""


@dataclass(frozen=True)
class BoundCall:
    """A call with its function and arguments evaluated."""

    call: Call  # where and how it was written
    function: Callable[..., Any]  # the function
    # positional arguments; keywords are among them wherever the function's signature allows it
    args: tuple[Any, ...] = ()
    kwargs: Mapping[str, Any] = field(default_factory=dict)  # the remaining keyword arguments
    is_call: bool = True  # False for a bare function's name
    note: str = ""  # a sentence on how it was made from the line's text
    target: str = ""  # the name that plain Python's result is bound to; "" for none
    line: MagicLine | None = None  # its line, if that is not the magic's


def bind(call: Call, line: MagicLine, namespace: dict[str, Any], noted: Given | None = None) -> BoundCall:
    """Evaluate a call's parts in `namespace` and check them against the function's signature.

    Args:
        noted: the arguments, where they are known; they are not evaluated then.

    >>> bound = bind(*_example("pow(2, exp=n)"), {"n": 5})
    >>> bound.function is pow, bound.args, dict(bound.kwargs)
    (True, (2, 5), {})

    Raises:
        CallError: an unknown name, a part that cannot be evaluated, something that is no function, or arguments
            that do not fit its signature; located in the magic's line.
    """
    evaluator = _Evaluator(call, line, namespace)
    if not isinstance(call.node, ast.Call):
        return BoundCall(call, evaluator.function(call.node), is_call=False)
    from nbgraph.core.executor.as_typed import as_typed  # late: loading imports little

    function = None if isinstance(call.node.func, ast.Call) else evaluator.function(call.node.func)
    with as_typed(namespace):  # an argument such as `g(3)` is what Python makes of it, as is `jax.grad(f)`
        function = evaluator.function(call.node.func) if function is None else function
        given = evaluator.arguments(call.node) if noted is None else (list(noted[0]), noted[1])
    if _makes_a_function(function, given[0]):
        return BoundCall(call, evaluator.function(call.node), is_call=False)
    args, kwargs = _fit(function, *given, call, line)
    return BoundCall(call, *_handing_on(function, args, kwargs))


_MAKERS = {
    "functools": {"partial"},
    "jax": {"checkpoint", "grad", "hessian", "jacfwd", "jacrev", "jit", "pmap", "shard_map", "value_and_grad", "vmap"},
    "nbgraph": {"convert", "function", "to_graph"},
}


def _makes_a_function(function: Any, args: Sequence[Any]) -> bool:
    """Return whether a call only makes a function of another one: `jax.grad(f)`, `functools.partial(f, 2)`."""
    package = str(getattr(function, "__module__", "")).partition(".")[0]
    return getattr(function, "__name__", "") in _MAKERS.get(package, ()) and bool(args) and callable(args[0])


def _handing_on(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> tuple[Callable[..., Any], tuple[Any, ...], Mapping[str, Any]]:
    """Rewrite a library's call that takes the user's functions as a call of a partial that holds them.

    The user's function is what is examined: `jax.tree.map(f, [3])` calls `functools.partial(jax.tree.map, f)`.
    """
    from nbgraph.core.source.ownership import is_user_function  # late: loading imports little

    values = (*args, *kwargs.values())
    if not isinstance(function, FunctionType) or is_user_function(function) or not any(map(is_user_function, values)):
        return function, args, kwargs
    begin = list(takewhile(is_user_function, args))
    parameters = list(inspect.signature(function).parameters.values())[: len(args)]
    first = next((at for at in range(len(begin), len(args)) if is_user_function(args[at])), len(args))
    by_name = [each for each in parameters[first:] if each.kind is each.POSITIONAL_OR_KEYWORD]
    if len(by_name) < len(args) - first:  # as for `jax.lax.cond(p, f, g, x)`: bind what precedes them, too
        behind = len(args) - next(at for at, value in enumerate(reversed(args)) if is_user_function(value))
        return partial(function, *args[:behind]), args[behind:], kwargs
    names = (each.name for each in by_name)
    named = {**dict(zip(names, args[first:], strict=True)), **kwargs}
    held = {name: value for name, value in named.items() if is_user_function(value)}
    left = {name: value for name, value in named.items() if name not in held}
    return partial(function, *begin, **held), args[len(begin) : first], left


def signature_of(function: Callable[..., Any]) -> inspect.Signature:
    """Return the signature of the user's function, unwrapped; raise an error where it has none."""
    from nbgraph.core.source.ownership import plain_function  # late: loading imports little

    return inspect.signature(plain_function(function))


def arguments_of(bound: BoundCall) -> list[str]:
    """Return the names of a called function's arguments; [] for a bare name, or a function without a signature."""
    try:
        signature = signature_of(bound.function)
    except (TypeError, ValueError):  # some built-in functions have none
        return []
    return list(signature.parameters) if bound.is_call else []


@dataclass(frozen=True)
class _Evaluator:
    """Evaluates one call's expressions, so that an error is located at its own expression."""

    call: Call
    line: MagicLine
    namespace: dict[str, Any]

    def function(self, node: ast.expr) -> Callable[..., Any]:
        value = self.value(node, abstract=False)
        if not callable(value):
            self._fail(node, f"`{self._text(node)}` is of type {type(value).__name__}, not a function")
        return value  # type: ignore[no-any-return]

    def arguments(self, node: ast.Call) -> tuple[list[Any], dict[str, Any]]:
        args: list[Any] = []
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                args.extend(self._unpack(argument.value, list))
            else:
                args.append(self.value(argument))
        kwargs: dict[str, Any] = {}
        for keyword in node.keywords:
            if keyword.arg is None:
                kwargs.update(self._unpack(keyword.value, dict))
            else:
                kwargs[keyword.arg] = self.value(keyword.value)
        return args, kwargs

    def _unpack(self, node: ast.expr, kind: Callable[[Any], Any]) -> Any:
        value = self.value(node)
        try:
            return kind(value)
        except (TypeError, ValueError) as error:
            self._fail(node, f"`{self._text(node)}` cannot be unpacked: {text_of(error)}", error)

    def value(self, node: ast.expr, abstract: bool = True) -> Any:
        """Return the value of an expression; abstract values become placeholders."""
        from nbgraph.magics.abstract import AbstractValues  # late: loading imports little

        try:
            placeholders = AbstractValues(node, self.namespace)
            tree = ast.Expression(placeholders.visit(node) if abstract else node)
            if not placeholders.values and any(isinstance(part, ast.Lambda) for part in ast.walk(node)):
                code = compile(self._text(node), self.line.part(*self._place(node)), "eval")
            else:
                code = compile(tree, self.line.file, "eval")
            with as_patched():
                return eval(code, {**self.namespace, **placeholders.values} if placeholders.values else self.namespace)
        except NameError as error:
            self._unknown(node, error)
        except Exception as error:
            self._fail(node, f"`{self._text(node)}` cannot be evaluated: {error_line(error)}", error)

    def _unknown(self, node: ast.expr, error: NameError) -> NoReturn:
        name = error.name or ""
        named = [part for part in ast.walk(node) if isinstance(part, ast.Name) and part.id == name]
        known = [key for key in self.namespace if not key.startswith("_")]
        close = difflib.get_close_matches(name, known, n=1) if len(name) > 1 else []
        remedy = f"`{close[0]}`" if close else f"define `{name}` first, in this cell or an earlier one"
        self._fail(named[0] if named else node, f"the name `{name}` is not defined", error, remedy)

    def _fail(self, node: ast.expr, message: str, cause: Exception | None = None, remedy: str = "") -> NoReturn:
        begin, end = self._place(node)
        raise self.line.error(message, begin, end, remedy) from cause

    def _place(self, node: ast.expr) -> tuple[int, int]:
        shift = self.call.offset
        begin, end = extent(self.line.text[shift:], node)
        return shift + begin, shift + end

    def _text(self, node: ast.expr) -> str:
        begin, end = self._place(node)
        return self.line.text[begin:end]


def _fit(
    function: Callable[..., Any], args: list[Any], kwargs: dict[str, Any], call: Call, line: MagicLine
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    try:
        signature = signature_of(function)
    except (TypeError, ValueError):  # some built-in functions have none
        return tuple(args), kwargs
    try:
        bound = signature.bind(*args, **kwargs)
    except TypeError as error:
        name = getattr(function, "__name__", call.text)
        message = f"the arguments do not fit `{name}{signature}`: {error}"
        raise line.error(message, call.start, call.end, f"`{name}{signature}`") from None
    return bound.args, bound.kwargs


def _example(text: str) -> tuple[Call, MagicLine]:
    from nbgraph.magics.calls import parse_calls

    line = MagicLine(text)
    return parse_calls(line)[0], line
