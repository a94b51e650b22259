"""The user's functions and classes that special code uses, each in as many versions as there are decisions."""

from __future__ import annotations

import ast
import inspect
import sys
import types
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from nbgraph.core.analysis.names import parameters
from nbgraph.core.functionalise.sites import place_of
from nbgraph.core.normalise.lambda_ import as_function
from nbgraph.core.normalise.naming import Namer
from nbgraph.core.normalise.rewriter import replace
from nbgraph.core.pipeline import Converted
from nbgraph.core.source.environment import Environment
from nbgraph.core.source.ownership import is_user_function
from nbgraph.core.source.text import SourceText
from nbgraph.core.specialise.class_trees import as_tree
from nbgraph.core.specialise.comparisons import with_comparisons, with_fields_compared
from nbgraph.core.specialise.expressions import Expressions
from nbgraph.core.specialise.held_lists import require_no_guess
from nbgraph.core.specialise.known_lists import ordered_elsewhere
from nbgraph.core.specialise.manner import Manner
from nbgraph.core.specialise.plan import NoSpecialFormError, Plan
from nbgraph.core.specialise.pruned import pruned
from nbgraph.core.specialise.rooms import with_room
from nbgraph.core.specialise.round_records import Entry
from nbgraph.core.specialise.standing import Lists
from nbgraph.core.specialise.statements import Statements
from nbgraph.core.staging.conversion import convert
from nbgraph.core.staging.recorder import Instance, Recorder

Definition = ast.FunctionDef | ast.Assign


