"""Keep what is known during a trace: the user's position, decisions, events, and conditions that hold."""

from nbgraph.core.staging.trace.again import KeyAsked, TracedAgain
from nbgraph.core.staging.trace.by_identity import ByIdentity
from nbgraph.core.staging.trace.context import within
from nbgraph.core.staging.trace.cost import size_of
from nbgraph.core.staging.trace.event_writer import is_raising, written
from nbgraph.core.staging.trace.events import (
    Binding,
    Computed,
    Entered,
    Event,
    EventLog,
    Frame,
    Left,
    Line,
    ListLength,
    Opaque,
    Region,
    Repeated,
    Staged,
)
from nbgraph.core.staging.trace.number_kinds import JAX
from nbgraph.core.staging.trace.options import loop_options
from nbgraph.core.staging.trace.recorder import Recorder, is_seen, owner_of
from nbgraph.core.staging.trace.user_frames import is_block, raised_through, span_of
