"""`assert` and `raise` in special code: raised at once outside of staged blocks, numbered inside of them.

Inside a block nobody can raise. There a number travels with the other values, 0 while all is well; what stands for
the number is raised behind the outermost block.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from nbgraph.core.analysis.names import names
from nbgraph.core.functionalise.blocks import define, load, parameters
from nbgraph.core.normalise.rewriter import replace
from nbgraph.core.normalise.template import quote, quote_expression
from nbgraph.core.specialise.check_values import Failure, detail_of, noted
from nbgraph.core.specialise.error_words import makes_text, worded
from nbgraph.core.specialise.held_lists import Holding
from nbgraph.core.specialise.host_calls import plain_statement
from nbgraph.core.specialise.pieces import Outer, Sink
from nbgraph.core.specialise.plan import NoSpecialFormError, Plan
from nbgraph.core.specialise.slots import Slot
from nbgraph.core.specialise.standing import Detail
from nbgraph.core.specialise.types import structure_code, zeros_code
from nbgraph.core.specialise.verbs import undelay, verb_of
from nbgraph.core.staging.effects import COUNTS, Check, Effects
from nbgraph.core.staging.location import Location


def assert_code(outer: Outer, call: ast.Call, sink: Sink) -> list[ast.stmt]:
    """The statements for `ng.assert_(test, message)`."""
    condition = outer.expressions.truth(call.args[0], call)
    message = [outer.expressions.convert(worded(outer.plan, undelay(argument))) for argument in call.args[1:]]
    if outer.plan.became("assert_", call) != "check":
        return [ast.copy_location(ast.Assert(condition, message[0] if message else None), call)]
    error = quote_expression("AssertionError()", call)
    assert isinstance(error, ast.Call)
    return check_code(outer, condition, replace(error, args=message), call, fails_where=False)


def raise_code(outer: Outer, call: ast.Call, test: ast.expr, sink: Sink) -> list[ast.stmt]:
    """The statements for an `if` one side of which raises: a check, and the other side without condition.

    Raises:
        NoSpecialFormError: the side does more than that.
    """
    sides = [outer.branch(argument, call) for argument in call.args[1:3]]
    raised = bool(outer.plan.detail("if_", call).where)
    failing, other = sides if raised else (sides[1], sides[0])
    if isinstance(failing.body[0], ast.Raise):
        error = _raised_by(outer, failing.body[0])
        return [*check_code(outer, test, error, call, fails_where=raised), *outer.inline(other, sink)]
    condition = test if raised else quote_expression("jnp.logical_not(test)", call, test=test)
    try:
        checks = _failing(outer, failing, condition, call)
    except NoSpecialFormError:
        if outer.errors is not None:
            raise
        checks = _acting(outer, failing, condition, call)
    return [*checks, *outer.inline(other, sink)]


def _acting(outer: Outer, block: ast.FunctionDef, condition: ast.expr, at: ast.AST) -> list[ast.stmt]:
    """A block that fails in Python's own ways, made a function that Python runs where a condition holds."""
    body = [plain_statement(outer.plan, statement) for statement in block.body]
    reads = names(*body).reads
    values = [name for name in sorted(reads) if outer.plan.is_own_value(name) and name not in names(*body).writes]
    arguments = parameters(values, at)
    holding = [load(name, at) for name in values]
    match body:
        case [ast.Expr(value=value)] | [ast.Return(value=ast.expr() as value)]:
            act = ast.copy_location(ast.Lambda(arguments, value), at)
            return [_helped("act_if", condition, act, holding, at)]
    made = define(block.name, arguments, body, block)
    return [made, _helped("act_if", condition, load(block.name, at), holding, at)]


def _helped(helper: str, condition: ast.expr, act: ast.expr, values: Sequence[ast.expr], at: ast.AST) -> ast.stmt:
    """A call of one of the helpers for run-time checks."""
    called = quote_expression(f"{helper}(condition, act)", at, condition=condition, act=act)
    assert isinstance(called, ast.Call)
    return ast.copy_location(ast.Expr(replace(called, args=[*called.args, *values])), at)


def made_late(plan: Plan, error: ast.expr) -> tuple[ast.expr, list[ast.expr]]:
    """An exception as a function of the values in it, which only the run knows, and these; a plain one as it is."""
    message = [*error.args, *error.keywords] if isinstance(error, ast.Call) else []
    reads = names(*message).reads
    if not reads:
        return error, []
    values = [name for name in sorted(reads) if plan.is_own_value(name)]
    late = ast.copy_location(ast.Lambda(parameters(values, error), error), error)
    return late, [load(name, error) for name in values]


