"""Strings whose characters only the run knows, in buffers of code points; and `str`, `repr`, `format` of values."""

from nbgraph.core.staging.strings.spelled import Spelled
