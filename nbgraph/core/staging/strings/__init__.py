"""Strings whose characters are known at run time only, in buffers; and `str`, `repr`, `format` of values."""

from nbgraph.core.staging.strings.spelled import Spelled
