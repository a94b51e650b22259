"""A page carries the words that it says, and no others: it looks as one that carries all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from nbgraph.core import inspect
from nbgraph.core.records import replace
from nbgraph.core.report import Report
from nbgraph.widgets import assets, page
from nbgraph.widgets.payload import payload
from nbgraph.widgets.words import _table

if TYPE_CHECKING:
    from tests.widgets.window import Show

pytestmark = pytest.mark.browser

# All that is said before and after each button was clicked, but those that move the page or play the steps. The page
# is there only some time after it was loaded, since it is unpacked first.
SAID = """async () => {
  while (!document.querySelector('.nbg button')) await new Promise(requestAnimationFrame);
  const said = new Set(), names = ['title', 'aria-label', 'aria-description', 'placeholder', 'data-tip'];
  const look = () => {
    for (const element of document.querySelectorAll('.nbg *')) {
      for (const name of names) said.add(element.getAttribute(name) ?? '');
      for (const child of element.childNodes) if (child.nodeType === 3) said.add(child.data);
    }
  };
  look();
  for (const button of document.querySelectorAll('.nbg button:not(.nbg-switch)'))
    if (!button.textContent.startsWith('▶')) button.click();
  await new Promise(requestAnimationFrame);
  look();
  return [...said];
}"""


def reports() -> tuple[Report, ...]:
    """A loop with a helper, a difference, an error of both, a refusal, a finding, a list and a choice."""

    def half(n):
        return n // 2

    def steps(n):
        count = 0
        while n > 1:
            n = half(n) if n % 2 == 0 else 3 * n + 1
            count += 1
        return count

    def large(n):
        return n * 2_000_000_000

    def joined(n):
        return np.ones((n, 2)) @ np.ones((3, 2))

    def refused(n):
        out = 1
        while n > 0:
            out = [out, n]
            n -= 1
        return out

    def found(xs):
        rows = []
        for x in xs:
            if x > 1:
                rows.append(x)
        return rows, open

    calls: list[tuple[Any, Any]] = [(steps, 27), (large, 3), (joined, 2), (refused, 3), (found, [1, 2, 3])]
    return tuple(inspect.report(function, value) for function, value in calls)


def test_a_page_says_what_one_with_all_words_says(
    show: Show, everything: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = reports()
    for lang in ("de", "zh"):
        data = payload([replace(report, lang=lang) for report in made])
        for function in everything["functions"]:
            function["lang"] = lang
        fewer = [{*show(each, 1280).evaluate(SAID)} for each in (data, everything)]
        with monkeypatch.context() as all_words:
            all_words.setattr(assets, "in_language", lambda script, language: script)
            all_words.setattr(page, "needed", lambda language, *_: _table(language))
            assets.page_script.cache_clear()
            whole = [{*show(each, 1280).evaluate(SAID)} for each in (data, everything)]
        assets.page_script.cache_clear()
        assert [one ^ other for one, other in zip(fewer, whole, strict=True)] == [set(), set()]
