"""Calls of user functions while a graph is made: converted, traced, repeated from the cache; and user classes."""

from nbgraph.core.staging.frames.classes import converted_classes, method_of
from nbgraph.core.staging.frames.conversion import (
    ALONE,
    STAYS_PYTHON,
    UNKNOWN_INDEX,
    convert,
    forget,
    handed_on,
    is_left_alone,
    is_transformation,
    knows,
    learn_alone,
    learn_displays,
    learn_item,
    learn_keys,
    learn_tail_calls,
    learn_try,
    release,
    runs_as_written,
    teaches,
)
from nbgraph.core.staging.frames.custom_rules import has_rule, rules_of
from nbgraph.core.staging.frames.lent_lists import KeptError, Lent
from nbgraph.core.staging.frames.program import Changes, stage_call
from nbgraph.core.staging.frames.tracing import is_raised
