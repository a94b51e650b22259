"""Stage `if`, `for`, `while`, `try` and `assert`."""

from nbgraph.core.staging.control_flow.budget import BUDGET, IterationBudgetError, checked_budget
from nbgraph.core.staging.control_flow.carry_labels import FAILED, detail_label
