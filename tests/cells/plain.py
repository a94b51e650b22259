"""Plain Python in a process of its own: runs cells and calls as typed, and says what they do.

It imports nothing of nbgraph, and the tests start it where nbgraph cannot be imported. It reads one JSON object a line
and answers with one: `{"new": true}` begins a notebook, `{"cell": text, "calls": [...]}` runs a cell and its calls,
`{"time": number}` times a call of the last cell, `{"by_hand": number}` makes it once more for the cells to come.

A call runs in a notebook of its own, in which all cells so far have run and no call: what one changes ends with it. So
it does under `sys.settrace`. What a call gives that finds what the cell's calls before it have changed is told, too.
"""

from __future__ import annotations

import ast
import contextlib
import copy
import dataclasses
import inspect
import io
import json
import linecache
import os
import re
import statistics
import sys
import time
import timeit
import types
from functools import partial

COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")
PIECEWISE = inspect.CO_GENERATOR | inspect.CO_COROUTINE
MOST_LINES = 2_500  # of a run that are told
LONGEST = 200  # characters of a value
BUDGET = 0.06  # seconds to time a call
CELL = re.compile(r"<cell (\d+)>")
HEAD = re.compile(r"\bdef |\blambda\b|^class ")


def main() -> None:
    orders, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # `input` takes no order
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what is printed past `sys.stdout` is no answer
    notebook = Notebook()
    for line in orders:
        order = json.loads(line)
        if "new" in order:
            notebook, answer = Notebook(), {}
        elif "time" in order:
            answer = notebook.time(order["time"])
        elif "by_hand" in order:
            answer = notebook.by_hand(order["by_hand"])
        else:
            answer = notebook.run(order["cell"], order["calls"])
        ours = [name for name in sys.modules if name.partition(".")[0] == "nbgraph"]
        assert not ours, ours
        print(json.dumps(answer), file=answers, flush=True)


class Notebook:
    """One notebook: its cells, and the two namespaces they run in."""

    def __init__(self):
        self.cells = []
        self.names = {"__name__": "__main__", "__builtins__": __builtins__}
        self.calls = []
        self.typed = {}  # the calls by hand that followed a cell

    def run(self, text, calls):
        """Run a cell, then its calls."""
        self.cells.append(text)
        file = f"<cell {len(self.cells)}>"
        linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
        body = outcome(lambda: run_body(text, file, self.names))
        if body["error"]:
            return {"body": body, "calls": []}
        self.calls = [Call(call, self.again()) for call in calls]
        answers, names = [call.first() for call in self.calls], self.again()
        later = (
            [Call(text, names).first()["outcome"] for text in calls]
            if len(calls) > 1
            else [each["outcome"] for each in answers]
        )
        for text, answer, after in zip(calls, answers, later, strict=True):
            answer.update(self.watched(Call(text, self.again())), later=after)
        return {"body": body, "calls": answers}

    def again(self):
        """The names of a notebook in which the same cells have run."""
        names = {"__name__": "__main__", "__builtins__": __builtins__}
        for number, text in enumerate(self.cells, 1):
            outcome(partial(run_body, text, f"<cell {number}>", names))
            for call in self.typed.get(number, ()):
                call(names)
        return names

    def by_hand(self, number):
        """Run a call of the last cell as one of its own cells would; what it changes stays."""
        text = self.calls[number].text
        self.typed.setdefault(len(self.cells), []).append(lambda names: Call(text, names).first())
        return Call(text, self.names).first()

    def time(self, number):
        """Seconds of a call; where many have changed what it finds and it fails, of one that is each time the first."""
        found = self.calls[number].time()
        return found if found["median"] is not None else Call(self.calls[number].text, self.again()).time_anew()

    def watched(self, call):
        """What a call runs: the lines of functions that stand in cells, and which functions."""
        watch = Watch(self.cells)

        def run():
            function, args, kwargs = call.parts()
            sys.settrace(watch.called)
            try:
                return function(*args, **kwargs)
            finally:
                sys.settrace(None)

        outcome(run)
        return watch.seen()


