"""Define what a staged `for` can iterate over, and treat Python's iterators."""

from nbgraph.core.staging.sequences.sequences import Sequence
