"""Firefox by the protocol that it speaks itself (WebDriver BiDi): Playwright drives a build of its own only."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

PROGRAM = shutil.which("firefox-esr") or shutil.which("firefox")
SECONDS = 30


class Firefox:
    """One tab."""

    def __init__(self, address: str) -> None:
        import websocket  # of Jupyter's server; where no browser is tried, there may be none

        self._socket = websocket.create_connection(f"{address}/session", timeout=SECONDS, suppress_origin=True)
        self._last = 0
        self.ask("session.new", capabilities={})
        self._tab = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def close(self) -> None:
        """Let go of the browser."""
        self._socket.close()

    def ask(self, method: str, **params: Any) -> Any:
        """What the browser answers to a command."""
        self._last += 1
        self._socket.send(json.dumps({"id": self._last, "method": method, "params": params}))
        while (answer := json.loads(self._socket.recv())).get("id") != self._last:
            pass
        assert answer["type"] == "success", answer
        return answer["result"]

    def open(self, file: Path) -> None:
        """Show a page, and wait until it is loaded."""
        self.ask("browsingContext.navigate", context=self._tab, url=file.as_uri(), wait="complete")

    def run(self, script: str) -> Any:
        """The value of an expression in the page, as JSON can hold it."""
        target = {"context": self._tab}
        words = f"(async () => JSON.stringify(await ({script}) ?? null))()"
        found = self.ask("script.evaluate", expression=words, target=target, awaitPromise=True)
        assert found["type"] == "success", found
        return json.loads(found["result"]["value"])

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        actions = [{"type": type_, "value": key} for key in keys for type_ in ("keyDown", "keyUp")]
        self.ask("input.performActions", context=self._tab, actions=[{"type": "key", "id": "keys", "actions": actions}])

    def hover(self, selector: str) -> None:
        """Put the pointer onto the first element that matches."""
        x, y = self.run(
            "(({ left, top, width, height }) => [Math.round(left + width / 2), Math.round(top + height / 2)])"
            f"(document.querySelector({json.dumps(selector)}).getBoundingClientRect())"
        )
        moves = [{"type": "pointerMove", "x": at_x, "y": at_y} for at_x, at_y in ((0, 0), (x, y))]
        pointer = {"type": "pointer", "id": "mouse", "actions": moves}
        self.ask("input.performActions", context=self._tab, actions=[pointer])


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """Debian's Firefox with an empty profile; it ends with the block."""
    command = [str(PROGRAM), "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stderr is not None
            said = next(line for line in process.stderr if "WebDriver BiDi listening on" in line)
            with closing(Firefox(said.split()[-1])) as tab:
                yield tab
        finally:
            process.kill()
