"""Lower Python's constructs to simpler ones: only `if`, `while`, `for` and calls of `ng` are left."""

from nbgraph.core.normalise.expressions.expressions import Expressions
from nbgraph.core.normalise.expressions.item import tuples_of
from nbgraph.core.normalise.expressions.keyed_displays import KEYED, convert_keyed_displays
from nbgraph.core.normalise.expressions.lambda_ import as_function, lift_lambdas, needs_function
from nbgraph.core.normalise.expressions.list_display import RETURNED, bare_statement
from nbgraph.core.normalise.expressions.local_names import LOOKING, spell_out_locals
from nbgraph.core.normalise.expressions.numbers import numbers_of
from nbgraph.core.normalise.expressions.reductions import mark_reductions
from nbgraph.core.normalise.statements.evaluation_order import EvaluationOrder
from nbgraph.core.normalise.statements.except_ import is_found_again
from nbgraph.core.normalise.statements.jumps import Leaving, Turned
from nbgraph.core.normalise.statements.statements import normalise_body
from nbgraph.core.normalise.statements.tail_calls import TAIL, loop_tail_calls
from nbgraph.core.normalise.statements.try_ import can_be_lowered
from nbgraph.core.normalise.trees.example import example, show
from nbgraph.core.normalise.trees.naming import Namer, identifiers
from nbgraph.core.normalise.trees.rewriter import SCOPES, rebuild, replace
from nbgraph.core.normalise.trees.template import load, quote, quote_expression
