"""What one activation of a function decided, looked up by place; several decisions at one place must agree."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any

from nbgraph.core.errors import NbgraphError
from nbgraph.core.functionalise.sites import Place, Site, place_of
from nbgraph.core.pipeline import Converted
from nbgraph.core.spans import Span
from nbgraph.core.staging.recorder import Instance, Outcome


class NoSpecialFormError(NbgraphError):
    """What a function does cannot be written as one piece of pure JAX code."""

    id = "no-special-form"


@dataclass(frozen=True)
class Plan:
    """The decisions of one activation.

    Attributes:
        converted: the function.
        instance: its record in the trace.
    """

    converted: Converted
    instance: Instance

    def outcomes(self, verb: str, call: ast.Call) -> list[Outcome]:
        """What was decided at a place, in order of execution."""
        found = self.instance.outcomes.get((verb, place_of(call)))
        return found if found is not None else self.instance.outcomes.get((verb, _as_python_says(verb, call)), [])

    def site(self, verb: str, call: ast.Call) -> Site:
        """What the user wrote at a place."""
        return self.converted.sites.get((verb, place_of(call))) or Site(verb, verb.rstrip("_"))

    def became(self, verb: str, call: ast.Call) -> str:
        """What a construct became; "" where the trace never came by.

        Raises:
            NoSpecialFormError: it became different things at different times.
        """
        found = {outcome.decision.became for outcome in self.outcomes(verb, call)}
        if len(found) > 1:
            raise self.refuse(call, f"this became {' and '.join(sorted(found))} at different times")
        return found.pop() if found else ""

    def detail(self, verb: str, call: ast.Call) -> Any:
        """How it was staged, the last time.

        Raises:
            NoSpecialFormError: the trace could not tell which names the call binds.
        """
        site = self.site(verb, call)
        if (verb, place_of(call)) not in self.instance.outcomes and verb == "if_" and len(site.outputs) > 1:
            raise self.refuse(call, "the head of this goes over several lines")
        return self.outcomes(verb, call)[-1].detail

    def span(self, node: ast.AST) -> Span:
        """Where a node is in the user's source."""
        return self.converted.parsed.source.node_span(node)

    def refuse(self, node: ast.AST, why: str) -> NoSpecialFormError:
        """The error that says why there is no special form, for the caller to raise."""
        return NoSpecialFormError(why, span=self.span(node), remedy="the general form, which decides each time it runs")


def _as_python_says(verb: str, call: ast.Call) -> Place:
    """Where Python says that a call of `ng.verb` over several lines is: its last line, as wide as the verb."""
    _, line, _, column = place_of(call)
    return line, line, column - len(verb), column
