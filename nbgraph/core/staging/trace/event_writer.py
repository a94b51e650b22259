"""Write the event log with Python's trace function, which Python calls for each line of converted code."""

from __future__ import annotations

import ast
import contextlib
import dis
import inspect
import itertools
import sys
import types
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import jax
import numpy as np

from nbgraph.core import _jax
from nbgraph.core.functionalise.sites import Place, place_of
from nbgraph.core.records import dataclass, field, replace
from nbgraph.core.source.ownership import is_own_file
from nbgraph.core.staging.trace import context
from nbgraph.core.staging.trace.events import (
    Binding,
    Computed,
    Entered,
    Event,
    EventLog,
    Frame,
    Left,
    Line,
    Opaque,
    Region,
    Staged,
)
from nbgraph.core.staging.trace.recorder import owner_of
from nbgraph.core.staging.values.objects import as_records
from nbgraph.core.staging.values.undefined import Partial, Undefined
from nbgraph.core.staging.values.values import has_dict, is_traced, leaves_of, skeleton

MOST_EVENTS = 50_000  # the most events; unrolled loops can make more
_MOST_LEAVES = 256  # the most leaves of one value; of a larger one only the type is kept
_MOST_BYTES = 4_096  # the largest size of an array that is kept if it may change
_FIXED = (bool, int, float, complex, str, bytes, type(None), type, jax.Array, np.generic, types.FunctionType)
_CONSTANT = (*_FIXED, types.ModuleType)
_PARTS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")
_TRACES_HELPERS = "trace_cache.py"
"""The file that traces a helper as a program of its own: JAX's frames between caller and helper do not count."""
_LIBRARIES = ("jax.", "nbgraph.core.")
_Local = Callable[[types.FrameType, str, Any], Any]


@contextlib.contextmanager
def written(log: EventLog | None) -> Iterator[None]:
    """Write the events of the code that runs inside; restore the earlier trace function after it.

    If a debugger or a coverage tool is active, write no events and say so in `log.missing`.
    """
    if log is None:
        yield
        return
    before = sys.gettrace()
    if before is not None:
        log.missing = "another tool traces this thread"
        yield
        return
    writer = _Writer(log)
    sys.settrace(writer.called)
    try:
        yield
    finally:
        sys.settrace(before)
        log.close()


@dataclass(frozen=True)
class _Code:
    owner: Any  # the converted function that it belongs to
    is_block: bool  # whether it is the code of a block
    # the first instructions of lines that the user did not write: they define blocks, or return what a block
    # has bound
    made_up: frozenset[int]
    at: Place | None  # the source position of a function or a lambda of the user's; None for a block


@dataclass
class _Open:
    """A running frame: its code, the trace it stages into, its latest event and the earlier values of its names."""

    frame: Frame
    code: _Code
    trace: Any
    latest: Entered | Line
    known: dict[str, Binding]
    python: types.FrameType
    values: dict[str, Any]  # the values of its own names then
    lines: dict[int, Line] = field(default_factory=dict)  # the latest event of each of its lines

    def may_differ(self, name: str, value: Any) -> bool:
        """Whether a name may have another value than before: it is rebound, or its object is mutable."""
        same = name in self.values and self.values[name] is value
        return not (same and (isinstance(value, _CONSTANT) or is_traced(value)))


