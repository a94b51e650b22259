"""Which statements may stand where, and how often."""

from __future__ import annotations

from tests.fuzz.blocks import Blocks
from tests.fuzz.functions import Functions
from tests.fuzz.loops import Loops
from tests.fuzz.scope import Scope

_DEEPEST = 4
_JUMPS = ("return_", "break_", "continue_")


class Statements(Functions, Blocks, Loops):
    """All statements together."""

    def block(self, scope: Scope) -> bool:
        """Some statements; whether control reaches their end."""
        written = len(self.lines)
        for _ in range(self.random.randrange(1, 6)):
            if self.budget <= 0:
                break
            self.budget -= 1
            if not self.statement(scope):
                if self.chance(0.05):
                    self.line(scope, "pass  # never reached")
                return False
        if len(self.lines) == written:
            self.line(scope, "pass")
        return True

    def statement(self, scope: Scope) -> bool:
        """One statement; whether control goes on after it."""
        kind = self.random.choice(self.possible(scope))
        if kind == "return_":
            self.return_(scope)
        elif kind in _JUMPS:
            self.line(scope, kind.rstrip("_"))
        else:
            return getattr(self, kind)(scope) is not False
        return False

    def possible(self, scope: Scope) -> list[str]:
        """What may stand here, as often as it should be chosen."""
        kinds = ["assign"] * 5 + ["augment"] * 3 + ["swap", "chained", "pass_", "comprehension"]
        if self.chance(0.2):
            kinds += ["check"]
        if scope.depth <= _DEEPEST:
            kinds += ["if_"] * 5
            if scope.loops < 3:
                kinds += ["while_"] * 3 + ["for_"] * 4
            if scope.depth <= 2:
                kinds += ["inner_function", "lambda_"]
            if not self.staged:
                kinds += ["match_"]
            if not self.staged and self.hard:
                kinds += ["try_", "with_"]
        kinds += ["set_item"] * 2 * bool(self.indexable(scope)) + ["call"] * bool(scope.functions)
        if scope.depth > 1:
            kinds += ["return_"] + ["break_", "continue_"] * 2 * scope.jumps
        return kinds
