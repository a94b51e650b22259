"""StableHLO and XLA's own program as text: no locations in it, and each line linked to where it comes from."""

from __future__ import annotations

import jax.numpy as jnp

from nbgraph.core.codegen.source_map import GeneratedCode
from nbgraph.core.examine.reporting import report_call
from nbgraph.core.forms.gather import optimised_code
from nbgraph.core.forms.stablehlo import Locations
from nbgraph.core.source.text import SourceText
from nbgraph.core.spans import Span


def collatz(a):
    counter = 0
    while a != 1:
        if a % 2 == 0:  # noqa: SIM108 (each side has a line of its own)
            a = a // 2
        else:
            a = 3 * a + 1
        counter = counter + 1
    return counter


def forms(hlo: bool = False) -> dict[str, GeneratedCode]:
    report = report_call(collatz, (27,), timing=False, hlo=hlo)
    assert report.forms is not None
    return {code.form: code for code in report.forms.codes}


def lines_of(code: GeneratedCode, word: str) -> set[int]:
    """The lines of the function, from 0, that the lines of a form with `word` in them are linked to."""
    texts = code.text.splitlines()
    start = collatz.__code__.co_firstlineno
    return {link.source.line - start for link in code.mappings if word in texts[link.generated.line - 1]}


def test_stablehlo_is_linked_line_by_line_and_says_nothing_of_locations() -> None:
    code = forms()["StableHLO"]
    assert "loc(" not in code.text and "#loc" not in code.text
    assert lines_of(code, "stablehlo.while") == {2}
    assert lines_of(code, "stablehlo.case") == {3}
    assert lines_of(code, "stablehlo.multiply") == {6}


def test_a_constant_belongs_to_what_uses_it() -> None:
    assert lines_of(forms()["StableHLO"], "constant dense<3>") == {6}


def test_a_librarys_function_belongs_to_the_line_that_calls_it() -> None:
    code = forms()["StableHLO"]
    assert lines_of(code, "@remainder") == {3}
    assert lines_of(code, "stablehlo.divide") == {4}


def test_the_compiled_program_comes_when_asked_for() -> None:
    assert "optimised HLO" not in forms()
    code = forms(hlo=True)["optimised HLO"]
    assert "metadata" not in code.text and "StackFrames" not in code.text
    assert lines_of(code, " multiply(") == {6}
    assert 2 in lines_of(code, " while(")


def test_a_caller_is_found_however_its_number_is_written() -> None:
    source = SourceText("cell", ("a", "b = helper()"))
    for too_high in (0, 1):
        text = f"""HloModule m

FileNames
1 "cell"
2 "helper.py"

FileLocations
1 {{file_name_id=1 function_name_id=1 line=2 end_line=2 column=4 end_column=12}}
2 {{file_name_id=2 function_name_id=2 line=7 end_line=7 column=0 end_column=3}}

StackFrames
1 {{file_location_id=1 parent_frame_id={too_high}}}
2 {{file_location_id=2 parent_frame_id={1 + too_high}}}

ENTRY %main {{
  ROOT %x = f32[] sine(%y), metadata={{op_name="jit(f)/sin" stack_frame_id=2}}
}}
"""
        code = optimised_code(text, source, Span("cell", 1, 0, 2, 12))
        assert [link.source for link in code.mappings] == [Span("cell", 2, 4, 2, 12)]
        assert code.text.splitlines()[2] == "  ROOT %x = f32[] sine(%y)"


def test_source_lines_in_the_metadata_itself_are_read_too() -> None:
    text = 'ROOT %x = f32[] sine(%y), metadata={op_name="a}b" source_file="cell" source_line=2}\n'
    code = optimised_code(text, SourceText("cell", ("a", "b = c")), Span("cell", 1, 0, 2, 5))
    assert [link.source for link in code.mappings] == [Span("cell", 2, 0, 2, 5)]
    assert code.text == "ROOT %x = f32[] sine(%y)\n"


def test_columns_count_characters_and_callees_come_first() -> None:
    source = SourceText("cell", ("é = f(x)", "g(é)"))
    text = (
        '#loc1 = loc("cell":1:5 to :9)',
        '#loc2 = loc("cell":2:0 to :5)',
        '#loc3 = loc("other.py":2:0 to :5)',
        "#loc4 = loc(callsite(#loc3 at callsite(#loc1 at #loc2)))",
        '#loc5 = loc("name"(#loc4))',
    )
    locations = Locations(text, lambda file: source if file == "cell" else None)
    assert locations.places("#loc5") == (Span("cell", 1, 4, 1, 8), Span("cell", 2, 0, 2, 4))


def test_a_location_that_names_itself_ends() -> None:
    assert Locations(["#loc1 = loc(fused[#loc1])"], lambda file: None).places("#loc1") == ()


def left_over(a, b):
    total = a + b
    lost = a * 100  # noqa: F841
    s = jnp.sin(total)
    t = jnp.sin(a + b)
    return s + t


def test_below_it_stands_what_xla_computes_together_and_what_it_removed() -> None:
    report = report_call(left_over, (1.0, 2.0), timing=False, hlo=True)
    assert report.forms is not None
    code = report.forms.codes[-1]
    first = left_over.__code__.co_firstlineno
    remarks = [line for line in code.text.splitlines() if line.startswith("//")]
    assert remarks[-2:] == [
        f"// XLA removed line {first + 2}: nothing of it is left",
        f"// XLA removed line {first + 4}: its value is that of line {first + 3}",
    ]
    assert remarks[0].startswith(f"// XLA computes lines {first + 1}, {first + 3} and {first + 5} together, in `")
    linked = {link.source.line - first for link in code.mappings if link.generated.line == code.text.count("\n")}
    assert linked == {4}
