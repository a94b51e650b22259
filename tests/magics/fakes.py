"""Stand-ins for the converter, the measurement and the pages: simple enough to read, and quick in a kernel."""

from __future__ import annotations

from types import SimpleNamespace

from nbgraph.core.errors import NbgraphError, StagingError
from nbgraph.core.spans import Span
from nbgraph.magics.backend import Backend

CALLS = []
"""What was asked of the stand-ins, in order."""


class Converted:
    """A converted function, which runs the original."""

    def __init__(self, function, static=()):
        self.python_function = function
        self.static_argnames = tuple(static)
        self.__name__ = function.__name__

    @property
    def __nbgraph_inline__(self):
        return self.python_function

    def __call__(self, *args, **kwargs):
        return self.python_function(*args, **kwargs)


def function(python_function, static):
    CALLS.append(("function", python_function.__name__, tuple(static)))
    if python_function.__name__.startswith("refused"):
        code = python_function.__code__
        line = code.co_firstlineno + 1
        raise StagingError("this cannot be converted", span=Span(code.co_filename, line, 4, line, 8), remedy="`pass`")
    return Converted(python_function, static)


def report(fn, args, kwargs, *, title=None, timing=True, call=None, on_step=None, alone=False, **more):
    CALLS.append(("report", title, tuple(args), dict(kwargs), timing))
    if more:
        CALLS.append(("more", more))
    if on_step is not None:
        on_step("the graph was compiled")
    python_value, errors = None, ()
    if call:
        try:
            python_value = fn(*args, **kwargs)
        except NbgraphError as error:
            errors = (error,)
    shown = {
        "shown_value": None,
        "shown_python_value": None if python_value is None else repr(python_value),
        "private": (),
    }
    return SimpleNamespace(
        title=title, text="", value=None, python_value=python_value, errors=errors, graph=None, changed=(), **shown
    )


def bundle(reports, view):
    CALLS.append(("bundle", tuple(view)))
    text = "\n".join(f"{report.title} -> {report.python_value!r}" for report in reports)
    return {"text/html": f"<pre>{text}</pre>", "text/plain": text}


def live(fn, controls, args, kwargs, timing, view):
    if any(isinstance(value, set) for value in controls.values()):
        raise TypeError("no control suits a set")
    CALLS.append(("live", fn.__name__, controls, tuple(args), dict(kwargs), timing))
    return "the widget"


def backend():
    CALLS.clear()
    return Backend(
        function=function,
        report=report,
        bundle=bundle,
        stopped_bundle=bundle,
        load=lambda: None,
        start=lambda: None,
        live=live,
    )
