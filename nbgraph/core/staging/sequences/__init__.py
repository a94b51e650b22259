"""What a staged `for` runs over, and what Python hands out one item at a time."""

from nbgraph.core.staging.sequences.sequences import Sequence
