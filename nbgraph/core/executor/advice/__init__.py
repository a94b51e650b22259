"""Errors in full: the values that led to one, and what to write instead."""

from nbgraph.core.executor.advice.library import jax_remedy
from nbgraph.core.executor.advice.python import advice_on
from nbgraph.core.executor.advice.scene import Advice, Scene
from nbgraph.core.executor.advice.shapes import shape_advice
