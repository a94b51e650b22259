"""What a worker does to itself so that it harms nobody: dies with its parent, and first when memory is short."""

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


def die_with_parent(parent: int) -> None:
    """Ask the kernel of the machine to end this process when its parent ends, whatever it is doing then (Linux).

    Elsewhere the closed pipe has to do, which a thread notices as soon as it gets the interpreter.
    """
    if not sys.platform.startswith("linux"):
        return
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it ended before we asked
        os._exit(1)


def die_first() -> None:
    """When memory runs out, let the machine end this process rather than the notebook's (Linux)."""
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")


def limit_memory(size: int | None) -> None:
    """Let allocations beyond `size` bytes fail, so that they end in an error; None for what the machine has (Unix).

    Counted is private writable memory (`RLIMIT_DATA`): address space that is reserved and never touched is free.
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
    """The soft limits of this process, by name; empty where there are none (Windows)."""
    try:
        import resource
    except ImportError:
        return {}
    names = (name for name in _KEPT if hasattr(resource, name))
    return {name: resource.getrlimit(getattr(resource, name))[0] for name in names}


def keep_limits(wanted: Mapping[str, int]) -> None:
    """Set soft limits to what the notebook's process has, as far as this process's hard ones allow."""
    import resource

    for name, value in wanted.items():
        number = getattr(resource, name)
        now, hard = resource.getrlimit(number)
        allowed = [limit for limit in (value, hard) if limit != resource.RLIM_INFINITY]
        if (soft := min(allowed, default=resource.RLIM_INFINITY)) != now:
            resource.setrlimit(number, (soft, hard))


def memory_of_machine() -> int:
    """Bytes of memory that this machine, or the container we are in, has."""
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    with contextlib.suppress(OSError, ValueError):
        total = min(total, int(_CGROUP.read_text()))
    return total
