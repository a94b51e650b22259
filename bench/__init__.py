"""Benchmarks anyone can run: `python -m bench`. Never part of the tests."""
