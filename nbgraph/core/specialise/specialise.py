"""The specialised form: what a JAX expert would have written by hand, made from the decisions of one trace."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Any

from nbgraph.core.codegen.emit import emit
from nbgraph.core.codegen.source_map import GeneratedCode
from nbgraph.core.executor.traces import Trace
from nbgraph.core.functionalise.sites import place_of
from nbgraph.core.normalise.naming import Namer, identifiers
from nbgraph.core.pipeline import Converted
from nbgraph.core.source.environment import Environment
from nbgraph.core.specialise.checked import fault_of
from nbgraph.core.specialise.expressions import Expressions
from nbgraph.core.specialise.plan import NoSpecialFormError, Plan
from nbgraph.core.specialise.prelude import prelude
from nbgraph.core.specialise.statements import Statements
from nbgraph.core.staging.lists import BUFFERS
from nbgraph.core.staging.recorder import Instance


def specialise(converted: Converted, trace: Trace) -> GeneratedCode:
    """Pure JAX code for the arguments of one trace: no nbgraph in it, runs when pasted into an empty module.

    Where a function does something that one piece of pure code cannot say, the text is a comment that says what.

    Args:
        converted: the function.
        trace: the record of one tracing of it.
    """
    try:
        return _specialise(converted, trace)
    except NoSpecialFormError as error:
        where = f" (line {error.span.line})" if error.span is not None else ""
        return GeneratedCode("specialised", f"# No specialised form: {error.message}{where}.\n", ())


def _specialise(converted: Converted, trace: Trace) -> GeneratedCode:
    instance = next((root for root in trace.record.roots if root.owner is converted), Instance(converted))
    helpers = _Helpers(Namer(identifiers(converted.node)))
    main = helpers.definition(converted, instance, converted.parsed.name)
    functions = [*helpers.definitions, main]
    own = frozenset(node.name for node in functions if isinstance(node, ast.FunctionDef))
    environment = Environment.of(converted.original)
    plan = Plan(converted, instance)
    lines = prelude(functions, environment, plan, own)
    source, span = converted.parsed.source, converted.parsed.span
    code = emit("specialised", functions, source, span, converted.parsed.node, [*lines, *([""] if lines else [])])
    fault = fault_of(code.text)
    if fault:
        raise plan.refuse(converted.node, fault)
    return code


@dataclass
class _Helpers:
    """The user's functions that the special code calls, each in as many versions as there are decisions.

    Attributes:
        name: fresh names.
        definitions: the versions made so far, callees first.
        texts: the name of each version, by its tree written out.
    """

    name: Namer
    definitions: list[ast.stmt] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)

    def definition(self, converted: Converted, instance: Instance, name: str) -> ast.stmt:
        """The special version of one activation."""
        plan = Plan(converted, instance)
        if instance.unwritten:
            raise NoSpecialFormError(instance.unwritten, span=converted.parsed.span)
        for (verb, _), outcomes in instance.outcomes.items():
            if verb == BUFFERS:
                why = "a list is held in buffers, because its length or an index is only known at run time"
                raise NoSpecialFormError(why, span=outcomes[0].decision.span)
        for called in (each for calls in instance.calls.values() for each in calls):
            if called.implicit and called.outcomes:
                what = called.owner.parsed.name
                raise NoSpecialFormError(f"`{what}` is called by Python itself", span=called.owner.parsed.span)

        def helper(call: ast.Call, function: Any) -> ast.expr:
            return self.version(plan, call, function)

        expressions = Expressions(plan, helper)
        node = converted.node
        if isinstance(node, ast.Lambda):
            value = expressions.convert(node.body)
            target = ast.copy_location(ast.Name("function", ast.Store()), node)
            lambda_ = ast.copy_location(ast.Lambda(node.args, value), node)
            return ast.copy_location(ast.Assign([target], lambda_), node)
        body = Statements(plan, expressions).block(node.body)
        fields = {
            key: value
            for key, value in ast.iter_fields(node)
            if key not in ("decorator_list", "name", "body", "returns")
        }
        new = ast.FunctionDef(name=name, body=body, decorator_list=[], returns=None, **fields)
        return ast.copy_location(new, node)

    def version(self, plan: Plan, call: ast.Call, function: Any) -> ast.expr:
        """The name of the special version that a call needs; versions with the same text are one."""
        instances = plan.instance.calls.get(place_of(call), [])
        if not instances:
            return call.args[0]
        names = {self.define(instance) for instance in instances}
        if len(names) > 1:
            raise plan.refuse(call, f"`{function.__name__}` is decided differently from call to call")
        return ast.copy_location(ast.Name(names.pop(), ast.Load()), call.args[0])

    def define(self, instance: Instance) -> str:
        """The name of the special version of one activation, which is made unless one with its text exists.

        Raises:
            NoSpecialFormError: the function is a closure.
        """
        converted = instance.owner
        wish = converted.parsed.name if converted.parsed.name.isidentifier() else "helper"
        node = self.definition(converted, instance, wish)
        if converted.original.__code__.co_freevars:
            raise NoSpecialFormError(f"`{wish}` takes values from the function around it", span=converted.parsed.span)
        text = ast.dump(node)
        if text not in self.texts:
            name = self.name(wish) if any(getattr(d, "name", "") == wish for d in self.definitions) else wish
            if isinstance(node, ast.FunctionDef):
                node.name = name
            self.texts[text] = name
            self.definitions.append(node)
        return self.texts[text]
