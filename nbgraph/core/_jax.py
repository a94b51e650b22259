"""The only file that may touch what JAX does not promise: every non-public name is looked up here, once."""

from __future__ import annotations

import os
from typing import Any

import jax
from jax._src import source_info_util as _source_info

from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span

Tracer = jax.core.Tracer
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def exclude_own_frames() -> None:
    """Keep nbgraph's own frames out of the positions JAX records, so that the innermost frame is the user's."""
    _source_info.register_exclusion(_PACKAGE)


def equation_spans(equation: Any) -> tuple[Span, ...]:
    """The user's positions of a jaxpr equation, innermost call first; empty when JAX recorded none."""
    spans = []
    for frame in _source_info.user_frames(equation.source_info.traceback):
        text = SourceText.of_file(frame.file_name) or SourceText(frame.file_name, ())
        spans.append(
            text.span(frame.start_line, frame.start_column, frame.end_line, frame.end_column)
        )
    return tuple(spans)


exclude_own_frames()
