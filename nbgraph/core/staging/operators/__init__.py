"""Operators, items, and Python's numbers."""
