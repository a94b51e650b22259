"""Represent values out of a finite set by their number: strings, None, members of enumerations."""

from nbgraph.core.staging.enumerated.deferred import Deferred, DeferredError
from nbgraph.core.staging.enumerated.placeholders import (
    CHANGED,
    PLACEHOLDER,
    TextOfTracedError,
    holds_placeholder,
    settled,
)
from nbgraph.core.staging.enumerated.values import (
    ITSELF,
    ChosenText,
    Whole,
    as_number,
    count_in,
    is_chosen,
    refuse_batch,
    spoken,
    texts_of,
)
