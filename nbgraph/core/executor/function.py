"""Compile a converted function by `jax.jit`, and keep the record of its traces."""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Callable, Sequence
from typing import Any

from nbgraph.core._jax import first_run, maps_now
from nbgraph.core.errors import NbgraphError
from nbgraph.core.executor.as_typed import given_typed, typed
from nbgraph.core.executor.call_paths import Call, careful, eager, failure_of, opened, set_aside, straight
from nbgraph.core.executor.convert import conversion, head
from nbgraph.core.executor.invalidation.dependencies import Dependencies, watched_arguments
from nbgraph.core.executor.invalidation.freshness import forget, mentioned_names, watched, watched_owner
from nbgraph.core.executor.key_order import OrderedProgram
from nbgraph.core.executor.known_parts import Frozen, holds_known, holds_numbers, holds_tables
from nbgraph.core.executor.learning import Capacity, learn_place, learning
from nbgraph.core.executor.located import compact, located
from nbgraph.core.executor.looked_at import LookedAt
from nbgraph.core.executor.pickling import Restorable, imported_name
from nbgraph.core.executor.programs import Programs
from nbgraph.core.executor.reasons import History, by_parameter, reason_of
from nbgraph.core.executor.results import MoreCapacity, Packed, with_opener
from nbgraph.core.executor.shared_arrays import refuse_shared, shared_aside
from nbgraph.core.executor.traces import Trace, Traces
from nbgraph.core.executor.unfit import (
    nothing_to_trace,
    refuse,
    refuse_too_many,
    refuse_unsortable,
    static_candidates,
    traced_arguments,
)
from nbgraph.core.source.ownership import name_of, plain_function
from nbgraph.core.source.text import SourceText
from nbgraph.core.staging.control_flow import BUDGET, checked_budget
from nbgraph.core.staging.effects import failure_in
from nbgraph.core.staging.frames import learn_alone


