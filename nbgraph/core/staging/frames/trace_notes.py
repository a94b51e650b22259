"""Note what a trace has recorded besides its decisions: a helper with own notes cannot be a separate program."""

from __future__ import annotations

from typing import Any

from nbgraph.core.records import dataclass, field, fields
from nbgraph.core.staging.sequences.sequences import Sequence
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.trace.recorder import Recorder


@dataclass(frozen=True)
class TraceNotes:
    """What a trace has recorded besides its decisions."""

    held: dict[str, Any] = field(default_factory=dict)
    sizes: tuple[Any, ...] = ()

    @classmethod
    def of(cls, log: Recorder) -> TraceNotes:
        held = {each.name: getattr(log, each.name) for each in fields(log) if each.name not in _OWN}
        copies = {name: value.copy() if hasattr(value, "copy") else value for name, value in held.items()}
        return cls(copies, _sizes(log))

    def is_unchanged(self, log: Recorder) -> bool:
        return self.sizes == _sizes(log)

    def put_back(self, log: Recorder) -> None:
        for name, value in self.held.items():
            setattr(log, name, value)


_OWN = ("all_decisions", "owners", "stack", "kinds", "trace", "helpers", "siblings", "events", "text_numbers")


def _sizes(log: Recorder) -> tuple[Any, ...]:
    scope = context.here().effects
    held = [getattr(log, each.name) for each in fields(log) if each.name not in (*_OWN, "used")]
    counts = [len(value) if hasattr(value, "__len__") else value for value in held]
    # `log.used` counts sequences too, which a loop inside the helper may have made
    counts.append(sum(times for value, times in log.used.values() if not isinstance(value, Sequence)))
    asked = len(log.kinds.questions), log.kinds.asked
    checks = (0, 0) if scope is None else (len(scope.checks), id(scope.failed))
    options = context.here().loop
    return (*counts, *asked, *checks, None if options is None else options.max_iterations)
