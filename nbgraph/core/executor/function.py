"""The executor: a converted function compiled by `jax.jit`, with a record of its traces."""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from nbgraph.core._jax import EAGER, TRACES
from nbgraph.core.errors import CallError, NbgraphError
from nbgraph.core.executor.convert import conversion, head, plain_function
from nbgraph.core.executor.freshness import MISSING, Watch, forget, is_same, watched, watched_owner
from nbgraph.core.executor.guard import wait_for_one
from nbgraph.core.executor.history import History
from nbgraph.core.executor.learning import learn_place, learning
from nbgraph.core.executor.located import compact, located, too_large, user_span
from nbgraph.core.executor.pickling import Restorable, imported_name
from nbgraph.core.executor.programs import Programs
from nbgraph.core.executor.reasons import other_value
from nbgraph.core.executor.results import MoreRoom, Packed
from nbgraph.core.executor.traces import Trace
from nbgraph.core.executor.unfit import static_candidates, too_large_one, untraceable
from nbgraph.core.source.text import SourceText
from nbgraph.core.staging.budget import BUDGET, checked_budget
from nbgraph.core.staging.growing import ListRoomError
from nbgraph.core.staging.run_failures import failure_in

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
        self._history = History()
        self._watches: dict[tuple[int, str], Watch] = {}
        self._watched: tuple[Watch, ...] = ()
        self._mutable: tuple[Watch, ...] = ()
        self._rows = ROWS
        self.__name__ = getattr(function, "__name__", conversion(function).original.__name__)  # a partial has none
        self._compile()
        functools.update_wrapper(self, function)

    def _compile(self) -> None:
        self._programs = Programs(
            self.python_function, self.__name__, self.static_argnames, self.max_iterations, self._rows, self._traced
        )

    def _traced(self, trace: Trace) -> None:
        """Enter a trace, and watch what it depends on."""
        self._history.enter(trace, self._programs.names)
        self._watches |= {watch.key: watch for watch in (*watched(trace.record), *watched_owner(self.python_function))}
        self._watched = tuple(self._watches.values())
        self._mutable = tuple(watch for watch in self._watched if watch.contents is not None)

    def bound(self, max_iterations: int) -> None:
        """Let loops make at most so many rounds from now on; what was traced is traced anew."""
        self.max_iterations = checked_budget(max_iterations)
        self._compile()

    def _check_freshness(self, watch: Watch) -> None:
        """A name that the traces depend on may mean something else: trace anew, unless it is the same again."""
        if is_same(watch):
            return
        self._history.reason = other_value(watch.name, watch.value, watch.names.get(watch.name, MISSING), MISSING)
        for trace in self._history.traces:
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
        result, failure = learning(
            lambda: self._run(arguments, keywords), lambda error: self._learn(error, arguments, keywords)
        )
        if failure is not None:
            raise failure
        return result.open(arguments, keywords) if isinstance(result, Packed) else result

    def _run(self, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> tuple[Any, BaseException | None]:
        """Run the graph of what the names mean now; trace and compile it first if these types are new.

        Returns:
            What the graph gives, and what a check that failed raises.
        """
        __tracebackhide__ = True
        for watch in self._watched:
            if watch[0].get(watch[1], MISSING) is not watch[2]:
                self._check_freshness(watch)
        for watch in self._mutable:
            self._check_freshness(watch)
        programs = self._programs
        try:
            if TRACES.trace is not EAGER:
                result = programs.open(*arguments, **keywords)  # JAX may map or differentiate it
            else:
                result = programs.jitted(*arguments, **keywords)
                if programs.needs_care:
                    wait_for_one(result)
        except (TypeError, ValueError):
            unfit = static_candidates(programs.names, arguments, keywords)
            if unfit and len(unfit) == len(arguments) + len(keywords):
                return self.python_function(*arguments, **keywords), None  # nothing can be traced: there is no graph
            raise
        return result, result.failure() if isinstance(result, Packed) else None

    def _learn(self, error: BaseException, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> bool:
        """Make the next attempt another one, with more room or more static arguments; it is True then.

        Raises:
            BaseException: there is nothing to learn from the error, raised in the user's line.
        """
        __tracebackhide__ = True
        if isinstance(error, MoreRoom):
            self._make_room(error.rows)
        elif (failure := failure_in(error)) is not None:
            raise failure from None
        elif not (learn_place(error) or self._learn_static(error, arguments, keywords)):
            self._refuse(error, arguments, keywords)
        self._compile()
        return True

    def _make_room(self, rows: int) -> None:
        """A list outgrew its room: there is more from now on.

        Raises:
            ListRoomError: it has so many items that its loop will hardly end.
        """
        if rows >= MOST_ROWS or self._rows >= 8 * MOST_ROWS:
            raise ListRoomError(
                f"a list in `{self.__name__}` has more than {MOST_ROWS:,} items: does the loop that fills it end?",
                span=head(self._programs.owner),
                remedy="an array of the final size; or a condition that ends the loop",
            )
        self._rows = max(rows, self._rows) * 8
        self._history.reason = f"a list has more than {rows:,} items: room for {self._rows:,}"

    def _learn_static(self, error: BaseException, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> bool:
        """Arguments that no array can hold are static from now on."""
        if not isinstance(error, TypeError | ValueError):
            return False
        unfit = static_candidates(self._programs.names, arguments, keywords)
        if set(unfit) <= set(self.static_argnames):
            return False
        self.static_argnames = tuple(dict.fromkeys((*self.static_argnames, *unfit)))
        return True

    def _refuse(self, error: BaseException, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> NoReturn:
        """Raise an error where the user can do something about it."""
        __tracebackhide__ = True
        programs = self._programs
        if isinstance(error, OverflowError) and user_span(error.__traceback__) is None:
            name = too_large_one(programs.names, arguments, keywords)
            raise too_large(error, head(programs.owner), name) from None
        if isinstance(error, TypeError) and (
            name := untraceable(programs.names, arguments, keywords, self.static_argnames)
        ):
            raise CallError(
                f"the argument `{name}` of `{self.__name__}` is an object that no graph can take as it is",
                span=programs.owner.parsed.span,
                remedy=f"pass its arrays and numbers, or say that it never changes: static_argnames={name!r}",
                variable=name,
            ) from None
        try:
            with located(functools.partial(head, programs.owner)):
                raise error
        except NbgraphError as found:
            raise compact(found) from found.__cause__

    def lower(self, *arguments: Any, **keywords: Any) -> Any:
        """JAX's lowered program for these arguments (abstract ones, too), without budget."""
        return self._without_budget(lambda plain: plain.lower(*arguments, **keywords))

    def trace(self, *arguments: Any, **keywords: Any) -> Any:
        """JAX's traced program for these arguments (`.jaxpr`), without budget; arguments may be abstract."""
        return self._without_budget(lambda plain: plain.trace(*arguments, **keywords))

    def _without_budget(self, use: Callable[[Any], Any]) -> Any:
        def learn(error: BaseException) -> bool:
            learned = learn_place(error)
            if learned:
                self._compile()
            return learned

        with located(functools.partial(head, self._programs.owner)):
            return learning(lambda: use(self._programs.plain), learn)

    @property
    def traces(self) -> tuple[Trace, ...]:
        """What the function was traced for so far, oldest first."""
        return tuple(self._history.traces)

    def explain(self) -> str:
        """What became of each line in the last trace, as text."""
        return self._history.explain(self.__name__)

    def __repr__(self) -> str:
        return f"<ng.function {self.__name__}{inspect.signature(self.python_function)}, {len(self.traces)} traces>"

    def __reduce__(self) -> str | tuple[Any, ...]:
        """Pickled by name where it can be imported, else as the function, which is traced anew where it arrives."""
        return imported_name(self) or super().__reduce__()

    def made_of(self) -> tuple[Callable[..., Any], SourceText, dict[str, Any]]:
        """See `Restorable`."""
        return (
            self.python_function,
            self._programs.owner.parsed.source,
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
        jitted: Callable[..., Any] = self._programs.jitted
        return jitted


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
