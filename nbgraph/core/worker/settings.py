"""Read and write the settings of a process that a function's result, error or output may depend on.

A value read can be compared with `==` and pickled; None says that there is nothing to carry over.
"""

from __future__ import annotations

import contextlib
import locale
import os
import random
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

import jax
import numpy as np

from nbgraph.core.depth import set_limit
from nbgraph.core.records import dataclass
from nbgraph.core.worker.limits import keep_limits, limits


@dataclass(frozen=True)
class Setting:
    """One setting."""

    label: str  # the user's name for it
    read: Callable[[], Any]  # returns its value in this process
    write: Callable[[Any], object]  # sets a value that was read, in any process, in this process


def _directory() -> str | None:
    try:
        return os.getcwd()
    except OSError:  # it was deleted
        return None


def _enter_directory(value: str | None) -> None:
    if value is not None:
        os.chdir(value)


def _replace(items: list[str], value: tuple[str, ...]) -> None:
    items[:] = value


_OWN_VARIABLES = ("XLA_PYTHON_CLIENT_PREALLOCATE",)  # the worker is started with it


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in _OWN_VARIABLES}


def _set_environment(value: Mapping[str, str]) -> None:
    for name in set(_environment()) - set(value):
        del os.environ[name]
    for name, text in value.items():
        if os.environ.get(name) != text:
            os.environ[name] = text


def _numpy_random() -> tuple[Any, ...] | None:
    state: Any = np.random.get_state(legacy=False)
    if state["bit_generator"] != "MT19937":
        return None
    return state["state"]["key"].tobytes(), state["state"]["pos"], state["has_gauss"], state["gauss"]


def _set_numpy_random(value: tuple[Any, ...] | None) -> None:
    if value is not None:
        key, *others = value
        np.random.set_state(("MT19937", np.frombuffer(key, np.uint32), *others))


def _set_numpy_errors(value: tuple[Any, ...]) -> None:
    errors, call = value
    np.seterr(**errors)
    np.seterrcall(call)


def _decimal() -> dict[str, Any] | None:
    if "decimal" not in sys.modules:
        return None
    import decimal

    now = decimal.getcontext()
    plain = {name: getattr(now, name) for name in ("prec", "rounding", "Emin", "Emax", "capitals", "clamp")}
    signals = {"flags": now.flags, "traps": now.traps}
    return plain | {name: [signal for signal, is_set in found.items() if is_set] for name, found in signals.items()}


def _set_decimal(value: Mapping[str, Any] | None) -> None:
    import decimal

    decimal.setcontext(decimal.Context(**(value or {})))


def _is_hosts(warning_filter: tuple[Any, ...]) -> bool:
    """Whether a filter is for IPython's own warnings: a worker would have to import IPython to read it."""
    return bool(warning_filter[2].__module__.partition(".")[0] == "IPython")


def _warnings() -> tuple[Any, ...]:
    return tuple(each for each in warnings.filters if not _is_hosts(each))


def _set_warnings(value: tuple[Any, ...]) -> None:
    hosts = [each for each in warnings.filters if _is_hosts(each)]
    warnings.resetwarnings()  # drops what Python remembers about the old filters
    warnings.filters[:] = [*hosts, *value]  # type: ignore[index]


def _set_time_zone(value: tuple[Any, ...]) -> None:
    if hasattr(time, "tzset"):  # it reads the environment, which is written before
        time.tzset()


_PLAIN = (bool, int, float, str, type(None))


_devices: dict[str, Any] = {}


def divide_processor(count: int | None) -> None:
    """Divide the processor into devices in the worker, and here too unless JAX has found its devices.

    Args:
        count: how many; None for what JAX's settings say.
    """
    _devices.clear()
    if count is None or jax.config.values["jax_num_cpu_devices"] == count:
        return
    try:
        jax.config.update("jax_num_cpu_devices", count)
    except RuntimeError:  # JAX has looked for its devices
        _devices.update(jax_num_cpu_devices=count, jax_platforms="cpu")


