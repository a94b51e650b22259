"""One window for all tests of the widgets in a browser: a new one each takes longer than most of these tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nbgraph.widgets.page import document_html
from tests.network import NO_TOUR

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    Show = Callable[..., Page]

SIZE = {"width": 1400, "height": 1000}
OF_THE_PAGE = ("file:", "data:", "blob:", "about:")


class Window:
    """A page, and what went wrong in it since it was last asked: script errors, dialogs, requests to any host.

    Attributes:
        page: where the tests work.
    """

    def __init__(self, browser: Browser) -> None:
        self._context = browser.new_context()
        self._context.add_init_script(NO_TOUR)
        self._context.route(lambda url: not url.startswith(OF_THE_PAGE), lambda route: route.abort())
        self.page = self._context.new_page()
        self._wrong: list[str] = []
        self.page.on("pageerror", lambda error: self._wrong.append(f"script error: {error}"))
        self.page.on("dialog", self._dismiss)
        self.page.on("request", lambda request: self._asked(request.url))
        self.page.on("websocket", lambda socket: self._asked(socket.url))
        self.clear()

    def _dismiss(self, dialog: Any) -> None:
        self._wrong.append(f"a dialog: {dialog.message}")
        dialog.dismiss()

    def _asked(self, url: str) -> None:
        if not url.startswith(OF_THE_PAGE):
            self._wrong.append(f"a request: {url}")

    def wrong(self) -> list[str]:
        """What went wrong since the last call."""
        found, self._wrong[:] = list(self._wrong), []
        return found

    def clear(self) -> None:
        """Leave an empty page of the usual size, in which nothing of the last test is kept."""
        if self.page.url.startswith("file:"):
            self.page.evaluate("() => { try { localStorage.clear(); } catch { /* a picture has none */ } }")
        self.page.goto("about:blank")
        self.page.mouse.move(0, 0)
        self.page.set_viewport_size(SIZE)  # type: ignore[arg-type]
        self.page.emulate_media(media="null", color_scheme="null", reduced_motion="null", forced_colors="null")

    def close(self) -> None:
        """Close it."""
        self._context.close()


def showing(page: Page, folder: Path) -> Show:
    """A function that opens data, or a document, as a file in the page; of this width and colours where they matter."""

    def show(shown: dict[str, Any] | str, width: int | None = None, scheme: str | None = None) -> Page:
        file = folder / "page.html"
        file.write_text(shown if isinstance(shown, str) else document_html(shown), "utf-8")
        if width is not None:
            page.set_viewport_size({"width": width, "height": 820})
        if scheme is not None:
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.goto(file.as_uri())
        return page

    return show
