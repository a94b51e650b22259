"""Compile a function's programs by `jax.jit`, with a record of each trace."""

from __future__ import annotations

import functools
import time
import types
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import jax

from nbgraph.core._jax import constants_as_they_are
from nbgraph.core.errors import NbgraphError
from nbgraph.core.executor.convert import conversion, converted_version, head
from nbgraph.core.executor.guard import Failures
from nbgraph.core.executor.invalidation.freshness import watched
from nbgraph.core.executor.key_order import STATIC, KeyOrder, traced_scalars
from nbgraph.core.executor.known_parts import with_objects
from nbgraph.core.executor.list_arguments import changed_lists, dict_ids
from nbgraph.core.executor.located import user_span
from nbgraph.core.executor.object_results import Objects
from nbgraph.core.executor.results import Packed, pack, texts_by_position, words_of
from nbgraph.core.executor.shared_arrays import Replaced
from nbgraph.core.executor.traces import Trace, describe_arguments, expect_compilation
from nbgraph.core.executor.unfit import given_members, parameter_names, starred_names
from nbgraph.core.staging.effects import collecting
from nbgraph.core.staging.frames import ALONE, Changes, knows, release, stage_call
from nbgraph.core.staging.lists import adopted
from nbgraph.core.staging.trace import EventLog, KeyAsked, Recorder, within, written
from nbgraph.core.staging.values import is_dynamic, is_too_large, is_traced, leaves_of, type_of, types_of_inputs

_asked_for_keys: weakref.WeakSet[types.FunctionType] = weakref.WeakSet()