def run_body(text, file, namespace):
    """Run a cell as a notebook does: the value of its last line, if that is an expression."""
    tree = ast.parse(text, file)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, file, "exec"), namespace)
    if last is None:
        return None
    return eval(compile(ast.Expression(last.value), file, "eval"), namespace)


class Call:
    """A call as typed."""

    def __init__(self, text, namespace):
        self.text, self.namespace = text, namespace
        self.tree = ast.parse(text, mode="eval").body

    def evaluate(self, node):
        return eval(compile(ast.Expression(node), "<call>", "eval"), self.namespace)

    def parts(self):
        """The function and the arguments, evaluated now."""
        args, kwargs = [], {}
        for each in self.tree.args:
            if isinstance(each, ast.Starred):
                args += self.evaluate(each.value)
            else:
                args.append(self.evaluate(each))
        for each in self.tree.keywords:
            kwargs.update(self.evaluate(each.value) if each.arg is None else {each.arg: self.evaluate(each.value)})
        return self.evaluate(self.tree.func), args, kwargs

    def first(self):
        """The first run: its outcome, and how long it took."""
        if not isinstance(self.tree, ast.Call):  # the name of a function alone
            return {"outcome": None}
        taken, before = [], told(self.namespace)

        def run():
            function, args, kwargs = self.parts()
            begin = time.perf_counter()
            try:
                return wait(function(*args, **kwargs))
            finally:
                taken.append(time.perf_counter() - begin)

        found = outcome(run)
        copies = self.on_copies() if is_of_immutable(found["error"]) else None
        after = told(self.namespace)
        changed = [name for name in {**before, **after} if before.get(name) != after.get(name)]
        return {
            "outcome": found,
            "copies": copies,
            "first": taken[0] if taken else None,
            "changed": changed,
            "names": list(after),
        }

    def on_copies(self):
        """The outcome of a call with NumPy arrays in the place of JAX's, to which Python can assign."""

        def run():
            function, args, kwargs = self.parts()
            return wait(function(*map(writable, args), **{name: writable(value) for name, value in kwargs.items()}))

        return outcome(run)

    def time(self):
        """Seconds of a call that is not the first, waited for: the median of several runs."""
        with contextlib.redirect_stdout(io.StringIO()):
            try:
                return {"median": statistics.median(self.runs())}
            except Exception as error:
                return {"median": None, "error": message(error)}

    def time_anew(self):
        """Seconds of a call where each run finds what the notebook holds, as the first does."""
        held = {name: value for name, value in self.namespace.items() if not isinstance(value, CODE) and name[0] != "_"}
        runs = []
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                while len(runs) < 30:
                    self.namespace.update(copy.deepcopy(held))
                    function, args, kwargs = self.parts()
                    begin = time.perf_counter()
                    value = function(*args, **kwargs)
                    end = time.perf_counter()
                    wait(value)
                    runs.append((time.perf_counter() if has_array(value) else end) - begin)
        except Exception as error:
            return {"median": None, "error": message(error)}
        return {"median": statistics.median(runs)}

    def runs(self):
        """Runs as `timeit` makes them; each call has copies of its own of what it may change, made before the clock."""
        timer, fresh = self.timer()
        once = timer.timeit(1)
        loops = max(1, min(100 if fresh else 10_000, int(0.001 / max(once, 1e-7))))
        if fresh:
            timer, _ = self.timer(loops)
        runs, spent = [], 0.0
        while not runs or (len(runs) < 30 and spent < BUDGET):
            runs.append(timer.timeit(1 if fresh else loops) / loops)
            spent += runs[-1] * loops
        return runs

    def timer(self, times=1):
        """The call with its arguments as local names, and whether they have to be copied for each run.

        Arguments that have to be copied are copied for so many calls before the first: the clock reads once for all.
        """
        function, args, kwargs = self.parts()
        fresh = not all(map(is_safe, (*args, *kwargs.values())))
        named = {f"a{number}": value for number, value in enumerate(args)} | {
            f"k_{name}": kwargs[name] for name in kwargs
        }
        call = "function(" + ", ".join([*(f"a{n}" for n in range(len(args))), *(f"{n}=k_{n}" for n in kwargs)]) + ")"
        setup = "; ".join(["function = given_function", *(f"{name} = given({name!r})" for name in named)])
        copied = {name for name, value in named.items() if fresh and not is_safe(value)}
        given = lambda name: copy.deepcopy(named[name]) if name in copied else named[name]  # noqa: E731
        names = {"given_function": function, "given": given}
        if has_array(function(*map(names["given"], list(named)[: len(args)]), **copy.deepcopy(kwargs))):
            names["wait"], call = sys.modules["jax"].block_until_ready, f"wait({call})"
        if times > 1:
            each = "".join(f"{name}, " for name in named)
            names["copies"] = lambda: [tuple(map(given, named)) for _ in range(times)]
            setup = "function = given_function; made = copies()"
            return timeit.Timer(f"for {each}in made: {call}", setup, globals=names), fresh
        return timeit.Timer(call, setup, globals=names), fresh