def _jax() -> dict[str, Any]:
    """Return JAX's settings that are plain values, and the default device; those of `with` blocks are the thread's."""
    config: Any = jax.config
    found = {name: getattr(config, name, None) for name in config.values}
    plain = {name: value for name, value in found.items() if isinstance(value, _PLAIN)}
    device = found.get("jax_default_device")
    default = (device.platform, device.id) if isinstance(device, jax.Device) else device
    return {**plain, "jax_default_device": default, **_devices}


def _set_jax(value: Mapping[str, Any]) -> None:
    current = _jax()
    for name, wanted in value.items():
        if current.get(name, wanted) != wanted:
            given = device_at(*wanted) if isinstance(wanted, tuple) else wanted
            jax.config.update(name, given)


def device_at(platform: str, number: int) -> Any:
    return next(device for device in jax.devices(platform) if device.id == number)


def _mesh() -> tuple[Any, ...] | None:
    """Return the mesh of `jax.set_mesh`: its devices, shape and axes; None for none."""
    mesh = jax.sharding.get_mesh()
    if mesh.empty:
        return None
    places = tuple((device.platform, device.id) for device in mesh.devices.flat)
    return places, mesh.devices.shape, mesh.axis_names, mesh.axis_types


def _set_mesh(value: tuple[Any, ...] | None) -> None:
    if value is None:
        jax.set_mesh(None)
        return
    places, shape, names, types = value
    devices = np.array([device_at(*place) for place in places], object).reshape(shape)
    jax.set_mesh(jax.sharding.Mesh(devices, names, axis_types=types))


SETTINGS: Mapping[str, Setting] = {
    "directory": Setting("the working directory", _directory, _enter_directory),
    "path": Setting("`sys.path`", lambda: tuple(sys.path), lambda value: _replace(sys.path, value)),
    "argv": Setting("`sys.argv`", lambda: tuple(sys.argv), lambda value: _replace(sys.argv, value)),
    "environment": Setting("`os.environ`", _environment, _set_environment),
    "recursion": Setting("the recursion limit", sys.getrecursionlimit, set_limit),
    "digits": Setting("the limit of digits", sys.get_int_max_str_digits, sys.set_int_max_str_digits),
    "random": Setting("the state of `random`", random.getstate, random.setstate),
    "numpy random": Setting("the state of `np.random`", _numpy_random, _set_numpy_random),
    "numpy errors": Setting("`np.seterr`", lambda: (np.geterr(), np.geterrcall()), _set_numpy_errors),
    "numpy printing": Setting("`np.set_printoptions`", np.get_printoptions, lambda value: np.set_printoptions(**value)),
    "decimal": Setting("the context of `decimal`", _decimal, _set_decimal),
    "warnings": Setting("the filters of `warnings`", _warnings, _set_warnings),
    "locale": Setting("the locale", lambda: locale.setlocale(locale.LC_ALL), partial(locale.setlocale, locale.LC_ALL)),
    "time zone": Setting("the time zone", lambda: (time.tzname, time.timezone), _set_time_zone),
    "limits": Setting("the limits of `resource`", limits, keep_limits),
    "jax": Setting("the settings of JAX", _jax, _set_jax),
    "mesh": Setting("the mesh of `jax.set_mesh`", _mesh, _set_mesh),
}
"""By a name of ours; written in this order."""


def current(names: Iterable[str] = SETTINGS) -> dict[str, Any]:
    return {name: SETTINGS[name].read() for name in names}


def enter(values: Mapping[str, Any]) -> None:
    """Set the values in this process, as far as possible."""
    for name, setting in SETTINGS.items():
        if name in values and setting.read() != values[name]:
            with contextlib.suppress(Exception):  # a locale that is not installed, a directory that is gone
                setting.write(values[name])
