"""What a worker must know of the notebook's process before it can read a job: paths, settings, texts of cells."""

from __future__ import annotations

import linecache
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import jax

from nbgraph.core import errors


@dataclass(frozen=True)
class Context:
    """The state of a process that a function's run may depend on, beside the function itself.

    Attributes:
        directory: where relative paths start.
        path: where modules are looked for.
        config: JAX's settings, as they are in the sending thread.
        texts: the text of each cell, by the name it was compiled under.
        names: what the host calls each of these, e.g. "Cell In[3]".
    """

    directory: str
    path: tuple[str, ...]
    config: Mapping[str, Any]
    texts: Mapping[str, list[str]] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def here(cls, known: Mapping[str, list[str]]) -> Context:
        """The context of this process; of the texts, those not yet `known` over there."""
        texts = {file: lines for file, lines in _cells().items() if known.get(file) is not lines}
        names = {file: errors.cell_name(file) for file in texts}
        return cls(os.getcwd(), tuple(sys.path), _config(), texts, {file: name for file, name in names.items() if name})

    @property
    def devices(self) -> tuple[Any, ...]:
        """The settings that JAX reads once, when it looks for devices."""
        return tuple(self.config.get(name) for name in _ONCE)

    def enter(self) -> None:
        """Make it the context of this process."""
        if os.getcwd() != self.directory:
            os.chdir(self.directory)
        sys.path[:] = self.path
        current = _config()
        for name, value in self.config.items():
            if current.get(name, value) != value:
                jax.config.update(name, value)
        for file, lines in self.texts.items():
            linecache.cache[file] = (sum(map(len, lines)), None, lines, file)
        _names.update(self.names)
        errors.use_cell_names(_names.get)


_ONCE = ("jax_platforms", "jax_num_cpu_devices", "jax_pjrt_client_create_options")
_names: dict[str, str] = {}


def _cells() -> dict[str, list[str]]:
    """Texts that are not on disk: no modification time, so `linecache` keeps them."""
    return {file: entry[2] for file, entry in linecache.cache.items() if len(entry) == 4 and entry[1] is None}


def _config() -> dict[str, Any]:
    """JAX's settings that are plain values; a `with` block's are those of its thread."""
    config: Any = jax.config
    found = {name: getattr(config, name, None) for name in config.values}
    return {name: value for name, value in found.items() if isinstance(value, bool | int | float | str | None)}
