"""nbgraph: write plain Python in a notebook cell, see the JAX graph it becomes.

Nothing heavy is imported before it is used: `import nbgraph` and `%load_ext nbgraph` import neither JAX nor widgets.
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

__version__ = "0.1.0"

_PUBLIC = {
    "convert": "core.executor.convert",
    "to_graph": "core.api",
    "to_code": "core.inspect",
    "function": "core.executor.function",
    "graph": "core.inspect",
    "compare": "core.inspect",
    "check": "core.inspect",
    "check_gradient": "core.inspect",
    "sweep": "core.sweep",
    "exercise": "core.exercise.check",
    "trace_values": "core.inspect",
    "history": "core.inspect",
    "lint": "core.lint.lint",
    "do_not_convert": "core.api",
    "set_element_type": "core.api",
    "stack": "core.api",
    "loop_options": "core.api",
    "show": "widgets.show",
    "interact": "widgets.live",
    "NbgraphError": "core.errors",
    "SourceError": "core.errors",
    "ConversionError": "core.errors",
    "StagingError": "core.errors",
    "CallError": "core.errors",
}
__all__ = ["__version__", "load_ipython_extension", "unload_ipython_extension", *_PUBLIC]


def __getattr__(name: str) -> Any:
    is_package = name.startswith("_") or importlib.util.find_spec(f"nbgraph.{name}")  # which Python imports by itself
    path = _PUBLIC.get(name, "" if is_package else "core.staging.vocabulary")
    module = importlib.import_module(f"nbgraph.{path}") if path else None
    if name not in _PUBLIC and name not in getattr(module, "__all__", ()):  # what generated code calls
        raise AttributeError(f"module 'nbgraph' has no attribute {name!r}")
    value = getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)


def load_ipython_extension(shell: Any) -> None:
    """`%load_ext nbgraph`: register the magics with the shell."""
    from nbgraph.magics import load  # late: it imports IPython, which a script does without

    load(shell)


def unload_ipython_extension(shell: Any) -> None:
    """`%unload_ext nbgraph`: take the magics away again."""
    from nbgraph.magics import unload  # late, as above

    unload(shell)
