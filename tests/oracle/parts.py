"""The texts of one call, a function for each part: program, decisions, errors, code, graph, record."""

from __future__ import annotations

import contextlib
import copy
import dataclasses
import hashlib
import io
import re
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import numpy as np

import nbgraph as ng
from nbgraph.core.drawing.text import text_tree
from nbgraph.core.examine.call import Call
from nbgraph.core.examine.parts import graph_of, printed_code
from nbgraph.core.examine.parts import record as record_of
from tests.oracle.subjects import Subject
from tests.programs import oracle

HERE = str(Path.cwd())  # not of this file: its folder may be a link
_ADDRESS = re.compile(r"0x[0-9a-f]{6,}")
_FILE = re.compile(r"file='[^']*', ")


class Look:
    """One call as it is looked at; it is traced once for all parts that need its trace."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.arguments = copy.deepcopy(subject.arguments)
        self._traced: Any = None
        self.call: Call

    def traced(self) -> Any:
        """JAX's traced program.

        Raises:
            Exception: the call is refused.
        """
        if self._traced is None:
            self.subject.reset()
            self.call = Call.of(self.subject.function, self.arguments, {})
            self._traced = self.call.function.trace(*self.call.arguments)
        return self._traced


def text_of(part: str, look: Look) -> str:
    """One part of what there is to say about a call; of one that cannot be traced, who refuses it."""
    mode = "strict" if look.subject.strict else "standard"
    with jax.numpy_dtype_promotion(mode), contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            text = PARTS[part](look)
        except Exception as error:  # what it says is the business of the part "errors"
            text = f"{type(error).__name__}: {getattr(error, 'id', '')}"
    return canonical(text)


def canonical(text: str) -> str:
    """A text without what differs from one process or folder to the next."""
    return _ADDRESS.sub("0x…", text.replace(HERE, "."))


def jaxpr(look: Look) -> str:
    """The program without budget, and what its constants hold."""
    return program_text(look.traced().jaxpr)


def budgeted(look: Look) -> str:
    """The program that a call compiles."""
    look.subject.reset()
    call = Call.of(look.subject.function, copy.deepcopy(look.subject.arguments), {})  # its trace is not the last one
    return program_text(call.function.jitted.trace(*call.arguments).jaxpr)


def program_text(closed: Any) -> str:
    """A jaxpr with its constants."""
    return "\n".join((str(closed), *map(_constant, closed.consts)))


def _constant(value: Any) -> str:
    if not isinstance(value, jax.Array | np.ndarray) or jax.dtypes.issubdtype(value.dtype, jax.dtypes.extended):
        return f"constant {value}"
    array = np.asarray(value)
    return f"constant {array.dtype}{list(array.shape)} {hashlib.sha256(array.tobytes()).hexdigest()[:12]}"


def decisions(look: Look) -> str:
    """What became of each construct, with what the graph is told of it; then what each result is."""
    look.traced()
    trace = look.call.function.traces[-1]
    results = (f"output {word!r} {_FILE.sub('', str(span))}" for word, span in trace.outputs)
    return "\n".join((*map(_fields, trace.decisions), *results, *map(str, trace.texts.items())))


def _fields(decision: Any) -> str:
    """A decision's fields, the empty ones left out."""
    pairs = ((each.name, getattr(decision, each.name)) for each in dataclasses.fields(decision) if each.repr)
    return _FILE.sub("", " ".join(f"{name}={value!r}" for name, value in pairs if value or name == "trips"))


def errors(look: Look) -> str:
    """What the call raises, where it or Python raises anything."""
    subject = look.subject
    subject.reset()
    if not subject.refused and oracle.in_python(subject.function, subject.arguments).error is None:
        look.traced()
        return ""
    subject.reset()
    raised = oracle.observe(ng.function(subject.function), subject.arguments).error
    return "" if raised is None else f"{type(raised).__name__}: {raised}"


def code(look: Look) -> str:
    """The printed code."""
    look.subject.reset()
    look.call = Call.of(look.subject.function, look.arguments, {})
    traced = look.call.function.trace_with_events(*look.call.arguments)
    return printed_code(traced, look.call).text


def converted(look: Look) -> str:
    """The code that runs while tracing."""
    return ng.to_code(look.subject.function)


def graph(look: Look) -> str:
    """The graph as a tree."""
    traced = look.traced()
    return text_tree(graph_of(traced, look.call))


def record(look: Look) -> str:
    """The record of the run as a table."""
    look.traced()
    look.subject.reset()
    return str(record_of(look.call, seconds=60.0))  # however busy the machine is


PARTS: dict[str, Callable[[Look], str]] = {
    "jaxpr": jaxpr,
    "budgeted": budgeted,
    "decisions": decisions,
    "errors": errors,
    "code": code,
    "converted": converted,
    "graph": graph,
    "record": record,
}
