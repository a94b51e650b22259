"""`pytest tests/golden --update-golden` writes the files anew; look at the difference before committing it."""

from __future__ import annotations

import pytest

collect_ignore_glob = ["*.converted.py", "*.pure_jax.py"]  # generated texts, read and not imported


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden files of generated code anew")
