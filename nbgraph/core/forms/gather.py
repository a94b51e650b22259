"""All forms of one call's program, from the traced program on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nbgraph.core.codegen.source_map import OPTIMISED_HLO, GeneratedCode
from nbgraph.core.depth import deep
from nbgraph.core.forms.lines import Forms
from nbgraph.core.forms.optimised import optimised_code
from nbgraph.core.forms.program import program_text
from nbgraph.core.forms.stablehlo import stablehlo_code
from nbgraph.core.source.text import Definition, SourceText
from nbgraph.core.spans import Span
from nbgraph.core.staging.decisions import Decision


@deep
def forms(
    traced: Any,  # what `jax.jit(f).trace(...)` gives
    *,
    source: SourceText,  # the file the user's function stands in
    function: Span,
    helpers: Sequence[Definition] = (),  # other definitions that lines may be linked to
    argument_names: Sequence[str] = (),  # the user's names of the flattened arguments
    decisions: Sequence[Decision] = (),
    optimised: bool = False,  # whether to compile it too, for the program that XLA makes
) -> Forms:
    """The forms of a program."""
    program = program_text(
        traced.jaxpr,
        source=source,
        function=function,
        helpers=helpers,
        argument_names=argument_names,
        decisions=decisions,
    )
    codes = [program.code]
    try:
        lowered = traced.lower()
        codes.append(stablehlo_code(lowered.as_text(debug_info=True), source, function, program.returned, helpers))
        if optimised:
            codes.append(optimised_code(lowered.compile().as_text(), source, function, helpers))
    except Exception as error:  # whatever JAX or a device has against the program: the other forms stand
        form = ("StableHLO", OPTIMISED_HLO)[len(codes) - 1]
        reason = (str(error).splitlines() or [""])[0]
        codes.append(GeneratedCode(form, f"# There is no {form}: {type(error).__name__}: {reason}\n", ()))
    return Forms(tuple(codes), program.owners)
