"""Values come from NumPy's interpreter, and for a sample of the tests from XLA."""

from tests.pool.engine import engine

__all__ = ["engine"]
