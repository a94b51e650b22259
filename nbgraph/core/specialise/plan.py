"""What one activation of a function decided, looked up by place; several decisions at one place must agree."""

from __future__ import annotations

import ast
import contextlib
import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from nbgraph.core.analysis.names import Function, names, parameters
from nbgraph.core.errors import NbgraphError
from nbgraph.core.functionalise.blocks import BlockFunction
from nbgraph.core.functionalise.sites import Site, place_of
from nbgraph.core.normalise.naming import Namer, identifiers
from nbgraph.core.pipeline import Converted
from nbgraph.core.spans import Span
from nbgraph.core.specialise.each_time import each_time
from nbgraph.core.specialise.manner import Manner
from nbgraph.core.specialise.plan_trees import as_python_says, in_order, targets_of
from nbgraph.core.specialise.privacy import (
    bound_in,
    classes_of,
    hands_on,
    is_handed_over,
    keeps,
    results_of,
    scopes_of,
)
from nbgraph.core.specialise.round_records import Entry, in_round
from nbgraph.core.specialise.standing import Detail, Lists
from nbgraph.core.specialise.verbs import verb_of
from nbgraph.core.staging.cond import StagedIf
from nbgraph.core.staging.recorder import Instance, Outcome
from nbgraph.core.staging.rounds import StagedLoop


class NoSpecialFormError(NbgraphError):
    """What a function does cannot be written as one piece of pure JAX code."""

    id = "no-special-form"


