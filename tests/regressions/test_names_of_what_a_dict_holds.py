"""A graph calls the buffers of a dict with run-time keys its keys and its values, and those of a set the set."""

from __future__ import annotations

import nbgraph as ng


class Log:
    def __init__(self):
        self.entries = ()


def counted(n):
    counts, seen, log = {}, set(), Log()
    log.entries = (n, n)
    for i in range(n):
        counts[i % 3] = counts.get(i % 3, 0) + i
        seen.add(i % 4)
        log.entries = (log.entries[1], i)
    return counts, seen, log.entries


def test_keys_and_values_have_their_names():
    names = {name for node in ng.graph(counted, 10).nodes for name in node.names}
    assert {"counts.keys()", "counts.values()", "seen", "log.entries[0]", "log.entries[1]"} <= names
    assert not {name for name in names if "entries" in name and "log" not in name}
