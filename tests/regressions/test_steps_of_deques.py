"""A name that stands for a deque has its deque in the record; the whole record was missing."""

from __future__ import annotations

from collections import deque
from typing import Any

import nbgraph as ng


def served(jobs: Any, t: Any) -> Any:
    q, log = deque(jobs), []
    while q:
        job = q.popleft()
        if job > t:
            q.append(job - t)
        log.append(job)
    return log


def test_the_steps_of_a_queue() -> None:
    steps = ng.trace_values(served, [5, 3, 8, 2], 4).steps
    assert [step.line for step in steps][:3] == [11, 12, 13]
    assert ("q", "deque([5, 3, 8, 2])") in steps[1].values
    assert len(steps) == 1 + 1 + 7 + 6 * 3 + 2 + 1