class _Writer:
    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._codes: dict[types.CodeType, _Code | None] = {}
        self._libraries = set[Any]()  # modules of JAX and nbgraph, skipped first as most calls are theirs
        self._open: dict[types.FrameType, _Open] = {}
        self._stack: list[_Open] = []
        self._count = 0
        log.flush = self.flush

    def called(self, frame: types.FrameType, event: str, argument: Any) -> _Local | None:
        """Handle a call, or the next step of a generator; the signature is that of Python's trace functions."""
        module = frame.f_globals.get("__name__")
        if module in self._libraries:
            return None
        code = frame.f_code  # reading it raises an audit event
        if code not in self._codes:
            self._codes[code] = _code(code, context.here().regions)
        known = self._codes[code]
        if known is None and str(module).startswith(_LIBRARIES):
            self._libraries.add(module)
        if known is None or self._log.missing:
            return None
        if frame in self._open:
            self._stack.append(self._open[frame])
        else:
            self._enter(frame, known)
        return self._inside

    def _enter(self, frame: types.FrameType, code: _Code) -> None:
        caller = self._stack[-1] if self._stack else None
        if caller is not None:
            self._flush(caller)
        made = Frame(
            code.owner,
            frame.f_code.co_name,
            code.is_block,
            None if caller is None else caller.frame,
            context.here().regions,
            self._count,
            *self._called_from(frame),
            code.at,
        )
        self._count += 1
        values = dict(frame.f_locals)
        names = _bindings(values)
        cells = {} if caller is None or not code.is_block else self._cells(caller, itself=True)
        begin = Entered(made, frame.f_lineno, names)
        opened = _Open(made, code, _jax.recorded_trace(), begin, cells | names, frame, values)
        self._open[frame] = opened
        self._stack.append(opened)
        self._write(opened.latest)

    def _called_from(self, frame: types.FrameType) -> tuple[Place | None, bool]:
        """Return where a followed frame calls this one, and whether directly."""
        is_direct, is_library, back = True, False, frame.f_back
        inner = back
        while back is not None and back not in self._open:
            own = is_own_file(back.f_code.co_filename)
            if not own and owner_of(back.f_code) is None:
                is_library = is_library or back.f_code.co_filename != contextlib.__file__  # our own decorators
            elif is_library:
                is_direct, is_library = is_direct and back.f_code is _jax.traced_program.__code__, False
            is_direct = is_direct or back.f_code.co_filename.endswith(_TRACES_HELPERS)
            back = back.f_back
            inner = back if own else inner
        if inner is None or back is None:
            return None, True
        at = inner if owner_of(inner.f_code) is not None else back
        place = next(itertools.islice(at.f_code.co_positions(), at.f_lasti // 2, None), (None,) * 4)
        return _place(place), is_direct and not is_library

    def _inside(self, frame: types.FrameType, event: str, argument: Any) -> _Local:
        at = self._open.get(frame)
        if at is None or event not in ("line", "return"):
            return self._inside
        self._flush(at)
        self._look(at, frame)
        if event == "line" and frame.f_lasti not in at.code.made_up:
            at.latest = self._line(at, frame.f_lineno)
        elif event == "return":
            if at in self._stack:
                del self._stack[self._stack.index(at) :]
            if not frame.f_code.co_flags & inspect.CO_GENERATOR:
                del self._open[frame]
                raises = argument is None and is_raising(frame)
                for line, name, binding in _bound_at_return(at.frame, argument):
                    (at.lines.get(line) or self._line(at, line)).bound[name] = binding
                self._write(Left(at.frame, None if raises else _binding(argument)))
        return self._inside

    def _line(self, at: _Open, line: int) -> Line:
        made = at.lines[line] = Line(at.frame, line)
        self._write(made)
        return made

    def _look(self, at: _Open, frame: types.FrameType) -> None:
        if isinstance(at.latest, Entered):
            return
        cells, values = self._cells(at), dict(frame.f_locals)
        news = values if cells else {name: each for name, each in values.items() if at.may_differ(name, each)}
        made = cells | _bindings(news)
        gone = [name for name in at.known if name not in made and (name in news or name not in values)]
        at.latest.bound |= {name: binding for name, binding in made.items() if not _same(at.known.get(name), binding)}
        at.latest.bound |= dict.fromkeys(gone)
        at.known = {name: binding for name, binding in at.known.items() if name not in gone} | made
        at.values = values

    def _cells(self, at: _Open, *, itself: bool = False) -> dict[str, Binding]:
        """Return the names of the function around a block that inner functions share: a helper may rebind them."""
        place = self._stack.index(at)
        around = [each for each in self._stack[:place] if each.frame.function is at.frame.function]
        found: dict[str, Binding] = {}
        for each in (*around, at) if itself else around:
            names = each.python.f_code.co_cellvars
            values = each.python.f_locals if names else {}
            found |= _bindings({name: values[name] for name in names if name in values})
        return found

    def flush(self) -> Frame | None:
        """Write the equations staged so far; return the running frame, or None."""
        if not self._stack:
            return None
        self._flush(self._stack[-1])
        return self._stack[-1].frame

    def _flush(self, at: _Open) -> None:
        found = self._log.fresh(at.trace)
        if found:
            self._write(Staged(at.frame, found))

    def _write(self, event: Event) -> None:
        self._log.events.append(event)
        if len(self._log.events) > MOST_EVENTS:
            self._log.missing = f"there were more than {MOST_EVENTS:,} events"
            self._log.events.clear()


def _code(code: types.CodeType, regions: tuple[Region, ...]) -> _Code | None:
    """Return what is known of a code object; None if it is not converted, or runs as part of a line."""
    owner = owner_of(code)
    if owner is None or code.co_name in _PARTS:
        return None
    blocks = owner.block_functions
    own = next((each for each in blocks if (each.name, each.lineno) == (code.co_name, code.co_firstlineno)), None)
    at = None if own is not None else _text_of(code, owner.parsed.node)
    header = {(region.place[0], region.place[2]) for region in regions[-1:] if at is None}
    begin = set() if own is None else {(own.lineno, own.col_offset)}
    made_up = (line for line in _lines(code) if _defines(line, owner.blocks) or _hands_back(line, header, begin))
    return _Code(owner, at is None, frozenset(each.offset for line in made_up for each in line), at)


def _text_of(code: types.CodeType, function: ast.AST) -> Place | None:
    """Return the source position of a function, or of a lambda in it; None for a generated lambda."""
    if code.co_name != "<lambda>":
        defined = (node for node in ast.walk(function) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
        named = (node for node in defined if (node.name, node.lineno) == (code.co_name, code.co_firstlineno))
        line, _, column, _ = place_of(next(named, function))
        return line, line, column, column
    bodies = {place_of(node.body) for node in ast.walk(function) if isinstance(node, ast.Lambda)}
    return next((place for each in code.co_positions() if (place := _place(each)) in bodies), None)


def _place(position: tuple[int | None, int | None, int | None, int | None]) -> Place | None:
    line, end_line, column, end_column = position
    if line is None or end_line is None or column is None or end_column is None:
        return None
    return line, end_line, column, end_column


def _lines(code: types.CodeType) -> Iterator[list[dis.Instruction]]:
    line = list[dis.Instruction]()
    for each in dis.get_instructions(code):
        if each.starts_line is not None and line:
            yield line
            line = []
        line.append(each)
    if line:
        yield line


def _defines(line: list[dis.Instruction], blocks: frozenset[str]) -> bool:
    stores = {each.argval for each in line if each.opname.startswith("STORE_")}
    made = {each.opname for each in line if not each.opname.startswith("STORE_")}
    return stores <= blocks and "MAKE_FUNCTION" in made and made <= _MAKES


_MAKES = {"LOAD_CLOSURE", "BUILD_TUPLE", "LOAD_CONST", "MAKE_FUNCTION", "SET_FUNCTION_ATTRIBUTE"}


def _hands_back(line: list[dis.Instruction], header: set[tuple[int, int]], begin: set[tuple[int, int]]) -> bool:
    """Whether a line only returns or loads what a block has bound, at the position of the block or its statement."""
    line = [each for each in line if each.opname not in _BEGIN]
    returns = bool(line) and line[-1].opname.startswith("RETURN_")
    loads = line[:-1] if returns else line  # the return of a lambda has no position
    places = {(each.positions.lineno, each.positions.col_offset) for each in loads if each.positions is not None}
    only_loads = all(each.opname.startswith(("LOAD_", "BUILD_TUPLE")) for each in loads)
    return bool(line) and only_loads and places <= (header | begin if returns else header)


_BEGIN = ("RESUME", "COPY_FREE_VARS", "MAKE_CELL")  # Python puts these before the first line of a function


def _bound_at_return(frame: Frame, result: Any) -> list[tuple[int, str, Binding]]:
    """Return the line, name and value of each variable that the `return` of a block binds outside of it."""
    region = frame.own_regions[-1] if frame.is_block and frame.own_regions else None
    if region is None or region.kind == "test" or (region.kind != "branch" and frame.name == "<lambda>"):
        return []  # the test of a loop is a lambda
    loops = (frame.owner.sites.get((operator, region.place)) for operator in ("while_", "for_"))
    site = region.site if region.kind == "branch" else next((loop for loop in loops if loop is not None), None)
    if site is None or not site.returned:
        return []
    names = site.outputs if region.kind == "branch" else site.operands
    values = (result,) if len(names) == 1 else result
    if not isinstance(values, tuple) or len(values) != len(names):
        return []
    bound = _bindings(dict(zip(names, values, strict=True)))
    lines = site.returned[region.kind == "branch" and not region.which]
    return sorted(((line, name, bound[name]) for name, line in lines if name in bound), key=lambda each: each[0])


def is_raising(frame: types.FrameType) -> bool:
    """Whether an exception ends a frame: its last instruction is no return."""
    return not dis.opname[frame.f_code.co_code[frame.f_lasti]].startswith("RETURN_")


def _bindings(values: Mapping[str, Any]) -> dict[str, Binding]:
    return {
        name: _binding(value)
        for name, value in values.items()
        if not name.startswith(".") and not isinstance(value, types.ModuleType | Undefined) and not _is_block(value)
    }


def _is_block(value: Any) -> bool:
    return isinstance(value, types.FunctionType) and owner_of(value.__code__) is not None


def _binding(value: Any) -> Binding:
    if isinstance(value, Partial):
        return replace(_binding(value.value), exists=_leaf(value.exists))
    if isinstance(value, _FIXED) or is_traced(value):
        return Binding((_leaf(value),), _LEAF)
    try:
        value = as_records(value)
        leaves, tree = leaves_of(value)
    except Exception:  # a class of the user's may refuse to be taken apart
        return Binding((_leaf(value),), _LEAF)
    if len(leaves) > _MOST_LEAVES:
        return Binding((Opaque(type(value).__qualname__, id(value)),), _LEAF)
    return Binding(tuple(map(_leaf, leaves)), tree, order=skeleton(value) if has_dict(value) else None)


_LEAF = leaves_of(0)[1]


def _leaf(value: Any) -> Any:
    if is_traced(value):
        variable = _jax.variable_of_primal(value) or _jax.variable_of_batch(value)
        return Opaque(str(getattr(value, "aval", type(value)))) if variable is None else Computed(variable)
    if isinstance(value, _FIXED):
        return value
    if isinstance(value, np.ndarray) and value.nbytes <= _MOST_BYTES:
        return value.copy()
    return Opaque(type(value).__qualname__, id(value))


def _same(before: Binding | None, now: Binding) -> bool:
    if before is None or (len(before.leaves), before.tree, before.exists) != (len(now.leaves), now.tree, now.exists):
        return False
    return all(_equal(one, other) for one, other in zip(before.leaves, now.leaves, strict=True))


def _equal(one: Any, other: Any) -> bool:
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray):
        return bool(np.array_equal(one, other))
    if isinstance(one, Opaque):
        return bool(one == other)
    if isinstance(one, str):
        return str.__eq__(one, other)  # `==` of a string with placeholders raises
    if isinstance(one, bool | int | float | complex | bytes):
        return repr(one) == repr(other)  # unlike `==`, it distinguishes 0.0 from -0.0, and nan equals nan
    return isinstance(one, Computed) and one.variable is other.variable
