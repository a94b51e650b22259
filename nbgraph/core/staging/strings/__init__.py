"""Represent strings of run-time characters in buffers, and implement `str`, `repr` and `format` of values."""

from nbgraph.core.staging.strings.spelled import Spelled