@dataclass
class Definitions:
    """The user's functions and classes in special code.

    Attributes:
        name: fresh names.
        trees_of: classes whose objects must be trees of JAX, by name, with their attributes.
        compared: data classes whose objects are compared at run time, by name: the fields that count, and the methods.
        instances: every activation of the trace, by file and line of the function.
        roots: the activations that nothing recorded has called.
        strays: those of functions that had returned: functions inside them ran.
        made: the versions made so far, callees first, each with the names around it.
        texts: the name of each version, by its tree written out.
        mixed: what was decided at run time at some times, and known at others.
        stays_python: whether they are all as the user wrote them.
        journal: everything that was recorded in the trace, in order.
        manner: how the code is written.
        has_divided: whether divisions that are left to the graph have changed something.
    """

    name: Namer
    instances: dict[tuple[str, int], list[Instance]]
    trees_of: dict[str, tuple[str, ...]] = field(default_factory=dict)
    compared: dict[str, tuple[tuple[str, ...], set[str]]] = field(default_factory=dict)
    roots: list[Instance] = field(default_factory=list)
    strays: list[Instance] = field(default_factory=list)
    made: list[tuple[ast.stmt, Environment]] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    stays_python: bool = False
    mixed: list[ast.Call] = field(default_factory=list)
    journal: Sequence[Entry] = ()
    manner: Manner = field(default_factory=Manner)
    has_divided: bool = False

    @classmethod
    def of(cls, record: Recorder, name: Namer) -> Definitions:
        """None yet, for the functions that took part in a trace."""
        instances: dict[tuple[str, int], list[Instance]] = {}
        pending = list(record.roots)
        seen: set[int] = set()
        while pending:
            instance = pending.pop(0)
            if id(instance) in seen:
                continue
            seen.add(id(instance))
            owner = instance.owner.parsed
            instances.setdefault((owner.source.file, owner.node.lineno), []).append(instance)
            pending += [called for calls in instance.calls.values() for called in calls]
        trees = {made.__name__: attributes for made, attributes in record.made_anew.items()}
        compared = {made.__name__: found for made, found in record.compared.items()}
        strays = [root for root in record.roots if root.place is None]
        return cls(name, instances, trees, compared, strays=strays, journal=record.journal)

    def definition(self, converted: Converted, instance: Instance, name: str) -> ast.FunctionDef | ast.Assign:
        """The special version of one activation.

        Raises:
            NoSpecialFormError: there is none.
        """
        if self.stays_python:
            return as_written(converted, name)
        made, texts = list(self.made), dict(self.texts)
        try:
            return self._definition(converted, instance, name, keeps=True)
        except NoSpecialFormError:
            self.made, self.texts = made, texts
            return self._definition(converted, instance, name, keeps=False)

    def _definition(
        self, converted: Converted, instance: Instance, name: str, *, keeps: bool
    ) -> ast.FunctionDef | ast.Assign:
        plan = Plan(
            converted,
            instance,
            name=name,
            lists=Lists(keeps=keeps, is_main=any(instance is root for root in self.roots)),
            mixed=self.mixed,
            journal=self.journal,
            manner=self.manner,
        )
        if instance.unwritten:
            raise NoSpecialFormError(instance.unwritten, span=converted.parsed.span)
        if ordered_elsewhere(converted.node, instance.outcomes):
            raise NoSpecialFormError("lists are compared by their order", span=converted.parsed.span)

        def helper(call: ast.Call, function: Any) -> ast.expr:
            return self.version(plan, call, function)

        expressions = Expressions(plan, helper)
        node = converted.node
        if isinstance(node, ast.Lambda):
            value = expressions.convert(node.body)
            target = ast.copy_location(ast.Name("function", ast.Store()), node)
            lambda_ = ast.copy_location(ast.Lambda(node.args, value), node)
            return ast.copy_location(ast.Assign([target], lambda_), node)
        body = Statements(plan, expressions, self.local_class).block(node.body)
        fields = {
            key: value
            for key, value in ast.iter_fields(node)
            if key not in ("decorator_list", "name", "body", "returns")
        }
        require_no_guess(plan, node)
        fields["args"], first = with_room(plan, node.args)
        body = [*first, *body]
        body = pruned(body, parameters(node)) if self.manner.unrolls else body
        new = ast.FunctionDef(name=name, body=body, decorator_list=[], returns=None, **fields)
        return ast.copy_location(new, node)

    def version(self, plan: Plan, call: ast.Call, function: Any) -> ast.expr:
        """The name of the special version that a call needs; versions with the same text are one."""
        instances = plan.instance.calls.get(place_of(call), [])
        if not instances:
            return call.args[0]
        names = {self.define(instance) for instance in instances}
        if len(names) > 1:
            names = {self.define(united(instances))}
        return ast.copy_location(ast.Name(names.pop(), ast.Load()), call.args[0])

    def define(self, instance: Instance) -> str:
        """The name of the special version of one activation, which is made unless one with its text exists.

        Raises:
            NoSpecialFormError: the function is a closure.
        """
        converted = instance.owner
        wish = converted.parsed.name if converted.parsed.name.isidentifier() else _global_name(converted.original)
        after = [each for each in self.strays if each.owner is converted and each is not instance]
        node = self.definition(converted, united([instance, *after]) if after else instance, wish)
        if converted.original.__code__.co_freevars:
            raise NoSpecialFormError(f"`{wish}` takes values from the function around it", span=converted.parsed.span)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
            node = as_function(node.value, wish)
        text = ast.dump(node)
        if text not in self.texts:
            name = self.name(wish) if any(getattr(d, "name", "") == wish for d, _ in self.made) else wish
            if isinstance(node, ast.FunctionDef):
                node.name = name
            self.texts[text] = name
            self.made.append((node, Environment.of(converted.original)))
        return self.texts[text]

    def as_value(self, function: types.FunctionType, name: str) -> None:
        """Make a function that special code uses as a value, under the name that the user gave it.

        Raises:
            NoSpecialFormError: it cannot be written down.
        """
        converted = convert(function)
        if converted is None:
            raise NoSpecialFormError(f"`{name}` is a function whose source is not to be had")
        if isinstance(converted.node, ast.Lambda) or function.__code__.co_freevars:
            raise NoSpecialFormError(f"`{name}` takes values from the function around it", span=converted.parsed.span)
        found = self.instances.get((converted.parsed.source.file, converted.parsed.node.lineno), [])
        if found and not self.stays_python:
            node: ast.stmt = self.definition(converted, united(found), name)
        else:
            node = replace(_undecorated(converted.parsed.node), name=name)
        self.made.append((node, Environment.of(function)))

    def class_(self, cls: type, name: str) -> None:
        """Make a class of the user's.

        Raises:
            NoSpecialFormError: its source is not to be had.
        """
        methods = list(vars(cls).values())
        functions = [f for f in (getattr(m, "__func__", m) for m in methods) if isinstance(f, types.FunctionType)]
        functions = [f for f in functions if is_user_function(f) and f.__code__.co_filename != "<string>"]
        files = [f.__code__.co_filename for f in functions]
        file = files[0] if files else _file_of(cls)
        source = SourceText.of_file(file) if file else None
        tree = ast.parse(source.text) if source is not None else ast.parse("")
        found = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == cls.__name__]
        if source is None or len(found) != 1 or "<locals>" in cls.__qualname__ or cls.__name__ != name:
            raise NoSpecialFormError(f"`{name}`, a class from outside, cannot be written down")
        module = sys.modules.get(cls.__module__)
        around = functions[0].__globals__ if functions else vars(module) if module is not None else {}
        self.made.append((self.specialised_class(found[0], source.file), Environment(around)))

    def local_class(self, node: ast.ClassDef, plan: Plan) -> ast.ClassDef:
        """A class inside a function, its methods specialised."""
        return self.specialised_class(node, plan.converted.parsed.source.file)

    def specialised_class(self, node: ast.ClassDef, file: str) -> ast.ClassDef:
        """A class with the methods that took part in the trace specialised."""
        if self.stays_python:
            return node
        body = [self._member(part, file) for part in node.body]
        took_part = {part.name for part in node.body if isinstance(part, ast.FunctionDef) and self._found(part, file)}
        asked = {type(part) for tree in self.trees for part in ast.walk(tree) if isinstance(part, ast.cmpop)}
        node, more = with_comparisons(node, took_part, asked)
        if node.name in self.compared:
            fields, methods = self.compared[node.name]
            node, compares = with_fields_compared(node, fields, methods, asked)
            more += compares
        attributes = self.trees_of.get(node.name)
        if attributes is not None:
            node, tree = as_tree(node, attributes)
            more += tree
        same = not more and attributes is None and all(new is old for new, old in zip(body, node.body, strict=True))
        return node if same else replace(node, body=[*body, *more])

    def _member(self, part: ast.stmt, file: str) -> ast.stmt:
        if isinstance(part, ast.ClassDef):
            return self.specialised_class(part, file)
        return self._method(part, file) if isinstance(part, ast.FunctionDef) else part

    def _found(self, node: ast.FunctionDef, file: str) -> list[Instance]:
        found = self.instances.get((file, node.lineno), [])
        return [instance for instance in found if instance.owner.parsed.name == node.name]

    @property
    def trees(self) -> list[ast.AST]:
        """The user's functions that took part in the trace."""
        return [found[0].owner.parsed.node for found in self.instances.values()]

    def _method(self, node: ast.FunctionDef, file: str) -> ast.FunctionDef:
        found = self._found(node, file)
        if not found or not any(instance.outcomes for instance in found):
            return node
        new = self.definition(found[0].owner, united(found), node.name)
        assert isinstance(new, ast.FunctionDef)
        return replace(new, decorator_list=node.decorator_list)


