"""`if`, `for`, `while`, `try` and `assert`, staged."""

from nbgraph.core.staging.control_flow.budget import BUDGET, IterationBudgetError, checked_budget
from nbgraph.core.staging.control_flow.leaf_words import FAILED, detail_word
