"""Regions for what a jaxpr does not nest: the user's named scopes, the two passes of a derivative, batches.

JAX writes into each equation what it was traced inside of (`core._jax.frames_of`); the equations of one derivative
follow each other, first those of the forward pass, then those of the backward pass.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from nbgraph.core._jax import Frame
from nbgraph.core.graph.builder import Builder
from nbgraph.core.graph.model import RegionKind

if TYPE_CHECKING:
    from nbgraph.core.graph.trace import Context

_KINDS: dict[str, RegionKind] = {"forward": "forward", "backward": "backward", "vmap": "vmap", "iteration": "iteration"}


class Scopes:
    """Opens and closes regions as the equations of a block pass by."""

    def __init__(self, builder: Builder, context: Context) -> None:
        self.builder = builder
        self.open: list[tuple[Frame | None, Context]] = [(None, context)]

    def enter(self, path: Sequence[Frame]) -> Context:
        """Where an equation with these frames around it goes."""
        keep = 1
        while keep < len(self.open) and keep <= len(path) and self.open[keep][0] == path[keep - 1]:
            keep += 1
        del self.open[keep:]
        for depth, frame in enumerate(path[keep - 1 :], keep):
            around = self.open[-1][1]
            kind = _KINDS.get(frame.kind, "scope")
            region = self.builder.region(kind, label(path[depth - 1 :]), around.region, operation=kind)
            self.open.append((frame, replace(around.through([frame]), region=region)))
        return self.open[-1][1]


def label(frames: Sequence[Frame]) -> str:
    """What stands on the border of the outermost of some frames.

    >>> label([Frame("scope", "layer")]), label([Frame("backward", "loss")]), label([Frame("vmap", "")])
    ('layer', 'backward of loss', 'vmap')
    >>> label([Frame("backward", ""), Frame("forward", "square")])
    'backward of grad(square)'
    """
    frame, *inner = frames
    if frame.kind in ("scope", "iteration"):
        return frame.name
    subject = frame.name or _made_of(inner)
    if frame.kind in _KINDS and frame.kind != "vmap":
        return f"{frame.kind} of {subject}" if subject else frame.kind
    return f"{frame.kind}({subject})" if subject else frame.kind


def _made_of(frames: Sequence[Frame]) -> str:
    """The function that is transformed, where it is itself a transformation of the user's."""
    if not frames or frames[0].kind in ("scope", "iteration"):
        return ""
    subject = frames[0].name or _made_of(frames[1:])
    word = "grad" if frames[0].kind in ("forward", "backward") else frames[0].kind
    return f"{word}({subject})" if subject else ""
