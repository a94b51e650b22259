"""The executor: a converted function compiled by `jax.jit`, with a record of its traces."""

from __future__ import annotations

import functools
import inspect
import time
import types
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import jax

from nbgraph.core._jax import EAGER, TRACES
from nbgraph.core.errors import CallError, NbgraphError
from nbgraph.core.executor.convert import conversion, converted_version, head, plain_function
from nbgraph.core.executor.freshness import MISSING, Watch, forget, is_same, watched, watched_owner
from nbgraph.core.executor.guard import wait_for_one
from nbgraph.core.executor.list_arguments import changed_lists
from nbgraph.core.executor.located import compact, located, too_large, user_span
from nbgraph.core.executor.pickling import Restorable, imported_name
from nbgraph.core.executor.reasons import by_parameter, other_arguments, other_value
from nbgraph.core.executor.results import MoreRoom, Packed, pack
from nbgraph.core.executor.traces import Trace, describe_arguments, expect_compilation, types_of_inputs
from nbgraph.core.source.text import SourceText
from nbgraph.core.staging import effects, recorder
from nbgraph.core.staging.budget import BUDGET, checked_budget
from nbgraph.core.staging.conversion import UNKNOWN_INDEX, learn_item
from nbgraph.core.staging.growing import ListRoomError
from nbgraph.core.staging.list_results import adopted
from nbgraph.core.staging.made_arrays import ArrayChanges
from nbgraph.core.staging.program import Changes, stage_call
from nbgraph.core.staging.run_failures import failure_in
from nbgraph.core.staging.values import is_dynamic, is_too_large, leaves_of, type_of

ROWS = 1024  # items that a list of run-time length has room for at first
MOST_ROWS = 1 << 24