def _failing(outer: Outer, block: ast.FunctionDef, condition: ast.expr, at: ast.AST) -> list[ast.stmt]:
    """The checks for a block that raises in the end, whatever happens, where a condition holds."""
    with outer.own_blocks():
        return _failing_lines(outer, block, condition, at)


def _failing_lines(outer: Outer, block: ast.FunctionDef, condition: ast.expr, at: ast.AST) -> list[ast.stmt]:
    found: list[ast.stmt] = []
    for statement in block.body:
        match statement:
            case ast.FunctionDef():
                outer.statement(statement)
            case ast.Raise():
                error = _raised_by(outer, statement)
                return [*found, *check_code(outer, condition, error, at, fails_where=True)]
            case ast.Expr(value=ast.Call() as call) if (
                verb_of(call) == "if_" and outer.plan.became("if_", call) == "check"
            ):
                raised = bool(outer.plan.detail("if_", call).where)
                test = outer.expressions.truth(call.args[0], call)
                form = "condition & test" if raised else "condition & jnp.logical_not(test)"
                both = quote_expression(form, call, condition=condition, test=test)
                found += _failing(outer, outer.branch(call.args[1 if raised else 2], call), both, call)
            case ast.Expr(value=ast.Call() as call) if verb_of(call) == "assert_":
                test, *message = (undelay(argument) for argument in call.args)
                test = outer.expressions.convert(test)
                message = [outer.expressions.convert(worded(outer.plan, part)) for part in message]
                error = quote_expression("AssertionError()", call)
                assert isinstance(error, ast.Call)
                both = quote_expression("condition & jnp.logical_not(test)", call, condition=condition, test=test)
                found += check_code(outer, both, replace(error, args=message), call, fails_where=True)
            case ast.Expr(value=ast.Call() as call) if verb_of(call) == "call" and outer.errors is None:
                acts = outer.expressions.convert(call)
                if not ast.unparse(acts).startswith(("jax.debug.", "on_host(")):
                    raise outer.plan.refuse(call, "a call fails here, or does more than to print")
                code = "lax.cond(condition, lambda: acts, lambda: None)"
                found.append(
                    ast.copy_location(ast.Expr(quote_expression(code, call, condition=condition, acts=acts)), call)
                )
            case _:
                raise outer.plan.refuse(statement, "this fails in a way that no `raise` or `assert` of yours says")
    if not found:
        raise outer.plan.refuse(at, "this fails in a way that no `raise` or `assert` of yours says")
    return found


def _raised_by(outer: Outer, statement: ast.Raise) -> ast.expr:
    if statement.exc is None:
        raise outer.plan.refuse(statement, "this raises again what was caught")
    return outer.expressions.convert(worded(outer.plan, statement.exc))


def check_code(outer: Outer, condition: ast.expr, error: ast.expr, at: ast.AST, *, fails_where: bool) -> list[ast.stmt]:
    """A check: raised at once, or numbered inside a staged block.

    Args:
        outer: the statements around.
        condition: what is asked.
        error: what is raised.
        at: where new nodes stand.
        fails_where: which answer is the bad one.

    Raises:
        NoSpecialFormError: the message needs values from inside the block.
    """
    if outer.errors is None:
        helper = "raise_if" if fails_where else "raise_unless"
        error, values = made_late(outer.plan, error)
        return [_helped(helper, condition, error, values, at)]
    fails = condition if fails_where else quote_expression("jnp.logical_not(condition)", at, condition=condition)
    first = load(outer.plan.variable_for("failed"), at)
    fails = quote_expression("(first == 0) & fails", at, first=first, fails=fails)
    return numbered(outer, fails, error, at)


def fail_code(outer: Outer, statement: ast.Raise) -> list[ast.stmt]:
    """A `raise` inside a staged block, under no condition of its own."""
    fails = quote_expression("failed == 0", statement, failed=outer.plan.variable_for("failed"))
    return numbered(outer, fails, _raised_by(outer, statement), statement)


