"""What the record keeps of lists: where they are in buffers."""

from __future__ import annotations

from nbgraph.core.staging import context, recorder
from nbgraph.core.staging.decisions import Decision


def note_buffers() -> None:
    """Enter in the record that the user's code works on a list in buffers here."""
    if context.here().log is not None:
        frame = recorder.user_frame()
        reason = "the length of the list or an index is only known at run time"
        recorder.record(frame, Decision(frame.span, "list", "buffers", reason))
