"""How much memory a worker takes: what is free when a call begins, within the limits of the notebook's process."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import resource, sys
from pathlib import Path
from nbgraph.core.worker import limits
limits._MEMORY, limits._LEAST = Path(sys.argv[1]), 0
limits.limit_memory(None)
before, (_, hard) = limits.limits(), resource.getrlimit(resource.RLIMIT_DATA)
limits.leave_memory()
soft = resource.getrlimit(resource.RLIMIT_DATA)[0]
try:
    taken = [bytearray(10**8) for _ in range(1000)]
except MemoryError:
    print("full", soft < 1 << 30, limits.limits() == before)
limits.keep_limits({"RLIMIT_DATA": resource.RLIM_INFINITY})  # a call's end writes what is not the notebook's alone
print(resource.getrlimit(resource.RLIMIT_DATA)[0] == soft)
limits.keep_limits({"RLIMIT_DATA": 1 << 28})
limits.leave_memory()
print(resource.getrlimit(resource.RLIMIT_DATA) == (1 << 28, hard))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="what is free is asked of Linux")
def test_a_call_takes_what_is_free(tmp_path):
    (tmp_path / "meminfo").write_text("MemTotal: 64000000 kB\nMemAvailable: 600000 kB\n")
    command = [sys.executable, "-c", PROGRAM, str(tmp_path / "meminfo")]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    assert found.stdout.split("\n")[:3] == ["full True True", "True", "True"]
