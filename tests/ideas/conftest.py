"""The notebook that the tests of this folder share."""

from __future__ import annotations

from tests.shared import kernel, shared

__all__ = ["kernel", "shared"]
