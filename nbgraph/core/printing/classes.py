"""Classes of the user's that printed code needs: their definitions, as the user wrote them."""

from __future__ import annotations

import ast
import builtins
import inspect
import textwrap
from dataclasses import dataclass, field

from nbgraph.core.printing.program import NoFormError


@dataclass
class Classes:
    """Definitions of classes, by name, bases first."""

    found: dict[str, ast.stmt] = field(default_factory=dict)

    def add(self, cls: type) -> None:
        """Define a class, with those that it is made of.

        Raises:
            NoFormError: its source is not to be had.
        """
        if cls.__module__ == "builtins" or cls.__name__ in self.found:
            return
        for base in reversed(cls.__bases__):
            if base.__module__ not in ("builtins", "typing") and base is not tuple:
                self.add(base)
        self.found[cls.__name__] = _definition(cls)


def _definition(cls: type) -> ast.stmt:
    fields = getattr(cls, "_fields", None)
    if fields is not None and not hasattr(cls, "__orig_bases__"):
        text = f"{cls.__name__} = collections.namedtuple({cls.__name__!r}, {' '.join(fields)!r})"
        return ast.parse(text).body[0]
    try:
        found = ast.parse(textwrap.dedent(inspect.getsource(cls))).body[0]
    except (OSError, TypeError, SyntaxError):
        raise NoFormError(f"the class `{cls.__name__}`, whose source is not to be had") from None
    if not isinstance(found, ast.ClassDef) or not _is_small(found):
        raise NoFormError(f"the class `{cls.__name__}`")
    return found


_KNOWN = frozenset(("dataclass", "dataclasses", "NamedTuple", "typing", "collections", "self", "super"))


def _is_small(node: ast.ClassDef) -> bool:
    """Whether a class mentions nothing but builtins, what it defines itself, and what makes data classes."""
    mentioned = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    bound = {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)}
    bound |= {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
    return all(name in _KNOWN | bound | bases or hasattr(builtins, name) for name in mentioned)