class GraphFunction(Restorable):
    """A Python function compiled to a graph, what `ng.function` returns.

    Calling it traces on the first call with each combination of shapes and dtypes, and runs the compiled graph.
    Python numbers are traced; name an argument in `static_argnames` to keep its value known at trace time.

    Attributes:
        python_function: the function as the user wrote it.
        static_argnames: parameters whose values are known at trace time.
        max_iterations: the most rounds that a staged loop may make which says nothing else; None for any number.
    """

    __name__: str  # what `update_wrapper` sets

    def __init__(
        self,
        function: Callable[..., Any],
        *,
        static_argnames: str | Sequence[str] = (),
        max_iterations: int | None = BUDGET,
    ) -> None:
        self.python_function = function
        self.max_iterations = checked_budget(max_iterations)
        self.static_argnames = (static_argnames,) if isinstance(static_argnames, str) else tuple(static_argnames)
        self._traces: list[Trace] = []
        self._watches: dict[tuple[int, str], Watch] = {}
        self._watched: tuple[Watch, ...] = ()
        self._mutable: tuple[Watch, ...] = ()
        self._reason = ""
        self._rows = ROWS
        self.__name__ = getattr(function, "__name__", conversion(function).original.__name__)  # a partial has none
        self._compile()
        functools.update_wrapper(self, function)

    def _compile(self) -> None:
        self._converted = converted_version(self.python_function)
        self._owner = conversion(self.python_function)
        self._names = _parameter_names(self.python_function)

        self._guarded: list[effects.Effects] = []  # checks that no result tells of
        self._jitted = self._compiled(self.max_iterations)
        self._plain = self._jitted if self.max_iterations is None else self._compiled(None)
        self._open = self._compiled(None, differentiable=True)

    def bound(self, max_iterations: int) -> None:
        """Let loops make at most so many rounds from now on; what was traced is traced anew."""
        self.max_iterations = checked_budget(max_iterations)
        self._compile()

    def _compiled(self, budget: int | None, *, differentiable: bool = False) -> Any:
        @functools.wraps(self.python_function)
        def program(*arguments: Any, **keywords: Any) -> Any:
            return self._trace(arguments, keywords, budget, differentiable)

        program.__name__ = self.__name__
        return jax.jit(program, static_argnames=self.static_argnames or None)

    def _trace(
        self, arguments: tuple[Any, ...], keywords: dict[str, Any], budget: int | None, differentiable: bool
    ) -> Any:
        arguments, keywords = adopted(arguments), adopted(keywords)
        log = recorder.Recorder()
        start = time.perf_counter()
        token = recorder.current.set(log)
        try:
            with effects.collecting(self._rows, budget, differentiable=differentiable) as collected:
                changes = Changes()
                result = stage_call(self._converted, arguments, keywords, self._owner, compiled=True, changes=changes)
                if changes.contents:
                    changed, contents = changed_lists(arguments, keywords, changes, self._owner.parsed.span)
                    packed = pack((result, contents), collected, changed)
                else:
                    packed = pack(result, collected)
        except NbgraphError as error:
            if error.span is None and user_span(error.__traceback__) is None:
                error.span = head(self._owner)
            raise
        finally:
            recorder.current.reset(token)
            log.let_go()
        signature = describe_arguments(self._names, arguments, keywords)
        seconds = time.perf_counter() - start
        inputs = types_of_inputs(arguments, keywords)
        results = tuple(type_of(leaf) for leaf in leaves_of(result)[0] if is_dynamic(leaf))
        reason = self._reason or self._other_arguments(inputs)
        variant = (budget, differentiable)
        trace = Trace(signature, seconds, log.decisions, log, reason, inputs, results, time.time(), variant)
        expect_compilation(self.__name__, trace)
        self._enter(trace)
        self._reason = ""
        if collected.checks and packed.__class__ is not Packed:
            self._guarded.append(collected)
        self._watches |= {watch.key: watch for watch in (*watched(log), *watched_owner(self.python_function))}
        self._watched = tuple(self._watches.values())
        self._mutable = tuple(watch for watch in self._watched if watch.contents is not None)
        return packed

    def _enter(self, trace: Trace) -> None:
        """A trace with and one without budget for the same arguments count as one, with the record of the latter."""
        if not self._reason:
            for number, other in reversed(list(enumerate(self._traces))):
                if other.signature == trace.signature and other.variant != trace.variant:
                    plain = trace if trace.variant[0] is None else other
                    known = replace(trace, decisions=plain.decisions, record=plain.record)
                    self._traces[number] = replace(known, reason=other.reason)
                    return
        self._traces.append(trace)

    def _other_arguments(self, inputs: tuple[tuple[Any, ...], dict[str, Any]]) -> str:
        earlier = [by_parameter(self._names, *trace.inputs) for trace in self._traces]
        return other_arguments(by_parameter(self._names, *inputs), earlier)

    def _check_freshness(self, watch: Watch) -> None:
        """A name that the traces depend on may mean something else: trace anew, unless it is the same again."""
        if is_same(watch):
            return
        self._reason = other_value(watch.name, watch.value, watch.names.get(watch.name, MISSING), MISSING)
        for trace in self._traces:
            forget(trace.record)
        self._watches.clear()
        self._watched = self._mutable = ()
        self._compile()

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        """Run the graph; trace and compile it first if these types are new.

        Raises:
            StagingError: the function cannot be staged for these arguments; located in the user's code.
            Exception: what the user's own `assert` and `raise` raise.
        """
        __tracebackhide__ = True
        if self._watched:
            for watch in self._watched:
                if watch[0].get(watch[1], MISSING) is not watch[2]:
                    self._check_freshness(watch)
            for watch in self._mutable:
                self._check_freshness(watch)
        try:
            if TRACES.trace is not EAGER:
                result = self._open(*arguments, **keywords)  # JAX may map or differentiate it
            else:
                result = self._jitted(*arguments, **keywords) if keywords else self._jitted(*arguments)
                if self._guarded:
                    wait_for_one(result)
        except (Exception, ArrayChanges) as error:
            return self._failed(error, arguments, keywords)
        if result.__class__ is not Packed:
            return result
        try:
            failure = result.failure()
        except MoreRoom as short:
            self._make_room(short.rows)
            return self(*arguments, **keywords)
        if failure is not None:
            raise failure
        return result.open(arguments, keywords)

    def _make_room(self, rows: int) -> None:
        """A list outgrew its room: trace anew with more.

        Raises:
            ListRoomError: it has so many items that its loop will hardly end.
        """
        if rows >= MOST_ROWS or self._rows >= 8 * MOST_ROWS:
            raise ListRoomError(
                f"a list in `{self.__name__}` has more than {MOST_ROWS:,} items: does the loop that fills it end?",
                span=head(self._owner),
                remedy="an array of the final size; or a condition that ends the loop",
            )
        self._rows = max(rows, self._rows) * 8
        self._reason = f"a list has more than {rows:,} items: room for {self._rows:,}"
        self._compile()

    def _failed(self, error: BaseException, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        """Arguments that no array can hold are static from now on; everything else is raised in the user's line."""
        __tracebackhide__ = True
        if (failure := failure_in(error)) is not None:
            raise failure from None
        if isinstance(error, UNKNOWN_INDEX) and learn_item(error):
            self._compile()
            return self(*arguments, **keywords)
        names = self._static_candidates(arguments, keywords) if isinstance(error, TypeError | ValueError) else ()
        if names and len(names) == len(arguments) + len(keywords):
            return self.python_function(*arguments, **keywords)  # nothing could be traced: there is no graph
        if names and not set(names) <= set(self.static_argnames):
            self.static_argnames = tuple(dict.fromkeys((*self.static_argnames, *names)))
            self._compile()
            return self(*arguments, **keywords)
        if isinstance(error, OverflowError) and user_span(error.__traceback__) is None:
            raise too_large(error, head(self._owner), self._large(arguments, keywords)) from None
        if isinstance(error, TypeError) and (name := self._untraceable(arguments, keywords)):
            raise CallError(
                f"the argument `{name}` of `{self.__name__}` is an object that no graph can take as it is",
                span=self._owner.parsed.span,
                remedy=f"pass its arrays and numbers, or say that it never changes: static_argnames={name!r}",
                variable=name,
            ) from None
        try:
            with located(functools.partial(head, self._owner)):
                raise error
        except NbgraphError as found:
            raise compact(found) from found.__cause__

    def _untraceable(self, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> str:
        """The first argument that holds something neither traceable nor static."""
        for name, value in (*zip(self._names, arguments, strict=False), *keywords.items()):
            leaves = leaves_of(value)[0]
            if name not in self.static_argnames and any(x is not None and not is_dynamic(x) for x in leaves):
                return name
        return ""

    def _large(self, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> str:
        """The first argument that holds an integer beyond those of a graph."""
        for name, value in (*zip(self._names, arguments, strict=False), *keywords.items()):
            if any(is_too_large(leaf) for leaf in leaves_of(value)[0]):
                return name
        return ""

    def _static_candidates(self, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[str, ...]:
        """Parameters whose arguments are hashable and hold something that cannot be traced."""
        found = []
        for name, value in (*zip(self._names, arguments, strict=False), *keywords.items()):
            untraceable = [leaf for leaf in leaves_of(value)[0] if leaf is not None and not is_dynamic(leaf)]
            if untraceable and (isinstance(value, _Hashable) or callable(value)):
                found.append(name)
        return tuple(found)

    def __reduce__(self) -> str | tuple[Any, ...]:
        """Pickled by name where it can be imported, else as the function, which is traced anew where it arrives."""
        return imported_name(self) or super().__reduce__()

    def made_of(self) -> tuple[Callable[..., Any], SourceText, dict[str, Any]]:
        """See `Restorable`."""
        return (
            self.python_function,
            self._owner.parsed.source,
            {
                "static_argnames": self.static_argnames,
                "max_iterations": self.max_iterations,
            },
        )

    @property
    def __nbgraph_inline__(self) -> Callable[..., Any]:
        """What converted callers call: the function itself, to be converted with them."""
        return self.python_function

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        return self if instance is None else types.MethodType(self, instance)

    @property
    def jitted(self) -> Callable[..., Any]:
        """What `jax.jit` compiled, to be timed; its results may be packed, so call the object itself instead.

        A property, so that an attribute of that name on the user's function cannot take its place.
        """
        jitted: Callable[..., Any] = self._jitted
        return jitted

    @property
    def traces(self) -> tuple[Trace, ...]:
        """What the function was traced for so far, oldest first."""
        return tuple(self._traces)

    def lower(self, *arguments: Any, **keywords: Any) -> Any:
        """JAX's lowered program for these arguments (abstract ones, too), without budget."""
        with located(functools.partial(head, self._owner)):
            return self._learning(lambda: self._plain.lower(*arguments, **keywords))

    def trace(self, *arguments: Any, **keywords: Any) -> Any:
        """JAX's traced program for these arguments (`.jaxpr`), without budget; arguments may be abstract."""
        with located(functools.partial(head, self._owner)):
            return self._learning(lambda: self._plain.trace(*arguments, **keywords))

    def _learning(self, trace: Callable[[], Any]) -> Any:
        """What a trace gives, made again where it finds out that a subscript takes an item of a tuple at run time."""
        while True:
            try:
                return trace()
            except UNKNOWN_INDEX as error:
                if not learn_item(error):
                    raise
                self._compile()

    def explain(self) -> str:
        """What became of each line in the last trace, as text."""
        if not self._traces:
            return f"{self.__name__} has not been traced yet: call it first"
        last = self._traces[-1]
        rows = [f"{self.__name__}{last}", *([f"  traced anew: {last.reason}"] if last.reason else [])]
        for decision in last.decisions:
            promoted = "".join(f"; `{p.variable}` {p.before} → {p.after}" for p in decision.promotions)
            rows.append(
                f"  line {decision.span.line}: {decision.construct} → {decision.became}: {decision.reason}{promoted}"
            )
        return "\n".join(rows)

    def __repr__(self) -> str:
        return f"<ng.function {self.__name__}{inspect.signature(self.python_function)}, {len(self._traces)} traces>"


_Hashable = (str, bytes, tuple, frozenset, type, types.FunctionType, types.MethodType, functools.partial, range, slice)


def _parameter_names(function: Callable[..., Any]) -> tuple[str, ...]:
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return tuple(p.name for p in inspect.signature(function).parameters.values() if p.kind in kinds)


def function(
    fn: Callable[..., Any] | None = None,
    *,
    static_argnames: str | Sequence[str] = (),
    max_iterations: int | None = BUDGET,
) -> Any:
    """Convert a function and compile it to a graph; a decorator, with or without arguments.

    Args:
        fn: a function, lambda, method or callable object.
        static_argnames: parameters whose values stay known at trace time; each new value is a new trace.
        max_iterations: the most rounds that a loop may make in the graph, unless `ng.loop_options` in it says how many;
            one that goes on is an error. None for any number: a loop that never ends then never returns.

    Returns:
        A `GraphFunction`.

    Raises:
        ValueError: `max_iterations` is not a positive int that fits into 32 bits.
    """
    if fn is None:
        return functools.partial(function, static_argnames=static_argnames, max_iterations=max_iterations)
    return GraphFunction(plain_function(fn), static_argnames=static_argnames, max_iterations=max_iterations)
