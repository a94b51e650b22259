"""What a function was traced for so far, and why there was one more trace each time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nbgraph.core.executor.reasons import by_parameter, given_otherwise, other_arguments
from nbgraph.core.executor.traces import Trace


class History:
    """The traces of a function, oldest first."""

    def __init__(self) -> None:
        self.traces: list[Trace] = []  # one for each signature and reason
        self.reason = ""  # why the next trace is made, where that is not in its arguments; "" where it is

    def enter(self, trace: Trace, names: Sequence[str]) -> None:
        """Enter a trace, with the reason why it was made.

        One with and one without budget for the same arguments count as one, with the record of the latter.

        Args:
            names: the function's parameters that may be given by position.
        """
        reason, self.reason = self.reason, ""
        if not reason:
            for number, other in reversed(list(enumerate(self.traces))):
                if other.signature == trace.signature and other.variant != trace.variant:
                    plain = trace if trace.variant[0] is None else other
                    known = replace(trace, decisions=plain.decisions, record=plain.record)
                    self.traces[number] = replace(known, reason=other.reason)
                    return
            earlier = [by_parameter(names, *each.inputs) for each in self.traces]
            reason = other_arguments(by_parameter(names, *trace.inputs), earlier)
            if not reason and earlier:
                reason = given_otherwise([each.inputs[1] for each in self.traces], trace.inputs[1])
        self.traces.append(replace(trace, reason=reason))

    def explain(self, name: str, budget: int | None) -> str:
        """What became of each line in the last trace, as text; `budget` is how many rounds a loop may make."""
        if not self.traces:
            return f"{name} has not been traced yet: call it first"
        last = self.traces[-1]
        rows = [f"{name}{last}", *([f"  traced anew: {last.reason}"] if last.reason else [])]
        rows += [f"  {line}" for line in last.explained(budget)]
        return "\n".join(rows)
