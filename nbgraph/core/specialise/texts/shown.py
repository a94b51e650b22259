"""Texts to be shown: their numbers go to the host, which has the tables."""

from __future__ import annotations

import contextvars

# The functions in code that stand for texts to be shown.
SHOWN: contextvars.ContextVar[frozenset[str]] = contextvars.ContextVar("nbgraph_shown_texts", default=frozenset())
