"""`--devices`: into how many devices the worker divides the processor, where this process has found its own before."""

from __future__ import annotations

import jax

from nbgraph.core.worker.context import Context
from nbgraph.core.worker.settings import divide_processor


def test_the_next_call_has_them_and_the_one_after_has_not() -> None:
    jax.devices()
    before = Context.here({}, {}).devices
    divide_processor(4)
    divided = Context.here({}, {})
    assert (divided.devices[:2], divided.settings["jax"]["jax_num_cpu_devices"]) == (("cpu", 4), 4)
    divide_processor(None)
    assert Context.here({}, {}).devices == before