class Programs:
    """The compiled programs of a function in its current state; a change of the function makes new ones."""

    def __init__(
        self,
        function: Callable[..., Any],
        name: str,
        static_argnames: tuple[str, ...],  # parameters whose values are known at trace time
        budget: int | None,
        rows: int,  # the capacity of a list of run-time length
        opens: bool,  # whether arguments hold strings or other known values in addition to traced ones
        tell: Callable[[Trace], None],  # gets the record of each trace
    ) -> None:
        self.name = name  # its name in JAX
        self.owner = conversion(function)
        self.names = parameter_names(function)  # the parameters that may be given by position
        self.starred = starred_names(function)
        self.budget = budget  # the most iterations of a loop without `max_iterations`; None for any number
        # whether a result of `jitted` is more than arrays, or may be an error; or JAX gets copies of the arguments
        self.needs_care = opens
        self.counts = False  # whether a loop of `jitted` counts its iterations
        keys, tables = self.owner.original in _asked_for_keys, not knows(self.owner, ALONE)
        # the key orders of calls
        self.key_order = KeyOrder(function, static_argnames, opens=opens, keys=keys, tables=tables)
        self.ordered = opens  # whether key order matters for a traced call
        self.replaced: Replaced | None = None  # where an array argument is changed in place
        self.may_mark = False  # whether a result of `jitted` may be from a failed run
        self._traced = False  # whether a trace was made
        self.failures = Failures()  # the errors of such runs
        self._converted = converted_version(function)
        self._static = (*static_argnames, *STATIC)
        self._rows = rows
        self._tell = tell
        self._kept: list[object] = []  # what is known of results, and checks without a flag in the result
        # the program for calls; one to show, without budget; one with an event log; one to differentiate; and
        # one to map
        self.jitted = self._compiled(function, budget)
        self.plain = self._compiled(function, None, shown=True)
        self.logged = self._compiled(function, None, shown=True, logged=True)
        self.open = self._compiled(function, None, differentiable=True)
        self.mapped = self._compiled(function, None, differentiable=True, mapped=True)

    def traced_members(self, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> list[str]:
        """Return the parameters given enumeration members, which JAX would take for numbers."""
        if self.key_order.opens:
            return []
        return [name for name in given_members(self.names, arguments, keywords) if name not in self._static]

    def _compiled(
        self,
        function: Callable[..., Any],
        budget: int | None,
        *,
        differentiable: bool = False,
        shown: bool = False,
        logged: bool = False,
        mapped: bool = False,
    ) -> Any:
        @functools.wraps(function)
        def program(*arguments: Any, **keywords: Any) -> Any:
            order, scalars = (keywords.pop(name, ()) for name in STATIC)
            log = Recorder(events=EventLog() if logged else None, shown=shown)
            log.kinds.note(traced_scalars(scalars, arguments, keywords))
            log.kinds.reported = True
            log.kinds.of_arrays = log.kinds.of_arrays if self.key_order.asks else None
            log.kinds.keys = self.key_order.keys
            self.ordered = self.ordered or self.key_order.matters(arguments, keywords)
            arguments, keywords = self.key_order.restored(order, arguments, keywords)
            try:
                return self._trace(arguments, keywords, (budget, differentiable), log, mapped=mapped)
            except KeyAsked:
                _asked_for_keys.add(self.owner.original)
                raise

        program.__name__ = self.name
        program.__signature__ = self.key_order.signature  # type: ignore[attr-defined]
        return jax.jit(program, static_argnames=self._static)

    @constants_as_they_are()
    def _trace(
        self,
        arguments: tuple[Any, ...],
        keywords: dict[str, Any],
        variant: tuple[int | None, bool],
        log: Recorder,
        *,
        mapped: bool,
    ) -> Any:
        budget, differentiable = variant
        given, named = arguments, keywords
        arguments, keywords = adopted(arguments), adopted(keywords)
        if self.key_order.opens:
            arguments, keywords = with_objects(arguments), with_objects(keywords)
        start = time.perf_counter()
        try:
            with (
                within(log=log),
                collecting(self._rows, budget, differentiable=differentiable) as collected,
                written(log.events),
            ):
                changes = Changes(dict_ids(arguments, keywords), left=Objects(arguments, keywords).by_value)
                result = stage_call(
                    *(self._converted, arguments, keywords, self.owner), compiled=True, changes=changes, mapped=mapped
                )
                everything, changed, outside = result, None, functools.partial(_outside, log, given, named)
                if changes.contents:
                    globals_ = tuple(dependency.value for dependency in watched(log) if dependency.contents is not None)
                    changed, contents = changed_lists(arguments, keywords, changes, self.owner.parsed.head, globals_)
                    everything = result, contents
                packed = pack(everything, collected, self.failures, outside, changed)
        except NbgraphError as error:
            if error.span is None and user_span(error.__traceback__) is None:
                error.span = head(self.owner)
            raise
        finally:
            log.let_go()
            release()
        seconds = time.perf_counter() - start
        signature = describe_arguments(self.names, given, named)
        inputs = types_of_inputs(given, named)
        results = tuple(type_of(leaf) for leaf in leaves_of(result)[0] if is_dynamic(leaf) and not is_too_large(leaf))
        shown = words_of(packed, self.starred), texts_by_position(packed)
        trace = Trace(signature, seconds, log.decisions, log, "", inputs, results, time.time(), variant, *shown)
        expect_compilation(self.name, trace)
        leaves = [leaf for leaf in leaves_of((given, named))[0] if is_traced(leaf)]
        asks = log.kinds.asked > 0 and any(self.key_order.keys or not leaf.shape for leaf in leaves)
        self.key_order.asks = asks or (self._traced and self.key_order.asks)
        self._traced = True
        self.replaced = self.replaced or log.replaced
        if variant == (self.budget, False):
            self.may_mark = self.may_mark or collected.marks
            packs = isinstance(packed, Packed) and packed.fixed.opener is None
            self.needs_care = self.needs_care or packs or bool(collected.checks and not collected.marks)
            self.counts = self.counts or any(check.counts for check in collected.checks)
        if isinstance(packed, Packed):
            self._kept.append(packed.fixed)
        elif collected.checks:
            self._kept.append(collected)
        self._tell(trace)
        return packed


def _outside(log: Recorder, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Iterator[Any]:
    """Yield what is older than a trace: its arguments, and the values of names that its functions mention."""
    yield from (*arguments, *keywords.values())
    yield from (dependency.value for dependency in watched(log))
