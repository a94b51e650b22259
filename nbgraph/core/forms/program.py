"""Print a traced program (a jaxpr): one equation a line, the user's names, each line with its source span.

It reads as JAX's own print does, with three differences. Values have the user's names. The branches of a `cond` are
labelled, the True one first (JAX stores the False one first). A function that was traced separately is printed at its
first call, and referred to from then on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from nbgraph.core import _jax
from nbgraph.core.codegen.source_map import GeneratedCode
from nbgraph.core.decisions import Decision
from nbgraph.core.forms.lines import Lines
from nbgraph.core.forms.names import Letters, Scope, bodies_in, parameters, plain_parameters
from nbgraph.core.graph.borders import carry_names, element_names, result_names
from nbgraph.core.graph.builder import Value
from nbgraph.core.graph.calls import fits, has_body
from nbgraph.core.graph.cost import aval_of
from nbgraph.core.graph.locations import Places, Spans
from nbgraph.core.graph.loops import choices
from nbgraph.core.graph.source_names import Names
from nbgraph.core.graph.trace import Context
from nbgraph.core.records import dataclass, field, replace
from nbgraph.core.source.text import Definition, SourceText
from nbgraph.core.spans import Span

Line = tuple[str, int]

COUNTED = 20_000
"""Equations that are looked at: after so many, lines go without what was made of them."""


@dataclass(frozen=True)
class Program:
    """A traced program as text."""

    code: GeneratedCode  # the text
    # for each line that made equations, by file and number, their operations in order, without those that JAX
    # drops because nothing takes what they give; empty for a program too long to be looked through
    owners: tuple[tuple[Line, Names], ...] = ()
    returned: Spans = ()  # the positions of the results, if one `return` returns them


def program_text(
    closed_jaxpr: Any,  # what `jax.make_jaxpr(f)(*args)` or `jax.jit(f).trace(*args).jaxpr` returns
    *,
    source: SourceText,  # the file of the user's function
    function: Span,
    helpers: Sequence[Definition] = (),  # other definitions that lines may be linked to
    argument_names: Sequence[str] = (),  # the user's names of the flattened arguments
    decisions: Sequence[Decision] = (),  # the trace's record, which names carried values
) -> Program:
    lines = Lines("jaxpr", function, *(helper.span for helper in helpers))
    words = set(re.findall(r"\w+", "\n".join(source.lines[function.line - 1 : function.end_line])))
    printer = _Printer(Places(decisions), lines, Letters(words))
    returned = printer.root(closed_jaxpr, argument_names, function)
    owners = tuple((line, tuple(names)) for line, names in sorted(printer.owners.items()))
    return Program(lines.code("fn.trace(…).jaxpr"), owners if printer.count <= COUNTED else (), returned)


class _Part(NamedTuple):
    """One jaxpr of an equation, with the names its arguments should have."""

    label: str
    jaxpr: Any
    names: Sequence[str]
    context: Context


@dataclass
class _Printer:
    places: Places
    lines: Lines
    letters: Letters
    owners: dict[Line, list[str]] = field(default_factory=dict)
    count: int = 0
    _seen: dict[int, int] = field(default_factory=dict)
    _dropped: int = 0

    def root(self, closed_jaxpr: Any, names: Sequence[str], function: Span) -> Spans:
        """Print the whole program; its head belongs to the function's parameters, its end to the `return`, if there is
        one.

        Returns:
            Where this `return` is.
        """
        jaxpr = closed_jaxpr.jaxpr
        named = self.places.names(function.file).functions
        functions = [found for found in named if function.line <= found.span.line <= function.end_line]
        parameters = functions[0].parameters if functions else {}
        returns = functions[0].returns if functions else ()
        head = [parameters.get(name) for name in names]
        results = returns if len(returns) == 1 else ()
        self._block("", jaxpr, [*names, *[""] * len(jaxpr.invars)], 0, Context("", otherwise=results), head)
        return results

    def _block(
        self,
        before: str,  # the text before it in its first line
        jaxpr: Any,
        names: Sequence[str],
        indent: int,
        context: Context,
        given: Sequence[Span | None] = (),  # for the whole program, the positions of its arguments
        border: Spans = (),  # for a part of an equation, the equation's positions
    ) -> None:
        """Print a jaxpr whose arguments should be called `names`."""
        scope = Scope(self.letters)
        constants = " ".join([self._bound(scope, variable, "") for variable in jaxpr.constvars])
        arguments = [self._bound(scope, variable, name) for variable, name in zip(jaxpr.invars, names, strict=False)]
        head = f"{' ' * indent}{before}{{ lambda {constants}; "
        self.lines.add(f"{head}{' '.join(arguments)}. let", border)
        for argument, place in zip(arguments, given, strict=False):
            if place is not None:
                self.lines.link(head + argument, (place,), len(head))
            head += argument + " "
        used, needed = _needed(jaxpr)
        placed = [(equation, self._spans(equation, context)) for equation in jaxpr.eqns]
        for position, (equation, spans) in enumerate(placed):
            following = placed[position + 1][1] if position + 1 < len(placed) else None
            last = not spans or spans != following
            self._dropped += position not in needed
            if not (_jax.in_check(equation) and equation.effects):  # reporting a failed check is no act of a line's
                self._note(equation.primitive.name, spans, context)
            within = context.through(_jax.frames_of(equation))
            self._equation(equation, spans, scope, indent + 4, within, used, last=last)
            self._dropped -= position not in needed
        results = "" if self.lines.full else ", ".join(scope.text(atom) for atom in jaxpr.outvars)
        results += "," if len(jaxpr.outvars) == 1 else ""
        self.lines.add(f"{' ' * indent}  in ({results}) }}", border or context.otherwise)

    def _bound(self, scope: Scope, variable: Any, name: str) -> str:
        return f"{scope.bind(variable, name)}:{_jax.type_text(variable)}"

    def _spans(self, equation: Any, context: Context) -> Spans:
        """Return the user's frames, innermost first; inside a library's function those of the call."""
        self.count += 1
        if context.spans is not None or self.count > COUNTED:
            return context.spans or ()
        spans = self.places.spans(equation)
        known = context.callers == spans[len(spans) - len(context.callers) :]
        return spans if known else spans + context.callers

    def _equation(
        self, equation: Any, spans: Spans, scope: Scope, indent: int, context: Context, used: set[Any], *, last: bool
    ) -> None:
        operation = equation.primitive.name
        parts = list(self._parts(equation, spans, scope, context)) if has_body(equation) else []
        start, operands, places = "", "", context.places(spans)
        if not self.lines.full:
            names = self._result_names(equation, spans, context, last)
            operands = "".join(f" {scope.text(atom)}" for atom in equation.invars)
            results = [
                self._bound(scope, variable, name) if variable in used else f"_:{_jax.type_text(variable)}"
                for variable, name in zip(equation.outvars, names, strict=True)
            ]
            start = f"{' ' * indent}{' '.join(results)}{' = ' if results else ''}{operation}"
        seen = self._seen.get(id(parts[0].jaxpr)) if len(parts) == 1 else None
        if not parts or seen is not None:
            inner = "" if self.lines.full else self._in_brackets(equation, seen)
            self.lines.add(f"{start}{f'[{inner}]' if inner else ''}{operands}", places)
            return
        inner = plain_parameters(equation)
        self.lines.add(f"{start}[{inner}", places)
        if len(parts) == 1:
            self._seen[id(parts[0].jaxpr)] = self.lines.number + 1
        for label, jaxpr, wanted, within in parts:
            self._block(f"{label}=", jaxpr, wanted, indent + 2, within, border=places)
        self.lines.add(f"{' ' * indent}]{operands}", places)

    def _in_brackets(self, equation: Any, seen: int | None) -> str:
        """Return the parameters of a one-line equation; `seen` is the line in which its jaxpr is printed."""
        return parameters(equation) if seen is None else f"{plain_parameters(equation)} as in line {seen}".strip()

    def _result_names(self, equation: Any, spans: Spans, context: Context, last: bool) -> Names:
        """Return the user's names of the results; only the last equation of an expression has the expression's name."""
        inside = context.spans is not None or not last
        return ("",) * len(equation.outvars) if inside else result_names(self, equation, spans, context)

    def _note(self, operation: str, spans: Spans, context: Context) -> None:
        place = None if context.spans is not None else self.lines.place(context.places(spans))
        if place is not None and not self._dropped:
            self.owners.setdefault((place.file, place.line), []).append(operation)

    def _parts(self, equation: Any, spans: Spans, scope: Scope, context: Context) -> Iterator[_Part]:
        """Yield the jaxprs of an equation in reading order, with the outer names of their arguments."""
        params, names = equation.params, [scope.name(atom) for atom in equation.invars]
        within = context.within("", spans)
        match equation.primitive.name:
            case "cond":
                for label, branch in choices(params["branches"]):
                    yield _Part(label, _jax.opened(branch)[0], names[1:], within)
            case "while":
                test, body = params["cond_nconsts"], params["body_nconsts"]
                carry = self._carry(equation, spans, names, test + body, len(names), context)
                yield _Part("cond_jaxpr", _jax.opened(params["cond_jaxpr"])[0], [*names[:test], *carry], within)
                given = [*names[test : test + body], *carry]
                yield _Part("body_jaxpr", _jax.opened(params["body_jaxpr"])[0], given, within)
            case "scan":
                first = params["num_consts"]
                last = first + params["num_carry"]
                carry = self._carry(equation, spans, names, first, last, context)
                elements = element_names(self, equation, spans, len(names) - last, context)
                jaxpr = _jax.opened(params["jaxpr"])[0]
                yield _Part("jaxpr", jaxpr, [*names[:first], *carry, *elements], within)
            case _:
                yield from self._other_parts(equation, spans, context)

    def _other_parts(self, equation: Any, spans: Spans, context: Context) -> Iterator[_Part]:
        for label, value in sorted(equation.params.items()):
            for part in bodies_in(value):
                jaxpr = _jax.opened(part)[0]
                if context.spans is not None or _jax.library_made(part):
                    yield _Part(label, jaxpr, [""] * len(jaxpr.invars), replace(context, spans=spans))
                else:
                    within = replace(context, callers=spans) if fits(jaxpr, equation) else context.within("", spans)
                    yield _Part(label, jaxpr, _jax.argument_names(jaxpr), within)

    def _carry(
        self, equation: Any, spans: Spans, names: Sequence[str], first: int, last: int, context: Context
    ) -> Sequence[str]:
        if context.spans is not None:
            return [""] * (last - first)
        atoms = equation.invars[first:last]
        given = [Value(None, aval_of(a.aval), name) for a, name in zip(atoms, names[first:last], strict=True)]
        return carry_names(self, equation, spans, given, context)


def _needed(jaxpr: Any) -> tuple[set[Any], set[int]]:
    """Return the used values of a jaxpr, and the positions of the equations that JAX does not drop."""
    results = [atom for atom in jaxpr.outvars if not _jax.literal_value(atom)[0]]
    used, wanted, needed = set(results), set(results), set()
    for position in range(len(jaxpr.eqns) - 1, -1, -1):
        equation = jaxpr.eqns[position]
        operands = [atom for atom in equation.invars if not _jax.literal_value(atom)[0]]
        used.update(operands)
        if equation.effects or not wanted.isdisjoint(equation.outvars):
            needed.add(position)
            wanted.update(operands)
    return used, needed
