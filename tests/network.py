"""No page of ours may ask another host for anything: refuse such requests, and remember that they were made."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Self
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Route, WebSocket

LOCAL_SCHEMES = {"data", "blob", "file", "about"}
# A reader's first explorer has a tour, which moves all else on the page.
NO_TOUR = "try { localStorage.setItem('nbgraph-tour', 'seen'); } catch { /* a frame without storage has no tour */ }"
LOCAL_HOSTS = {"127.0.0.1", "localhost", "::1"}


def is_local(url: str) -> bool:
    """Whether a request for this address stays on the machine.

    >>> is_local("http://127.0.0.1:8888/lab"), is_local("data:image/svg+xml;base64,"), is_local("https://cdn.example/x.js")
    (True, True, False)
    """
    parts = urlsplit(url)
    return parts.scheme in LOCAL_SCHEMES or parts.hostname in LOCAL_HOSTS


class OfflineWatch:
    """Owns a browser context, refuses every request to another host in it, and lists what it refused."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.refused: list[str] = []
        context.add_init_script(NO_TOUR)
        context.route(lambda url: not is_local(url), self._refuse)
        context.on("page", self._watch_sockets)

    def _refuse(self, route: Route) -> None:
        self.refused.append(route.request.url)
        route.abort()

    def _watch_sockets(self, page: Page) -> None:
        page.on("websocket", self._check_socket)

    def _check_socket(self, socket: WebSocket) -> None:
        if not is_local(socket.url):
            self.refused.append(socket.url)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.context.close()
