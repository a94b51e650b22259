"""Define the colours of the explorer and of every picture.

The page gets them as the variables of its style (`widgets.assets`), in light and dark; pictures in files, which are
printed and pasted, get the light ones.
"""

from __future__ import annotations

from collections.abc import Mapping

COLOURS: Mapping[str, tuple[str, str]] = {
    "paper": ("#ffffff", "#14161a"),
    "raised": ("#f5f6f8", "#1d2026"),
    "ink": ("#1c2128", "#dfe3ea"),
    "muted": ("#59616d", "#a5aeba"),
    "line": ("#d5d9df", "#3b414b"),
    "border": ("#8d96a3", "#6d7683"),
    "lit": ("#fff0b3", "#4a3d0c"),
    "lit-edge": ("#a86b00", "#ffc845"),
    "focus": ("#0b57d0", "#8ab4f8"),
    "keyword": ("#0033b3", "#d79a7c"),
    "string": ("#067d17", "#7cbd7c"),
    "number": ("#1750eb", "#4fb9c4"),
    "comment": ("#666c76", "#959da8"),
    "name": ("#00627a", "#6cb2f7"),
    "builtin": ("#6b3fa0", "#b9a3f5"),
    "choice": ("#7a2e8e", "#dca3ea"),
    "choice-bg": ("#f8eefb", "#2e2033"),
    "loop": ("#0b5c8a", "#86c5ef"),
    "loop-bg": ("#eaf4fb", "#182a36"),
    "good": ("#11692e", "#7fd097"),
    "good-bg": ("#e7f5eb", "#16301e"),
    "bad": ("#b3261e", "#ffa49c"),
    "bad-bg": ("#fdecea", "#3d1a18"),
    "warn": ("#7a4a00", "#f0c274"),
    "warn-bg": ("#fdf3e0", "#352a12"),
    "input": ("#e6f3ea", "#1b3124"),
    "shade": ("#000000", "#ffffff"),
}
"""By name: on a light ground and on a dark one."""

TINTS: Mapping[str, tuple[str, float]] = {
    "loop": ("loop-bg", 0.6),
    "choice": ("choice-bg", 0.6),
    "back": ("warn-bg", 0.6),
    "": ("shade", 0.025),
}
"""What is laid over the ground inside a loop, a choice, a backward pass, and any other region: a colour and how much
of it."""


def light(name: str) -> str:
    return COLOURS[name][0]


def laid_over(tint: str, ground: str) -> str:
    """Return the colour of a light tint over a background: nested regions get darker.

    >>> laid_over("loop", "#ffffff"), laid_over("", "#000000")
    ('#f2f8fd', '#000000')
    """
    name, share = TINTS[tint]
    pairs = zip(_channels(light(name)), _channels(ground), strict=True)
    return "#" + "".join(f"{round(over * share + under * (1 - share)):02x}" for over, under in pairs)


def _channels(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue


def variables() -> str:
    """Return the colours as declarations of CSS variables, `--nbg-` before their names; a tint also has its parts."""
    colours = [f"--nbg-{name}: light-dark({day}, {night});" for name, (day, night) in COLOURS.items()]
    tints = [
        f"--nbg-{kind or 'any'}-over: var(--nbg-{name}) {share * 100:g}%;\n"
        f"--nbg-{kind or 'any'}-tint: color-mix(in srgb, var(--nbg-{kind or 'any'}-over), transparent);"
        for kind, (name, share) in TINTS.items()
    ]
    return "\n".join((*colours, *tints))