def told(names):
    """What the names of a notebook stand for, as text, by the name: what a call changes is other text afterwards."""
    kept = {name: value for name, value in names.items() if not name.startswith("__")}
    return {name: inside(value, 3) for name, value in kept.items() if not isinstance(value, types.ModuleType)}


def inside(value, depth):
    """A value as text, with what is in an object, and what a function or class keeps."""
    if isinstance(value, types.FunctionType):
        return repr([inside(each, depth - 1) for each in (value.__defaults__, value.__kwdefaults__, vars(value))])
    if isinstance(value, type):
        return repr({name: masked(guarded(repr, each)) for name, each in vars(value).items() if name[:2] != "__"})
    text = masked(guarded(repr, value))
    if depth and isinstance(value, (list, tuple, dict)) and len(value) < 100:
        items = value.items() if isinstance(value, dict) else value
        return text + "".join(inside(each, depth - 1) for each in items)
    return text + (inside(vars(value), depth - 1) if depth and type(value).__module__ == "__main__" else "")


CODE = (type, types.FunctionType, types.ModuleType)
SAFE = (int, float, complex, bool, str, bytes, type(None), types.FunctionType)


def is_safe(value):
    """Whether no call can change a value; the time to copy it would be more than that of a short call."""
    if callable(value) and type(value).__module__.partition(".")[0] in ("jax", "jaxlib"):
        return True  # and a copy of it is another function, which JAX compiles again
    return all(map(is_safe, value)) if isinstance(value, tuple) else isinstance(value, SAFE)


def is_of_immutable(error):
    """Whether an error says that a JAX array was to be changed in place."""
    return error is not None and error[0][0] == "TypeError" and "JAX arrays are immutable" in error[1]


def writable(value):
    """An argument with NumPy copies of the JAX arrays in it; a dict keeps its order, which `tree_map` sorts."""
    if type(value) in (list, tuple):
        return type(value)(map(writable, value))
    if type(value) is dict:
        return {name: writable(item) for name, item in value.items()}
    return sys.modules["numpy"].array(value) if isinstance(value, sys.modules["jax"].Array) else value


def wait(value):
    """A result of JAX is there when it is asked for."""
    if has_array(value):
        sys.modules["jax"].block_until_ready(value)
    return value


def has_array(value):
    """Whether a result has to be waited for."""
    jax = sys.modules.get("jax")
    return jax is not None and any(isinstance(leaf, jax.Array) for leaf in jax.tree_util.tree_leaves(value))


def outcome(run):
    """What running something gives: its value, what it raises, what it prints."""
    printed, value, error = io.StringIO(), None, None
    with contextlib.redirect_stdout(printed):
        try:
            value = run()
        except BaseException as raised:
            error = [[each.__name__ for each in type(raised).__mro__], message(raised)]
    return {
        "is_none": value is None,
        "value": None if error else short(value),
        "repr": None if error else masked(guarded(repr, value)),
        "error": error,
        "printed": printed.getvalue(),
    }


def message(error):
    try:
        return str(error)
    except Exception:
        return ""


def guarded(write, value):
    try:
        return write(value)
    except Exception as error:
        if isinstance(error, AttributeError) and error.obj is value:
            return f"<{type(value).__name__} without {error.name}>"
        return f"<{type(value).__name__}, whose repr raised {type(error).__name__}>"


