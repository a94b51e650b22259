"""What another thread of the notebook changes while a job is packed."""

from __future__ import annotations

from typing import Any

import pytest

from nbgraph.core.worker.jobs import ATTEMPTS, pickled


class Changing:
    """Acts as another thread does that adds to a dict while it is read: the dict holds this as a value."""

    def __init__(self, times: int) -> None:
        self.times = times
        self.around: dict[str, Any] = {"self": self, "more": 1}

    def __reduce__(self) -> tuple[Any, ...]:
        if self.times > 0:
            self.times -= 1
            self.around[f"added {self.times}"] = 1
        return (str, ("changed",))


@pytest.mark.parametrize("times", [1, ATTEMPTS - 1])
def test_a_dict_that_changes_while_it_is_read_is_read_again(times: int) -> None:
    assert b"changed" in pickled(Changing(times).around)


def test_one_that_always_changes_is_told() -> None:
    with pytest.raises(RuntimeError, match="changed size"):
        pickled(Changing(ATTEMPTS).around)
