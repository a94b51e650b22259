"""`--devices`: into how many devices the worker divides the processor, where this process has found its own before."""

from __future__ import annotations

import pickle

import jax
import jax.numpy as jnp
import numpy as np

from nbgraph.core.worker.calls import call
from nbgraph.core.worker.context import Context
from nbgraph.core.worker.jobs import Job, pickled
from nbgraph.core.worker.keeper import Keeper
from nbgraph.core.worker.settings import divide_processor


def test_the_next_call_has_them_and_the_one_after_has_not() -> None:
    jax.devices()
    before = Context.here({}, {}).devices
    divide_processor(4)
    divided = Context.here({}, {})
    assert (divided.devices[:2], divided.settings["jax"]["jax_num_cpu_devices"]) == (("cpu", 4), 4)
    divide_processor(None)
    assert Context.here({}, {}).devices == before


def test_a_worker_that_has_found_its_devices_is_replaced_where_others_are_wanted() -> None:
    """It looks for them as long as nothing is asked of it."""
    jax.devices()
    using = Keeper()
    try:
        call(Job("tests.core.worker.remote:warms"), using=using)
        using.start().devices = None  # as before its first call
        divide_processor(4)
        assert call(Job("jax:device_count"), using=using) == 4
    finally:
        divide_processor(None)
        using.close()


def test_what_jax_pmap_has_made_is_sent_with_its_options() -> None:
    def scaled(x: float, k: float) -> float:
        return x * k

    mapped = jax.pmap(scaled, axis_name="i", in_axes=(1, None), out_axes=1, static_broadcasted_argnums=1)
    sent = pickle.loads(pickled(mapped))
    x = jnp.arange(3.0).reshape(3, 1)
    assert np.allclose(sent(x, 3.0), 3 * x)
    assert "i" in str(jax.make_jaxpr(sent, static_argnums=1)(x, 3.0).eqns[0].params["jaxpr"])