def masked(text):
    """A text without addresses, which no two processes share."""
    return re.sub(r"0x[0-9a-f]+", "0x", text)


def short(value):
    """A value on one line, arrays as nested lists, as much of it as a page has room for."""
    text = " ".join(guarded(written, value).split())
    return masked(text if len(text) <= LONGEST else text[: LONGEST - 1] + "…")


def written(value):
    if type(value) is tuple:
        return "(" + ", ".join(map(written, value)) + (",)" if len(value) == 1 else ")")
    if type(value) is list:
        return "[" + ", ".join(map(written, value)) + "]"
    if type(value) is dict:
        return "{" + ", ".join(f"{key!r}: {written(item)}" for key, item in value.items()) + "}"
    if isinstance(value, tuple) and type(value).__repr__.__module__ == "collections":  # a named tuple
        fields = zip(type(value)._fields, value, strict=True)
        return type(value).__name__ + "(" + ", ".join(f"{name}={written(item)}" for name, item in fields) + ")"
    if dataclasses.is_dataclass(value) and hasattr(type(value).__repr__, "__wrapped__"):  # nobody has written it
        fields = ((each.name, getattr(value, each.name)) for each in dataclasses.fields(value) if each.repr)
        inner = ", ".join(f"{name}={written(item) if hasattr(item, 'dtype') else repr(item)}" for name, item in fields)
        return f"{type(value).__qualname__}({inner})"
    if hasattr(value, "dtype") and hasattr(value, "shape"):
        import numpy

        if str(value.dtype).startswith("key<"):
            return repr(value)
        array = numpy.asarray(value)
        return str(array[()]) if array.ndim == 0 else numpy.array2string(array, separator=", ", threshold=20)
    return repr(value)


class Watch:
    """The trace function of one call: notes what functions of the cells do.

    A call counts once, and each execution of a statement or of a header; a comprehension is part of its statement. The
    lines of a function that a library calls are put aside.
    """

    def __init__(self, cells):
        self.statements = {f"<cell {number}>": statements(text) for number, text in enumerate(cells, 1)}
        self.texts = {f"<cell {number}>": text for number, text in enumerate(cells, 1)}
        self.lines = []
        self.depths = {}
        self.functions = {}
        self.aside = set()
        self.is_transformed = False
        self.last = {}
        self.frames = []
        self.rows = {}

    def called(self, frame, event, argument):
        code = frame.f_code
        if code.co_filename not in self.statements:
            return None
        if code.co_name in COMPREHENSIONS or code.co_name == "<module>":
            return self.called
        if frame not in self.last:  # else a generator goes on
            self.functions[code.co_filename, code.co_firstlineno, code.co_qualname] = code
            if not self.last:
                self.is_transformed = frame.f_back.f_code.co_filename != __file__
            elif not self.is_called_by_a_cell(frame) or code.co_flags & PIECEWISE:
                lines = (self.head(code)[0], *(line for *_, line in code.co_lines() if line))
                self.aside.update((code.co_filename, line) for line in lines)
                return None  # what a library makes of a function (`jax.grad`, `jax.tree.map`) is its own affair
            self.last[frame] = (0, -1)
            self.depths[frame] = 1 + self.depths.get(self.caller(frame), 0)
            self.lines.append((code.co_filename, self.head(code)[0], self.depths[frame]))
            self.rows[frame] = [[self.head(code)[0], {}]]
            self.frames.append((code.co_filename, code.co_name, self.rows[frame]))
        return self.line

    def is_called_by_a_cell(self, frame):
        return self.caller(frame) in self.last

    def caller(self, frame):
        back = frame.f_back
        while back is not None and back.f_code.co_name in COMPREHENSIONS:
            back = back.f_back
        return back

    def line(self, frame, event, argument):
        if len(self.lines) < MOST_LINES:
            self.rows[frame][-1][1] = {name: kept(value) for name, value in frame.f_locals.items()}
        if event == "line":
            starts, file = self.statements[frame.f_code.co_filename], frame.f_code.co_filename
            start = starts.get(frame.f_lineno, frame.f_lineno)
            before, offset = self.last[frame]
            if before != start or frame.f_lasti < offset:
                self.lines.append((file, start, self.depths[frame]))
                self.rows[frame].append([start, {}])
            self.last[frame] = (start, frame.f_lasti)
        return self.line

    def seen(self):
        functions = [
            {"cell": int(CELL.fullmatch(file)[1]), "line": first, "name": name, "text": self.head(code)[1]}
            for (file, first, name), code in self.functions.items()
        ]
        if self.is_transformed:  # a gradient computes other things than what its function does
            self.aside.update((file, line) for file, line, _ in self.lines)
        lines = [[int(CELL.fullmatch(file)[1]), line, depth] for file, line, depth in self.lines[:MOST_LINES]]
        aside = [[int(CELL.fullmatch(file)[1]), line] for file, line in sorted(self.aside)]
        frames = [[int(CELL.fullmatch(file)[1]), name, changes(rows)] for file, name, rows in self.frames[:MOST_LINES]]
        return {"functions": functions, "lines": lines, "aside": aside, "steps": len(self.lines), "frames": frames}

    def head(self, code):
        """The line of a function's `def`, or of its `lambda`: number and text."""
        lines = self.texts[code.co_filename].splitlines()[code.co_firstlineno - 1 :]
        return next(each for each in enumerate(lines, code.co_firstlineno) if HEAD.search(each[1]))


