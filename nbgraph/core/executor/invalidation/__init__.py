"""Detect whether helpers, globals and mutable objects still have the values that a trace used."""
