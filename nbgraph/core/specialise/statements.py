"""Control flow in special code: Python's statements where Python decided, `lax` where the graph does."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from nbgraph.core.functionalise.blocks import BlockFunction, define
from nbgraph.core.functionalise.sites import place_of
from nbgraph.core.normalise.except_ import is_passing
from nbgraph.core.normalise.rewriter import SCOPES, replace
from nbgraph.core.specialise.check_values import Failure
from nbgraph.core.specialise.checks import assert_code, check_code, fail_code
from nbgraph.core.specialise.conditionals import if_code
from nbgraph.core.specialise.error_words import worded
from nbgraph.core.specialise.expressions import Expressions
from nbgraph.core.specialise.flags import flags_set
from nbgraph.core.specialise.item_code import are_rows, in_place
from nbgraph.core.specialise.list_code import list_statement
from nbgraph.core.specialise.list_stores import Step, assigned
from nbgraph.core.specialise.loops import for_code, while_code
from nbgraph.core.specialise.pieces import Outer, Sink, assign, placeholder_code, result_of, undeclared
from nbgraph.core.specialise.plan import Plan
from nbgraph.core.specialise.rooms import local_function, with_room
from nbgraph.core.specialise.stacked import without_empty_lists
from nbgraph.core.specialise.verbs import verb_of


@dataclass
class Statements:
    """Specialises the statements of one activation.

    Attributes:
        plan: the decisions.
        expressions: for what stands inside statements.
        local_class: specialises the methods of a class.
        blocks: block functions that a staging call further down will use.
        errors: what run-time checks raise in the outermost staged block around, by number; None outside of all.
    """

    plan: Plan
    expressions: Expressions
    local_class: Callable[[ast.ClassDef, Plan], ast.ClassDef]
    blocks: dict[str, ast.FunctionDef] = field(default_factory=dict)
    errors: list[Failure] | None = None

    def block(self, block: Sequence[ast.stmt]) -> list[ast.stmt]:
        """A block without calls into nbgraph."""
        with self.own_blocks():
            return self._lines(block)

    def _lines(self, block: Sequence[ast.stmt]) -> list[ast.stmt]:
        with self.expressions.apart():
            return without_empty_lists([new for statement in block for new in self.statement(statement)])

    @contextmanager
    def own_blocks(self) -> Iterator[None]:
        """Within it, block functions get their names: outside, the same name may be that of another one."""
        around, self.blocks = self.blocks, dict(self.blocks)
        try:
            yield
        finally:
            self.blocks = around

    def __post_init__(self) -> None:
        def check(fails: ast.expr, error: ast.expr, at: ast.AST) -> list[ast.stmt]:
            return check_code(self, fails, error, at, fails_where=True)

        self.expressions.check = check

    def statement(self, node: ast.stmt) -> list[ast.stmt]:
        """What stands for one statement; nothing yet for a block function, which its call will ask for.

        Raises:
            NoSpecialFormError: it does what one piece of pure JAX code cannot say.
        """
        lines = self._statement(node)
        return [*self.expressions.taken(), *lines, *flags_set(self.plan, node)]

    def _statement(self, node: ast.stmt) -> list[ast.stmt]:
        if isinstance(node, BlockFunction):
            self.blocks[node.name] = node
            return []
        found = list_statement(self.expressions, node)
        if found is not None:
            return found
        if isinstance(node, ast.FunctionDef):
            around, self.errors = self.errors, None
            with local_function(self.plan, node):
                body, kept = self.block(node.body), node.decorator_list
                arguments: ast.arguments = node.args
                first: list[ast.stmt] = []
                if self.plan.lists.function is node:
                    arguments, first = with_room(self.plan, node.args)
            if any(
                isinstance(part, ast.Name) and part.id in ("jnp", "lax") for line in body for part in ast.walk(line)
            ):
                kept = [each for each in kept if "cache" not in ast.unparse(each)]  # traced values have no hash
            inner = replace(node, args=arguments, body=[*first, *body], decorator_list=kept)
            self.errors = around
            return [inner]
        if isinstance(node, ast.ClassDef):
            return [self.local_class(node, self.plan)]
        if isinstance(node, SCOPES):
            return [node]
        call = node.value if isinstance(node, ast.Assign | ast.Return | ast.Expr) else None
        if isinstance(call, ast.Call) and verb_of(call) == "set_attribute":
            owner, attribute, call = call.args
            assert isinstance(attribute, ast.Constant)
            assert isinstance(call, ast.Call)
            target = ast.copy_location(ast.Attribute(owner, str(attribute.value), ast.Store()), owner)
            node = ast.copy_location(ast.Assign([target], call), node)
        if isinstance(call, ast.Call) and verb_of(call) == "set_item":
            return self._set_item(node, call)
        if isinstance(call, ast.Call) and verb_of(call) == "update_item":
            return self._update_item(node, call)
        if isinstance(call, ast.Call) and self._is_statement(call):
            return self._staged(call, _sink(node))
        match node:
            case ast.Raise() if self.errors is not None:
                return fail_code(self, node)
            case ast.Raise(exc=ast.expr() as error) if (plain := worded(self.plan, error)) is not error:
                return self._statement(replace(node, exc=plain))
            case ast.AnnAssign(target=ast.Name(), value=None):
                return []
            case ast.AnnAssign(target=ast.Name() as name, value=ast.expr() as value):  # Python asks for no type here
                return self._statement(ast.copy_location(ast.Assign([name], value), node))
            case ast.Assign(targets=[ast.Name()], value=value) if self._deleted(value):
                return self._deleted(value)
            case ast.Assign(targets=[ast.Name()], value=value) if verb_of(value) == "at_raise":
                return []  # blocks stand in the function's own code
            case ast.Assign(targets=[ast.Name(id=new)], value=value) if verb_of(value) == "undefined":
                return [replace(node, value=placeholder_code(self.plan, new, node, None))]
        return [self._inside(node)]

    def branch(self, argument: ast.expr, call: ast.Call) -> ast.FunctionDef:
        """The block behind an argument of a staging call: a function by name, or a lambda made into one."""
        if isinstance(argument, ast.Name) and argument.id in self.blocks:
            return undeclared(self.blocks[argument.id])
        assert isinstance(argument, ast.Lambda)
        body = ast.copy_location(ast.Return(argument.body), argument)
        return define("branch", argument.args, [body], argument)

    def blocks_of(self, call: ast.Call) -> list[ast.AST]:
        """The blocks and expressions that a staging call is given."""
        given = [*call.args, *(keyword.value for keyword in call.keywords)]
        return [self.blocks.get(part.id, part) if isinstance(part, ast.Name) else part for part in given]

    def inline(self, function: ast.FunctionDef, sink: Sink) -> list[ast.stmt]:
        """A block's statements in place of its call: parameters have the names of what is handed in."""
        with self.own_blocks(), self.expressions.apart():
            return self._inline(function, sink)

    def _inline(self, function: ast.FunctionDef, sink: Sink) -> list[ast.stmt]:
        value = result_of(function)
        if value is None:
            return self._lines(function.body)
        done = self._lines(function.body[:-1])
        if isinstance(value, ast.Constant) and value.value is None:
            return done
        if isinstance(value, ast.Call) and self._is_statement(value):
            lines = self._staged(value, sink)
            return [*done, *self.expressions.taken(), *lines]
        if verb_of(value) in ("set_item", "update_item"):
            return [*done, *(new for line in sink(value) for new in self.statement(line))]
        if deleted := self._deleted(value):
            return [*done, *deleted]
        code = self.expressions.convert(value)
        return [*done, *self.expressions.taken(), *sink(code)]

    def _deleted(self, value: ast.expr) -> list[ast.stmt]:
        """`del name` where the user has it and a handler may notice; elsewhere a placeholder does."""
        match value:
            case ast.Call(args=[ast.Constant(value=str() as name)]) if verb_of(value) == "undefined":
                noticed = self.errors is None and not self.plan.lists.staged and self.plan.has_handlers
                if noticed and name in self.plan.deleted_at(value):
                    return [ast.copy_location(ast.Delete([ast.copy_location(ast.Name(name, ast.Del()), value)]), value)]
        return []

    def _is_statement(self, call: ast.Call) -> bool:
        """Whether a call stands for a statement of the user's: an `if_` may also be a conditional expression."""
        verb = verb_of(call)
        return self.plan.is_statement(call) if verb == "if_" else verb in _STAGED

    def _staged(self, call: ast.Call, sink: Sink) -> list[ast.stmt]:
        return _STAGED[verb_of(call) or ""](self, call, sink)

    def _inside(self, node: ast.stmt) -> ast.stmt:
        """A statement that stays Python's, with its expressions and blocks specialised."""
        changed: dict[str, Any] = {}
        for name, old in ast.iter_fields(node):
            if isinstance(old, list) and old and isinstance(old[0], ast.stmt):
                changed[name] = self.block(old) or [ast.copy_location(ast.Pass(), old[0])]
            elif isinstance(old, list):
                kept = [item for item in old if not (isinstance(item, ast.ExceptHandler) and is_passing(item))]
                changed[name] = [self._part(item) for item in kept]
            elif isinstance(old, ast.expr):
                changed[name] = self.expressions.convert(old)
        if all(_same(changed[name], getattr(node, name)) for name in changed):
            return node
        return replace(node, **changed)

    def _part(self, item: Any) -> Any:
        if isinstance(item, ast.ExceptHandler | ast.match_case):
            return replace(item, body=self.block(item.body) or [ast.copy_location(ast.Pass(), item.body[0])])
        return self.expressions.convert(item) if isinstance(item, ast.AST) else item

    def _update_item(self, node: ast.stmt, call: ast.Call) -> list[ast.stmt]:
        """`v = v.at[i].set(v[i] + x)` for arrays, `v[i] += x` for Python's containers."""
        if self.plan.became("set_item", call) in ("at-set", "masked"):
            return [self._inside(node)]
        container, index, symbol, value = call.args
        assert isinstance(symbol, ast.Constant)
        value = self.expressions.convert(value)
        return assigned(self.expressions, [Step(container, index)], value, call, str(symbol.value))

    def _set_item(self, node: ast.stmt, call: ast.Call) -> list[ast.stmt]:
        """`v = v.at[i].set(x)` for arrays, `v[i] = x` for Python's containers.

        Raises:
            NoSpecialFormError: whether the array is the container or an item of it is not clear.
        """
        inner = call.args[2]
        is_inner = verb_of(inner) in ("set_item", "update_item")
        if isinstance(inner, ast.Call) and is_inner and verb_of(inner.args[2]) != "set_item":
            outcomes = self.plan.outcomes("set_item", call)
            loops = any(verb in ("for_", "while_") for verb, _ in self.plan.instance.outcomes)
            if (len(outcomes) == 2 and not loops) or are_rows(outcomes):  # both are arrays
                return [self._inside(node)]
            if len(outcomes) == 1 and place_of(inner) == place_of(call):  # an array in one of Python's containers
                return assigned(self.expressions, [Step(*call.args[:2])], self.expressions.convert(inner), call)
            if outcomes:
                raise self.plan.refuse(call, "an item of an item is set")
        if self.plan.became("set_item", call) in ("at-set", "where"):
            return [self._inside(node)]
        return in_place(self.expressions, call)


_STAGED: dict[str, Callable[[Outer, ast.Call, Sink], list[ast.stmt]]] = {
    "if_": if_code,
    "while_": while_code,
    "for_": for_code,
    "assert_": assert_code,
}


def _sink(node: ast.stmt) -> Sink:
    """What a statement does with the value of the staging call in it."""
    match node:
        case ast.Assign(targets=[target]):
            return lambda value: assign(target, value, node)
        case ast.Return():
            return lambda value: [ast.copy_location(ast.Return(value), node)]
    return lambda value: []


def _same(new: Any, old: Any) -> bool:
    if isinstance(new, list):
        return len(new) == len(old) and all(a is b for a, b in zip(new, old, strict=True))
    return new is old
