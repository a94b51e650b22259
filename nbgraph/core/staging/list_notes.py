"""What the record keeps of lists: where they are in buffers, and what is asked of them there."""

from __future__ import annotations

from nbgraph.core.staging import context, recorder
from nbgraph.core.staging.decisions import Decision

INDEX, TIMES = "index", "times"
STORE, CHOICE = "store", "choice"  # an item of the type of the others, of another one
ROW, PARTS = "row", "parts"  # a list of numbers of the type of all others, any other item of several parts
TAKE = "take"
EQUAL = "equal_lists"  # the verb under which the record keeps comparisons of lists with traced items
EQUAL_TUPLES = "equal_tuples"  # the same for tuples, with how many single numbers both have
ORDER = "ordered_lists"  # the same for those of their order
BUFFERS = "buffers"  # the verb under which the record keeps lists in buffers


def note_buffers(what: str = "") -> None:
    """Enter in the record that the user's code works on a list in buffers here.

    Args:
        what: what it asks, for special code: an item at an index, or a number of repetitions, of the run; or what
            is stored at such an index, or that the item there is taken out.
    """
    if context.here().log is not None:
        frame = recorder.user_frame()
        reason = "the length of the list or an index is only known at run time"
        recorder.record(frame, BUFFERS, Decision(frame.span, "list", "buffers", reason), what)


def note_comparison(verb: str = EQUAL) -> None:
    """Enter in the record that the user's code compares lists with items that only the run knows."""
    if context.here().log is not None:
        frame = recorder.user_frame()
        recorder.record(frame, verb, Decision(frame.span, "call", "lists", "an item is traced"))