def numbered(outer: Outer, fails: ast.expr, error: ast.expr, at: ast.AST) -> list[ast.stmt]:
    """The lines in a staged block that note the number of an error where it is the first, and the values in it."""
    assert outer.errors is not None
    given = [*error.args, *error.keywords] if isinstance(error, ast.Call) else [error]
    note = detail_of(outer.plan, error) if names(*given).reads else None
    if note is None and makes_text(error):
        raise outer.plan.refuse(at, "a message holds run-time values in here")
    failure, lines = noted(outer.plan, error, note, fails, at) if note is not None else (Failure(error), [])
    outer.errors.append(failure)
    number = ast.copy_location(ast.Constant(len(outer.errors)), at)
    name = outer.plan.variable_for("failed")
    code = "failed = jnp.where(fails, number, failed)"
    return [*lines, *quote(code, at, failed=name, fails=fails, number=number)]


def begun(outer: Outer, slots: Sequence[Slot]) -> bool:
    """Whether a staged block is an outermost one with checks in it; its errors are collected from now on."""
    if outer.errors is not None or not any(slot.is_check for slot in slots):
        return False
    outer.errors = []
    return True


def raised(outer: Outer, at: ast.AST) -> list[ast.stmt]:
    """The line behind an outermost staged block that raises what was noted inside.

    Raises:
        NoSpecialFormError: the checks stand somewhere else, in a helper.
    """
    errors, outer.errors = outer.errors, None
    if not errors:
        raise outer.plan.refuse(at, "a helper raises at run time in here")
    failed = load(outer.plan.variable_for("failed"), at)
    if any(failure.values for failure in errors):
        return [
            _helped("raise_if", quote_expression(f"failed == {number}", at, failed=failed), each.error, each.values, at)
            for number, each in enumerate(errors, 1)
        ]
    made = quote_expression("raise_failed(failed)", at, failed=failed)
    assert isinstance(made, ast.Call)
    return [ast.copy_location(ast.Expr(replace(made, args=[*made.args, *(each.error for each in errors)])), at)]


def start_of(outer: Outer, slot: Slot, at: ast.AST, *, outermost: bool) -> list[ast.expr]:
    """The values with which a place enters a block."""
    if slot.buffer is not None:
        active = slot.buffer.list_name in outer.plan.lists.active
        return slot.buffer.values(at) if active else slot.buffer.start(at)
    if slot.is_new:
        return []
    if slot.is_check and outermost:
        zero = ast.copy_location(ast.Constant(0), at)
        return [structure_code(slot.template, [zeros_code(k, at) for k in slot.kinds], at) if slot.is_detail else zero]
    return [slot.content(at)]


def goes_on(slots: Sequence[Holding], condition: ast.expr) -> ast.expr:
    """A loop's condition: it also ends once a check has failed, or a list is full."""
    for slot in slots:
        if isinstance(slot, Slot) and slot.is_check and not slot.is_detail:
            condition = quote_expression("condition & (failed == 0)", condition, condition=condition, failed=slot.path)
        if slot.buffer is not None and slot.buffer.checked:
            holes = {"length": slot.buffer.count(condition), "room": slot.buffer.size(condition)}
            condition = quote_expression("condition & (length <= room)", condition, condition=condition, **holes)
    return condition


def own_checks(outer: Outer, places: dict[Location, str | None], call: ast.Call) -> list[Location]:
    """The places that a staged block changes, without those that only say whether a list has room or a loop
    makes too many rounds: code asks for the room itself, and runs as long as it runs.

    Args:
        outer: the statements around.
        places: all of them, and how they are written; None for what belongs to run-time checks.
        call: the block.
    """
    scope = next((location.owner for location in places if isinstance(location.owner, Effects)), None)
    if scope is None:
        return list(places)
    file = outer.plan.converted.parsed.source.file
    parts = [part for block in outer.blocks_of(call) for part in ast.walk(block)]
    lines = {line for part in parts if (line := getattr(part, "lineno", None)) is not None}

    def is_here(check: Check) -> bool:
        spans = (check.span, *(frame.span for frame in check.frames))
        return any(span.line in lines and span.file == file for span in spans)

    has_own = any(is_here(check) for check in scope.checks if not (check.grows or check.counts))

    def counts(location: Location) -> bool:
        if location.owner is scope:
            return has_own
        if places[location] is None and location.key == COUNTS:
            return False
        if places[location] is None:
            outer.plan.details[location.key] = Detail(scope.checks[location.key - 1].span)
        return places[location] is not None or not scope.checks[location.key - 1].grows

    return [location for location in places if counts(location)]
