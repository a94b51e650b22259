"""Limit a worker so that it harms no other process: it dies with its parent, and first when memory is short."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path

_PR_SET_PDEATHSIG = 1  # linux/prctl.h
_CGROUP = Path("/sys/fs/cgroup/memory.max")
_MEMORY, _OWN = Path("/proc/meminfo"), Path("/proc/self/status")
_TAKEN = 0.9
"""The part of the free memory that a call may take; the rest is for the notebook and for who draws the page."""
_LEAST = 1 << 30
"""What it may take in any case: compiling needs memory, too, and Linux makes room for what it can."""


def die_with_parent(parent: int) -> None:
    """Ask the kernel to end this process when its parent ends, whatever it is doing then (Linux).

    On other systems a thread ends it when the pipe closes, as soon as this thread gets the interpreter.
    """
    if not sys.platform.startswith("linux"):
        return
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it ended before we asked
        os._exit(1)


def die_first() -> None:
    """Let the kernel end this process rather than the notebook's when memory runs out (Linux)."""
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")


def limit_memory(size: int | None) -> None:
    """Let allocations beyond `size` bytes fail with an error; None for the machine's memory (Unix).

    The limit counts private writable memory (`RLIMIT_DATA`); address space that is reserved and never touched is free.
    """
    try:
        import resource
    except ImportError:  # Windows
        return
    size = memory_of_machine() if size is None else size
    with contextlib.suppress(OSError, ValueError):
        given = [limit for limit in resource.getrlimit(resource.RLIMIT_DATA) if limit != resource.RLIM_INFINITY]
        resource.setrlimit(resource.RLIMIT_DATA, (min([size, *given]), min([size, *given[1:]])))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


_KEPT = ("RLIMIT_AS", "RLIMIT_DATA", "RLIMIT_FSIZE", "RLIMIT_NOFILE", "RLIMIT_STACK")


def limits() -> dict[str, int]:
    """Return the soft limits of this process, by name; {} on Windows, which has none."""
    try:
        import resource
    except ImportError:
        return {}
    names = (name for name in _KEPT if hasattr(resource, name))
    now = {name: resource.getrlimit(getattr(resource, name))[0] for name in names}
    return {name: _lowered.get((name, soft), soft) for name, soft in now.items()}


_lowered: dict[tuple[str, int], int] = {}
"""Soft limits that were set by what memory is free, each with the notebook's, in place of which it stands."""


def leave_memory() -> None:
    """Limit this process from now on to nine tenths of the memory that is free now (Linux)."""
    with contextlib.suppress(OSError, ValueError, ImportError, StopIteration):
        import resource

        now, hard = resource.getrlimit(resource.RLIMIT_DATA)
        given = limits()["RLIMIT_DATA"]
        free = int(_TAKEN * min(_kilobytes(_MEMORY, "MemAvailable"), _left_in_container()))
        most = _kilobytes(_OWN, "VmData") + max(free, _LEAST)
        soft = min(most, *(limit for limit in (given, hard) if limit != resource.RLIM_INFINITY))
        if soft != now:
            resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))
            _lowered["RLIMIT_DATA", soft] = given


def _kilobytes(file: Path, name: str) -> int:
    """Return the bytes that a Linux file states in kB after a name."""
    line = next(line for line in file.read_text().splitlines() if line.startswith(f"{name}:"))
    return int(line.split()[1]) << 10


def _left_in_container() -> float:
    with contextlib.suppress(OSError, ValueError):
        return int(_CGROUP.read_text()) - int(_CGROUP.with_name("memory.current").read_text())
    return float("inf")


def keep_limits(wanted: Mapping[str, int]) -> None:
    """Set soft limits to those of the notebook's process, as far as this process's hard ones allow."""
    import resource

    set_now = limits()
    for name, value in wanted.items():
        number = getattr(resource, name)
        hard = resource.getrlimit(number)[1]
        allowed = [limit for limit in (value, hard) if limit != resource.RLIM_INFINITY]
        if (soft := min(allowed, default=resource.RLIM_INFINITY)) != set_now[name]:
            resource.setrlimit(number, (soft, hard))


def memory_of_machine() -> int:
    """Return the bytes of memory of this machine, or of the container around this process."""
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    with contextlib.suppress(OSError, ValueError):
        total = min(total, int(_CGROUP.read_text()))
    return total
