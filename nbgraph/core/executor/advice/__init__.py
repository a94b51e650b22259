"""Errors in full: the values that led to one, and what to write instead."""
