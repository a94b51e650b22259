"""Which browser tests one process runs: those of a front end share its server and its page, the others their file's."""

from __future__ import annotations

from xdist.scheduler import LoadScopeScheduling


def group_of(nodeid: str) -> str:
    """The name of a test's group.

    >>> group_of("tests/e2e/test_live.py::test_slider[lab]"), group_of("tests/e2e/test_live.py::test_slider[classic]")
    ('lab', 'classic')
    >>> group_of("tests/e2e/test_other_hosts.py::test_marimo"), group_of("tests/widgets/test_lit.py::test_each[0]")
    ('hosts', 'tests/widgets/test_lit.py')
    """
    file, _, name = nodeid.partition("::")
    if not file.startswith("tests/e2e/"):
        return file
    return "hosts" if "other_hosts" in file else "classic" if "[classic" in name else "lab"


class Grouped(LoadScopeScheduling):
    """Gives each group to one process, as soon as that has little left to do."""

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)