class GraphFunction(Restorable):
    """A Python function compiled to a graph, what `ng.function` returns.

    Calling it traces on the first call with each combination of shapes and dtypes, and runs the compiled graph.
    Python numbers are traced; name an argument in `static_argnames` to keep its value known at trace time.

    A call raises a located `StagingError` where the function cannot be staged for its arguments, and what the user's
    own `assert` and `raise` raise.
    """

    # The attributes that a call reads; Python finds `__call__` in the class, whose slot returns it in C.
    __slots__ = ("__call__", "_are_fresh", "_straight")
    __call__: Call
    _straight: Call
    _are_fresh: Callable[[], bool]
    __name__: str  # what `update_wrapper` sets

    def __init__(
        self,
        function: Callable[..., Any],
        *,
        static_argnames: str | Sequence[str] = (),
        max_iterations: int | None = BUDGET,
    ) -> None:
        functools.update_wrapper(self, function, updated=())
        self._function = function
        # the most iterations of a staged loop without `max_iterations`; None for any number
        self.max_iterations = checked_budget(max_iterations)
        # parameters whose values are known at trace time
        self.static_argnames = (static_argnames,) if isinstance(static_argnames, str) else tuple(static_argnames)
        self._history = History()
        self._looked_at: LookedAt | None = None
        self._dependencies = Dependencies()
        self._capacity = Capacity()
        self._opens = False  # whether arguments hold strings or other known values in addition to traced ones
        conversion(function)
        self.__name__ = name_of(function)
        self._compile()
        self._is_made = True  # from here on new attributes are the user's

    def _compile(self) -> None:
        self._programs = Programs(
            self._function,
            self.__name__,
            self.static_argnames,
            self.max_iterations,
            self._capacity.rows,
            self._opens,
            self._traced,
        )
        self._dropped = len(self._history.traces)  # the number of traces that no call can use any more
        self._direct = straight(self._programs, self._whole)
        self._choose()

    def _traced(self, trace: Trace) -> None:
        self._history.enter(trace, self._programs.names)
        given = by_parameter(self._programs.names, *trace.inputs)
        arguments = watched_arguments(given, self.static_argnames, mentioned_names(trace.record))
        self._dependencies.add((*watched(trace.record), *watched_owner(self._function), *arguments))
        self._choose()

    def bound(self, max_iterations: int) -> None:
        """Limit loops to so many iterations from now on; forget all programs."""
        self.max_iterations = checked_budget(max_iterations)
        self._compile()

    def keep_known(self, names: Sequence[str]) -> None:
        """Make further parameters static; forget all programs."""
        self.static_argnames = tuple(dict.fromkeys((*self.static_argnames, *names)))
        self._compile()

    def without_budget(self) -> GraphFunction | None:
        """Return the function without the limit on its loops; None if no traced loop counts iterations."""
        return self.made_again(max_iterations=None) if self._programs.counts else None

    def with_capacity(self, rows: int | None = None) -> GraphFunction:
        """Return a new copy of the function with this initial capacity of its lists."""
        return self.made_again(rows=rows)

    def made_again(self, *, rows: int | None = None, **options: Any) -> GraphFunction:
        """Return a new copy of the function with other options; what is known of its arguments is kept."""
        given = {"static_argnames": self.static_argnames, "max_iterations": self.max_iterations}
        made = GraphFunction(self._function, **(given | options))
        if rows is not None or self._opens:
            made._capacity.rows, made._opens = made._capacity.rows if rows is None else rows, self._opens
            made._compile()
        return made

    def _choose(self) -> None:
        """Choose the shortest path for calls that is right for all traces so far."""
        programs, dependencies = self._programs, self._dependencies
        direct = programs.key_order.in_order(self._direct) if programs.ordered else self._direct
        self._straight = self._guarded(direct)
        if not self._history.traces:  # JAX may refuse the arguments of the first call
            call: Call = self._slowly
        elif programs.needs_care or (programs.may_mark and dependencies):
            call = careful(programs, dependencies.comparison, self._whole, self._recover)
            call = self._guarded(call)
        elif dependencies:
            self._are_fresh = dependencies.are_fresh
            self.__class__ = _ComparingFunction
            return
        else:
            call = self._straight
        _CALL.__set__(self, call)
        self.__class__ = GraphFunction

    def _guarded(self, call: Call) -> Call:
        call = set_aside(call, self._programs, self._slowly, members=False)
        call = call if self._programs.replaced is None else shared_aside(call, self._slowly)
        return set_aside(call, self._programs, self._slowly, members=True) if self._dependencies.tell_members else call

    def _slowly(self, *arguments: Any, **keywords: Any) -> Any:
        __tracebackhide__ = True
        result, failure, _ = self._whole(arguments, keywords)
        if failure is not None:
            raise failure
        return result

    def _recover(self, error: BaseException, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> None:
        """Learn from a program's error, so that the call is repeated; or raise it."""
        __tracebackhide__ = True
        try:
            if not nothing_to_trace(error, self._programs.names, arguments, keywords):
                self._learn(error, arguments, keywords)
        except NbgraphError as found:
            raise compact(found) from found.__cause__

    def _whole(self, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, BaseException | None, Any]:
        """Make the complete call; return the result, the error to raise instead, and the compiled program."""
        __tracebackhide__ = True
        try:
            result, failure, compiled = learning(
                lambda: self._run(arguments, keywords), lambda error: self._learn(error, arguments, keywords)
            )
        except NbgraphError as found:
            raise compact(found) from found.__cause__
        return opened(result, arguments, keywords) if failure is None else None, failure, compiled

    def _run(self, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, BaseException | None, Any]:
        """Make the call with the current values of all names; trace and compile first if the types are new."""
        __tracebackhide__ = True
        self._refresh()
        if self._programs.traced_members(arguments, keywords):
            self.learn_arguments(arguments, keywords)
            if self._programs.traced_members(arguments, keywords):
                raise TypeError("members of enumerations among values that are no key of a trace")
        self._open_numbers(arguments, keywords)
        programs, now = self._programs, eager()
        refuse_too_many(programs.owner, programs.names, arguments, keywords, tables=self.tables)
        try:
            given, named = programs.key_order.given(arguments, keywords)
            if now:
                result, compiled = with_opener(*first_run(programs.jitted, given, named))
            else:  # JAX may map or differentiate it
                result, compiled = (programs.mapped if maps_now() else programs.open)(*given, **named), None
        except (TypeError, ValueError) as error:
            if nothing_to_trace(error, self._programs.names, arguments, keywords):
                self._history.untraced = True
                return self.python_function(*arguments, **keywords), None, None
            raise
        refuse_shared(programs.replaced, arguments, keywords)
        looked_at = isinstance(result, Packed) or (now and (programs.needs_care or programs.may_mark))
        return result, failure_of(result, programs.failures) if looked_at else None, compiled

    def _open_numbers(self, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> None:
        """Pass long lists of numbers as arrays from now on, if a call has any."""
        given = (*arguments, *keywords.values())
        if not self._opens and (holds_numbers(given) or holds_tables(given)):
            self.learn_arguments(arguments, keywords)

    def _refresh(self) -> None:
        """Forget all traces if a name that they depend on has another value."""
        with self._dependencies.lock:  # another thread must not run an old program while names are not compared
            before, dependency = self._dependencies.are_fresh, self._dependencies.changed()
            if dependency is not None:
                self._history.reason = reason_of(dependency)
                for trace in self._history.traces:
                    forget(trace.record)
                self._dependencies.clear()
                self._compile()
            elif self._dependencies.are_fresh is not before:
                self._choose()  # some names are bound to equal objects

    def _learn(self, error: BaseException, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> bool:
        """Prepare the next attempt, with more capacity or static arguments; else raise in the user's line."""
        __tracebackhide__ = True
        if isinstance(error, MoreCapacity):
            self._history.reason = self._capacity.grow(error, self.__name__)
        elif (failure := failure_in(error)) is not None:
            raise failure from None
        elif not self._learn_place(error, arguments, keywords):
            programs = self._programs
            refuse(error, programs.owner, programs.names, self.static_argnames, arguments, keywords)
        self._compile()
        return True

    @property
    def tables(self) -> bool:
        """Whether a list of dicts among the arguments is passed as an array for each key."""
        return self._programs.key_order.tables

    def _learn_place(self, error: BaseException, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> bool:
        return (
            learn_place(error)
            or (isinstance(error, TypeError | ValueError) and self.learn_arguments(arguments, keywords))
            or (holds_tables((*arguments, *keywords.values())) and learn_alone(self._programs.owner))
        )

    def learn_arguments(self, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> bool:
        """Make arguments static that no array can hold; return whether that was new."""
        unfit = static_candidates(self._programs.names, arguments, keywords)
        traced = traced_arguments(self._programs.names, arguments, keywords, (*self.static_argnames, *unfit))
        given = traced_arguments(self._programs.names, arguments, keywords, tuple(traced))
        opens = (
            self._opens or holds_known(traced.values()) or any(Frozen.of(each) is not each for each in given.values())
        )
        news = opens != self._opens or not set(unfit) <= set(self.static_argnames)
        if news:
            self._opens = opens
            self.keep_known(unfit)
        return news

    def lower(self, *arguments: Any, **keywords: Any) -> Any:
        """Return JAX's lowered program for these arguments (abstract ones, too), without budget."""
        return self._without_budget(lambda made: made.plain.lower, arguments, keywords)

    def trace(self, *arguments: Any, **keywords: Any) -> Any:
        """Return JAX's traced program for these arguments (`.jaxpr`), without budget; arguments may be abstract."""
        return self._without_budget(lambda made: made.plain.trace, arguments, keywords)

    def trace_with_events(self, *arguments: Any, **keywords: Any) -> Any:
        """Return `trace` for a report: the last of `traces` has the event log in its record."""
        return self._without_budget(lambda made: made.logged.trace, arguments, keywords)

    def _without_budget(
        self, use: Callable[[Programs], Callable[..., Any]], arguments: tuple[Any, ...], keywords: dict[str, Any]
    ) -> Any:
        def attempt() -> Any:
            return self._programs.key_order.in_order(use(self._programs))(*arguments, **keywords)

        def learn(error: BaseException) -> bool:
            if isinstance(error, ValueError):
                refuse_unsortable(self._programs.owner, self._programs.names, arguments, keywords)
            learned = self._learn_place(error, arguments, keywords)
            if learned:
                self._compile()
            return learned

        self._open_numbers(arguments, keywords)
        refuse_too_many(self._programs.owner, self._programs.names, arguments, keywords, tables=self.tables)
        with located(functools.partial(head, self._programs.owner)):
            return learning(attempt, learn)

    @property
    def traces(self) -> Traces:
        """What the function was traced for so far, oldest first."""
        return Traces(self._history.traces)

    @property
    def current_traces(self) -> list[Trace]:
        """Return those of `traces` that a call can use, as all names still have their values."""
        return self._history.traces[self._dropped :] if self._dependencies.changed() is None else []

    @property
    def looked_at(self) -> LookedAt:
        """Return its calls that the magic has made in its worker; they do not change `traces`."""
        self._looked_at = self._looked_at or LookedAt()
        return self._looked_at

    def explain(self) -> str:
        """What became of each line in the last trace, and how many iterations a loop may make, as text."""
        rows = self._looked_at.rows if self._looked_at is not None else ()
        return self._history.explain(self.__name__, self.max_iterations, rows[-1].signature if rows else None)

    def __repr__(self) -> str:
        return f"<ng.function {self.__name__}{inspect.signature(self._function)}, {len(self.traces)} traces>"

    def __reduce__(self) -> str | tuple[Any, ...]:
        """Pickle by name if it can be imported, else as the function, which is traced again where it arrives."""
        return imported_name(self) or (object.__new__, (GraphFunction,), self.made_of())

    def made_of(self) -> tuple[Callable[..., Any], SourceText, dict[str, Any]]:
        """See `Restorable`."""
        options = {"static_argnames": self.static_argnames, "max_iterations": self.max_iterations}
        return self._function, self._programs.owner.parsed.source, options

    @property
    def __nbgraph_inline__(self) -> Callable[..., Any]:
        """What converted callers call: the function itself, to be converted with them."""
        return self._function

    @property
    def python_function(self) -> Callable[..., Any]:
        """The function as the user wrote it; what it calls is as typed, too, by name or as an argument."""
        return given_typed(self.typed_function, self._programs.owner.parsed.node)

    @property
    def typed_function(self) -> Callable[..., Any]:
        """Return `python_function` for arguments that are as typed already, for exact timing."""
        return typed(self._function)

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        return self if instance is None else types.MethodType(self, instance)

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the user's function, such as `step.calls`, which both versions share."""
        __tracebackhide__ = True
        function = self.__dict__.get("_function")  # none yet while it is unpickled
        if name in getattr(function, "__dict__", {}) or name in _DEFAULTS:
            return getattr(function, name)
        raise AttributeError(f"'function' object has no attribute '{name}'", name=name, obj=self)

    def __setattr__(self, name: str, value: Any) -> None:
        is_ours = "_is_made" not in self.__dict__ or name in self.__dict__ or hasattr(type(self), name)
        if is_ours or not isinstance(self._function, types.FunctionType):
            object.__setattr__(self, name, value)
        else:
            setattr(self._function, name, value)

    @property
    def jitted(self) -> OrderedProgram:
        """Return the program that `jax.jit` compiled, for timing; its results may be packed.

        It is a property, so that an attribute of that name on the user's function cannot replace it.
        """
        return OrderedProgram(self._programs.jitted, self._programs.key_order, self._trace_again)

    def _trace_again(self, *arguments: Any, **keywords: Any) -> Any:
        """Return JAX's traced program of a call, budget included."""

        refuse_too_many(self._programs.owner, self._programs.names, arguments, keywords, tables=self.tables)

        def attempt() -> Any:
            return self._programs.key_order.in_order(self._programs.jitted.trace)(*arguments, **keywords)

        return learning(attempt, lambda error: self._learn(error, arguments, keywords))


_CALL: Any = GraphFunction.__call__  # the slot
_DEFAULTS = ("__defaults__", "__kwdefaults__")  # attributes that tools read of a function


class _ComparingFunction(GraphFunction):
    """A function that first compares the values of names, and goes straight to JAX if they are the same.

    Python reads `__call__` and then calls the result, so no function of nbgraph is active while JAX works.
    """

    @property
    def __call__(self) -> Call:  # type: ignore[override]
        return self._straight if self._are_fresh() else self._slowly


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
        max_iterations: the most iterations of a loop in the graph, unless `ng.loop_options` in it says how many;
            one that goes on is an error. None for any number: a loop that never ends then never returns.

    Returns:
        A `GraphFunction`.

    Raises:
        ValueError: `max_iterations` is not a positive int that fits into 32 bits.
    """
    if fn is None:
        return functools.partial(function, static_argnames=static_argnames, max_iterations=max_iterations)
    return GraphFunction(plain_function(fn), static_argnames=static_argnames, max_iterations=max_iterations)
