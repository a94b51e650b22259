"""One kernel for the tests of a module, and another one after a test that fails."""

from tests.shared import kernel, shared

__all__ = ["kernel", "shared"]
