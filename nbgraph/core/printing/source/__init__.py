"""Find the user's source that can be part of printed code: expressions, calls, functions."""