def changes(rows):
    """Of each line the variables that are others after it; None for one that is gone."""
    found, before = [], {}
    for line, state in rows[:MOST_LINES]:
        gone = dict.fromkeys(before.keys() - state.keys())
        found.append([line, gone | {name: text for name, text in state.items() if before.get(name) != text}])
        before = state
    return found


def kept(value):
    """A variable as a page has room for: of arrays the first items, with how many there are."""
    try:
        return shortened(value, 8)
    except Exception as error:
        return f"<{type(value).__name__}: {error}>"


def shortened(value, most):
    if type(value).__module__.startswith("jax") and guarded(repr, value).startswith("Ref("):
        value = value[...]  # what it holds
    if str(getattr(value, "dtype", "")).startswith("key<"):
        import jax

        return f"{value.dtype}[{','.join(map(str, value.shape))}]: {jax.random.key_data(value).reshape(-1).tolist()}"
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        inner = ", ".join(f"{name}={shortened(getattr(value, name), 4)}" for name in value._fields)
        return f"{type(value).__name__}({inner})"
    if type(value) in (list, tuple):
        parts = [shortened(each, 4) for each in value[:40]] + ["..."] * (len(value) > 40)
        inner = ", ".join(parts) + "," * (type(value) is tuple and len(value) == 1)
        return f"[{inner}]" if type(value) is list else f"({inner})"
    if type(value) is dict:
        return "{" + ", ".join(f"{shortened(key, 4)}: {shortened(item, 4)}" for key, item in value.items()) + "}"
    if hasattr(value, "dtype") and getattr(value, "shape", ()) != ():
        import numpy

        items = numpy.asarray(value).reshape(-1)
        first = items[: most if most == 8 or len(items) <= most else most - 1]
        about = f"{value.dtype}[{','.join(map(str, value.shape))}]"
        return f"[{', '.join(map(str, first))}{', …' * (len(first) < len(items))}] {about}"
    if dataclasses.is_dataclass(value):
        return guarded(repr, value)
    if hasattr(value, "__dict__") and type(value).__repr__ is object.__repr__:
        inner = ", ".join(f"{name}={shortened(item, 4)}" for name, item in vars(value).items())
        return f"<{type(value).__name__}: {inner}>" if inner else f"<{type(value).__name__}>"
    return short(value)


def statements(text):
    """Each line of a statement over several, or of its header, to the line that it begins in."""
    found = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.stmt):
            first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
            body = getattr(node, "body", None) or getattr(node, "cases", None)
            last = node.end_lineno if not body else max(node.lineno, first_line(body[0]) - 1)
            for line in range(first, last + 1):
                if line not in found or found[line] < first:
                    found[line] = first
    return found


def first_line(node):
    return getattr(node, "lineno", None) or node.pattern.lineno


if __name__ == "__main__":
    main()
