"""Simplify a program some of whose truth values are known, as equations that need no new trace."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any

from nbgraph.core import _jax
from nbgraph.core.records import dataclass, field


@dataclass
class Simplified:
    """The remaining equations of a program, and the operands that replace the other variables."""

    known: dict[Any, Any]  # by variable, the operand that replaces it
    equations: list[Any] = field(default_factory=list)
    makers: dict[Any, Any] = field(default_factory=dict)  # by variable, the equation that computes it

    @classmethod
    def of(cls, jaxpr: Any, truths: Mapping[Any, bool]) -> Simplified:
        """Simplify a program in which some variables are known to be true or false."""
        made = cls({variable: _jax.literal(value) for variable, value in truths.items()})
        for equation in jaxpr.eqns:
            made._add(equation)
        return made

    def operand(self, atom: Any) -> Any:
        """Return the operand that replaces an atom; the atom itself if none does."""
        return self.known.get(atom, atom) if _jax.is_variable(atom) else atom

    def needed(self, results: Sequence[Any]) -> list[Any]:
        """Return the equations that some results need, in order."""
        return _jax.needed(self.equations, results)

    def _add(self, equation: Any) -> None:
        operands = [self.operand(each) for each in equation.invars]
        if (branch := _taken(equation, operands[0] if operands else None)) is not None:
            self._add_branch(equation, branch, operands[1:])
            return
        found = self._stands_for(equation, operands)
        if found is None:
            same = all(new is old for new, old in zip(operands, equation.invars, strict=True))
            equation = equation if same else equation.replace(invars=operands)
            self.equations.append(equation)
            self.makers |= dict.fromkeys(equation.outvars, equation)
            if equation.primitive.name == "cond":
                self._share(equation)
        else:
            self.known |= dict(zip(equation.outvars, found, strict=True))

    def _add_branch(self, equation: Any, branch: Any, operands: list[Any]) -> None:
        """Replace a `cond` by the equations of the branch that is always taken.

        Several `cond`s may share one branch, so its variables are renamed.
        """
        inside = dict(zip(branch.invars, operands, strict=True))

        def outside(atom: Any) -> Any:
            return atom if _jax.literal_value(atom)[0] else inside.get(atom, atom)

        for each in branch.eqns:
            made = [copy.copy(variable) for variable in each.outvars]
            self._add(each.replace(invars=[outside(atom) for atom in each.invars], outvars=made))
            inside |= dict(zip(each.outvars, made, strict=True))
        results = [self.operand(outside(atom)) for atom in branch.outvars]
        self.known |= dict(zip(equation.outvars, results, strict=True))

    def _stands_for(self, equation: Any, operands: list[Any]) -> Sequence[Any] | None:
        """Return the operands that replace an equation's results; None if it must be computed."""
        first = truth(operands[0]) if operands else None
        match equation.primitive.name:
            case "select_n" if first is not None:
                return [operands[2 if first else 1]]
            case "select_n" if len(operands) == 3 and [truth(each) for each in operands[1:]] == [False, True]:
                return [operands[0]]
            case "not" if first is not None:
                return [_jax.literal(not first)]
            case "and" | "or" as name:
                return _joined(operands, neutral=name == "and")
            case "convert_element_type" if _is_truth(equation.outvars[0]) and _is_truth(operands[0]):
                return [operands[0]]
            case "convert_element_type" if first is not None and not equation.outvars[0].aval.weak_type:
                return [_jax.literal(first, equation.outvars[0].aval.dtype)]
        return None

    def _share(self, equation: Any) -> None:
        """Replace results of a `cond` that only tell which branch was taken by its condition."""
        index, *given = equation.invars
        chosen = self.makers.get(index) if not _jax.literal_value(index)[0] else None
        branches = [each.jaxpr for each in equation.params["branches"]]
        if chosen is None or chosen.primitive.name != "convert_element_type" or len(branches) != 2:
            return
        condition = chosen.invars[0]
        if not _is_truth(condition):
            return
        for at, result in enumerate(equation.outvars):
            ends = []
            for branch in branches:
                passed = dict(zip(branch.invars, given, strict=True))
                end = branch.outvars[at]
                ends.append(truth(end if _jax.literal_value(end)[0] else passed.get(end, end)))
            if ends == [False, True]:
                self.known[result] = condition


def _taken(equation: Any, index: Any) -> Any:
    """Return the branch that a `cond` always takes; None for another equation, or if it is not known."""
    is_known, number = _jax.literal_value(index)
    if equation.primitive.name != "cond" or not is_known:
        return None
    branches = equation.params["branches"]
    branch = branches[min(max(int(number), 0), len(branches) - 1)]
    return None if branch.consts else branch.jaxpr


def truth(atom: Any) -> bool | None:
    """Return the known truth value of an operand; None for any other."""
    is_literal, value = _jax.literal_value(atom)
    return bool(value) if is_literal and _is_truth(atom) else None


def _is_truth(atom: Any) -> bool:
    return getattr(getattr(atom.aval, "dtype", None), "kind", "") == "b" and not atom.aval.shape


def _joined(operands: list[Any], *, neutral: bool) -> list[Any] | None:
    """Return the result of `and` (whose neutral value is true) or `or`, if one operand is known."""
    for one, other in (operands, operands[::-1]):
        if (value := truth(one)) is not None:
            return [other] if value is neutral else [one]
    return None