def as_written(converted: Converted, name: str) -> ast.FunctionDef | ast.Assign:
    """A function as the user wrote it, without decorators."""
    node = converted.parsed.node
    if isinstance(node, ast.Lambda):
        return ast.copy_location(ast.Assign([ast.copy_location(ast.Name("function", ast.Store()), node)], node), node)
    assert isinstance(node, ast.FunctionDef)
    return replace(node, decorator_list=[], name=name)


def united(instances: Iterable[Instance]) -> Instance:
    """Several activations of one function as if they were one."""
    first, *others = instances
    outcomes = {key: list(found) for key, found in first.outcomes.items()}
    unwritten = next((each.unwritten for each in (first, *others) if each.unwritten), "")
    one = Instance(first.owner, outcomes=outcomes, calls=dict(first.calls), unwritten=unwritten)
    for other in others:
        for key, found in other.outcomes.items():
            one.outcomes.setdefault(key, []).extend(found)
        for place, calls in other.calls.items():
            one.calls[place] = [*one.calls.get(place, []), *calls]
    return one


def _global_name(function: types.FunctionType) -> str:
    """The name of a lambda that was given a global one, or one for it."""
    named = (name for name, value in function.__globals__.items() if value is function and name.isidentifier())
    return next(named, "helper")


def _undecorated(node: ast.AST) -> Any:
    return replace(node, decorator_list=[]) if isinstance(node, ast.FunctionDef) else node


def _file_of(cls: type) -> str:
    try:
        return inspect.getsourcefile(cls) or ""
    except (TypeError, OSError):  # built in, or without a file that the module would say
        return ""
