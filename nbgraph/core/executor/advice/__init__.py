"""Complete error messages: add the values that led to an error, and what to write instead."""

from nbgraph.core.executor.advice.library import jax_remedy
from nbgraph.core.executor.advice.python import advice_on
from nbgraph.core.executor.advice.scene import Advice, Scene
from nbgraph.core.executor.advice.shapes import shape_advice
