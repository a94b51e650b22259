"""Pieces of Python code, the names in them, and the module that they end up in."""