@dataclass(eq=False)
class Plan:
    """The decisions of one activation.

    Attributes:
        converted: the function.
        instance: its record in the trace; while one round of a loop is written down, what was recorded in that round.
        variables: the local variables made up so far for places in the heap, by path.
        name: what the function is called in special code.
        lists: the lists that are held in arrays.
        details: the values in the messages of checks, by the number of the check in the trace.
        mixed: what was decided at run time at some times, and known at others.
        journal: everything that was recorded, in order, while it ran.
        manner: how the code is written.
        origin: its whole record.
    """

    converted: Converted
    instance: Instance
    variables: dict[str, str] = field(default_factory=dict)
    name: str = ""
    lists: Lists = field(default_factory=Lists)
    details: dict[int, Detail] = field(default_factory=dict)
    mixed: list[ast.Call] = field(default_factory=list)
    journal: Sequence[Entry] = ()
    manner: Manner = field(default_factory=Manner)
    origin: Instance = field(init=False)

    def __post_init__(self) -> None:
        self.origin = self.instance

    @contextlib.contextmanager
    def within(self, entries: Sequence[Entry]) -> Iterator[None]:
        """What is made inside is decided by what was recorded in one round of a loop.

        Args:
            entries: that part of the journal.
        """
        self.asked  # noqa: B018 - the names that are asked in any round
        whole = self.instance, self.journal
        self.instance, self.journal = in_round(whole[0], self.origin, entries), entries
        try:
            yield
        finally:
            self.instance, self.journal = whole

    @functools.cached_property
    def asked(self) -> frozenset[str]:
        """The names that are asked at run time whether they have a value."""
        if not any(verb == "defined" for verb, _ in self.instance.outcomes):
            return frozenset()
        calls = (part for part in ast.walk(self.converted.node) if isinstance(part, ast.Call) and part.args)
        asking = [c for c in calls if verb_of(c) == "defined" and self.outcomes("defined", c)]
        return frozenset(c.args[0].id for c in asking if isinstance(c.args[0], ast.Name))

    def outcomes(self, verb: str, call: ast.Call) -> list[Outcome]:
        """What was decided at a place, in order of execution."""
        found = self.instance.outcomes.get((verb, place_of(call)))
        return found if found is not None else self.instance.outcomes.get((verb, as_python_says(verb, call)), [])

    def asked_methods(self, call: ast.Call) -> list[str]:
        """The methods of the user's that say whether an object counts as true, as a staging call asks."""
        verb = verb_of(call) or ""
        here = self.instance.outcomes.get(("truth", place_of(call)), [])
        found = here or self.instance.outcomes.get(("truth", as_python_says(verb, call)), [])
        return sorted({outcome.detail for outcome in found})

    def site(self, verb: str, call: ast.Call) -> Site:
        """What the user wrote at a place."""
        return self.converted.sites.get((verb, place_of(call))) or Site(verb, verb.rstrip("_"))

    def is_statement(self, call: ast.Call) -> bool:
        """Whether an `ng.if_` stands for a statement of the user's, and no conditional expression."""
        site = self.site("if_", call)
        return site.construct != "ternary" and (bool(site.outputs) or site.test != "")

    def became(self, verb: str, call: ast.Call) -> str:
        """What a construct became; "" where the trace never came by.

        Raises:
            NoSpecialFormError: it became different things at different times.
        """
        found = {outcome.decision.became for outcome in self.outcomes(verb, call)}
        if found == {"fori", "unrolled"}:
            return "fori"
        if len(found) > 1 and verb in ("if_", "not_"):
            self.mixed.append(call)
            found.discard("python")  # what chooses at run time chooses among known values, too
        if found == {"cond", "select"}:
            return "cond"
        if found == {"python", "unrolled"}:
            return "unrolled"
        if found == {"python", "while"} and not any(self._rounds_before(verb, call)):
            return "while"  # which gives what Python's own loop does where it knows when to end
        if len(found) > 1:
            raise self.refuse(call, f"this became {' and '.join(sorted(found))} at different times")
        return found.pop() if found else ""

    def _rounds_before(self, verb: str, call: ast.Call) -> list[int]:
        """How many rounds Python ran of each loop that was staged."""
        staged = [outcome.detail for outcome in self.outcomes(verb, call)]
        return [detail.rounds_before for detail in staged if isinstance(detail, StagedLoop)]

    def detail(self, verb: str, call: ast.Call) -> Any:
        """How it was staged: an `if` all times taken together, a loop the last time.

        Raises:
            NoSpecialFormError: the trace could not tell which names the call binds, or they are not always alike.
        """
        site = self.site(verb, call)
        if (verb, place_of(call)) not in self.instance.outcomes and verb == "if_" and len(site.outputs) > 1:
            raise self.refuse(call, "the head of this goes over several lines")
        became = self.became(verb, call)
        outcomes = self.outcomes(verb, call)
        staged = [outcome.detail for outcome in outcomes if isinstance(outcome.detail, StagedIf)]
        if verb == "if_" and staged:
            found = each_time(staged)
            if found is None:
                raise self.refuse(call, "this has values of other types at different times")
            return found
        return next((o.detail for o in reversed(outcomes) if o.decision.became == became), outcomes[-1].detail)

    def variable_for(self, path: str, wish: str = "") -> str:
        """A name for a local variable that stands for a place: `self_total` for `self.total`."""
        if path not in self.variables:
            taken = identifiers(self.converted.node) | set(self.variables.values())
            self.variables[path] = Namer(taken)(wish or re.sub(r"\W+", "_", path).strip("_"))
        return self.variables[path]

    def fresh(self, wish: str, at: ast.AST) -> str:
        """A new name for what is made at a place, the same each time that this is asked for the place."""
        key = f"{wish} {place_of(at)}"
        if key not in self.variables:
            self.variables[key] = Namer(identifiers(self.converted.node) | set(self.variables.values()))(wish)
        return self.variables[key]

    def latest_name(self, name: str, at: ast.AST) -> str:
        """The name that a list goes by at a place: that of a comprehension's list is handed on to one of the user's."""
        own = identifiers(self.converted.parsed.node)
        for node in in_order(self.converted.node):
            if node is at or name in own:
                return name
            match node:
                case ast.Assign(targets=[ast.Name(id=new)], value=ast.Name(id=old)) if old == name:
                    name = new
        return name

    def binds_twice(self, name: str) -> bool:
        """Whether two scopes of the user's function have a variable of that name."""
        return len([scope for scope in scopes_of(self.converted.parsed.node) if name in bound_in(scope)]) > 1

    def keeps_length(self, name: str) -> bool:
        """Whether nothing in this function makes a list longer or shorter, or binds its name twice."""
        bound = 0
        for part in ast.walk(self.converted.node):
            match part:
                case ast.Attribute(value=ast.Name(id=owner), attr=method) if owner == name:
                    if method not in ("index", "count", "copy", "sort", "reverse"):
                        return False
                case ast.Assign(targets=targets, value=value):
                    own = [
                        t for target in targets for t in ast.walk(target) if isinstance(t, ast.Name) and t.id == name
                    ]
                    bound += bool(own) and verb_of(value) not in ("if_", "while_", "for_", "set_item", "update_item")
                case ast.AugAssign(target=ast.Name(id=target)) if target == name:
                    return False
                case ast.Subscript(value=ast.Name(id=owner), ctx=ast.Del()) if owner == name:
                    return False
                case ast.Call(args=[ast.Name(id=owner), ast.Call(func=ast.Name(id="slice")), *_]) if owner == name:
                    return False
        return bound <= 1

    def is_list(self, name: str) -> bool:
        """Whether a name only ever stands for a list that this function makes."""
        bound = []
        for part in ast.walk(self.converted.node):
            targets = part.targets if isinstance(part, ast.Assign) else targets_of(part)
            if any(isinstance(each, ast.Name) and each.id == name for t in targets for each in ast.walk(t)):
                bound.append(part)
        values = [part.value for part in bound if isinstance(part, ast.Assign | ast.AnnAssign)]
        made = [value is not None and verb_of(value) == "list_" for value in values]
        return len(bound) == len(made) > 0 and all(made) and name not in parameters(self.converted.parsed.node)

    @property
    def scope(self) -> Function:
        """The user's function that is made now: this one, or one inside it."""
        node, local = self.converted.parsed.node, self.lists.function
        if local is None:
            return node
        found = [each for each in scopes_of(node) if isinstance(each, ast.FunctionDef) and each.name == local.name]
        return found[0] if len(found) == 1 else local

    def is_own(self, name: str) -> bool:
        """Whether a name is a variable of this function, which no function inside it knows."""
        if self.lists.function is not None:
            return self._is_own_inside(self.lists.function, name)
        node = self.converted.parsed.node
        body: list[ast.AST] = list(node.body) if isinstance(node.body, list) else [node.body]
        inner = names(*[scope for part in body for scope in scopes_of(part)], *classes_of(node))
        code = self.converted.node.body
        here = names(*(code if isinstance(code, list) else [code]))
        blocks = [part for part in ast.walk(self.converted.node) if isinstance(part, BlockFunction)]
        given = {
            *parameters(node),
            *(name for block in blocks for name in parameters(block)),
        }  # the item of a loop, too
        is_local = (name in here.writes and name not in here.declared) or name in given
        return is_local and name not in inner.reads | inner.writes

    def is_own_value(self, name: str) -> bool:
        """The same, for a variable that is assigned and no function, class or module."""
        if not self.is_own(name):
            return False
        node = self.converted.parsed.node
        defined = {part.name for part in ast.walk(node) if isinstance(part, ast.FunctionDef | ast.ClassDef)}
        aliases = [part for part in ast.walk(node) if isinstance(part, ast.alias)]
        return name not in defined | {(alias.asname or alias.name).partition(".")[0] for alias in aliases}

    def _is_own_inside(self, function: ast.FunctionDef, name: str) -> bool:
        """The same for a function inside this one."""
        here = names(*function.body)
        parts = [part for line in function.body for part in ast.walk(line)]
        blocks = [names(*part.body) for part in parts if isinstance(part, BlockFunction)]
        inner = [part for part in parts if isinstance(part, Function) and not isinstance(part, BlockFunction)]
        inner = [part for part in inner if not isinstance(part, ast.Lambda)]
        users = self.scope if self.scope is not function else None
        lambdas = [part for part in ast.walk(users) if isinstance(part, ast.Lambda)] if users is not None else []
        writes = here.writes.union(*(block.writes for block in blocks)) | set(parameters(function))
        known = names(*inner, *lambdas, *classes_of(function))
        return name in writes - here.declared and name not in known.reads | known.writes

    @property
    def has_handlers(self) -> bool:
        """Whether the function catches exceptions."""
        return any(isinstance(part, ast.ExceptHandler) for part in ast.walk(self.converted.parsed.node))

    def deleted_at(self, place: ast.expr) -> set[str]:
        """The names that the user's `del` on a line takes away."""
        found = [part for part in ast.walk(self.converted.parsed.node) if isinstance(part, ast.Delete)]
        here = [part for part in found if part.lineno <= place.lineno <= (part.end_lineno or part.lineno)]
        return {target.id for part in here for target in part.targets if isinstance(target, ast.Name)}

    def is_private(self, name: str, *, of_numbers: bool = False) -> bool:
        """Whether no other name of the function can lead to what a name stands for."""
        inner = scopes_of(self.converted.parsed.node)[1:]
        results = results_of(self.converted.parsed.node)
        handed_back = [part.value for scope in inner for part in ast.walk(scope) if isinstance(part, ast.Return)]
        handed_back += [scope.body for scope in inner if isinstance(scope, ast.Lambda)]
        kept = all(
            keeps(node, name, of_numbers=of_numbers)
            for node in ast.walk(self.converted.parsed.node)
            if node not in results
        )
        return kept and not any(hands_on(value, name) for value in handed_back)

    def is_handed_over(self, name: str) -> bool:
        """Whether other names only get to a list when nothing changes it any more."""
        return is_handed_over(self.converted.parsed.node, name)

    def span(self, node: ast.AST) -> Span:
        """Where a node is in the user's source."""
        return self.converted.parsed.source.node_span(node)

    def refuse(self, node: ast.AST, why: str) -> NoSpecialFormError:
        """The error that says why there is no special form, for the caller to raise."""
        return NoSpecialFormError(why, span=self.span(node), remedy="the general form, which decides each time it runs")
