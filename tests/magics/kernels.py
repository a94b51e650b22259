"""A real kernel, driven as a notebook drives it."""

from __future__ import annotations

import os
import queue
import re
import signal
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jupyter_client.manager import KernelManager

ROOT = Path(__file__).parents[2]
PATIENCE = 60
"""Seconds to wait for any one answer; kernels are slow to start on a busy machine."""


@dataclass
class Run:
    """What one executed cell gave: the reply, and what appeared below the cell."""

    reply: dict[str, Any]
    outputs: list[dict[str, Any]] = field(default_factory=list)

    @property
    def status(self) -> str:
        return self.reply["status"]

    def texts(self, kind: str) -> list[str]:
        """Plain texts of the outputs of one kind: `stream`, `error`, `display_data`, `execute_result`."""
        return [_text(kind, output["content"]) for output in self.outputs if output["msg_type"] == kind]


def _text(kind: str, content: dict[str, Any]) -> str:
    if kind == "stream":
        return content["text"]
    if kind == "error":
        return re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(content["traceback"]))
    return content["data"]["text/plain"]


def _add(outputs: list[dict[str, Any]], new: dict[str, Any]) -> None:
    """What a notebook does with an output: text that a slow kernel prints in two pieces is one."""
    last = outputs[-1] if outputs else {}
    if new["msg_type"] == last.get("msg_type") == "stream" and new["content"]["name"] == last["content"]["name"]:
        last["content"]["text"] += new["content"]["text"]
    else:
        outputs.append(new)


def _replace(outputs: list[dict[str, Any]], new: dict[str, Any]) -> None:
    """What a notebook does when an output is updated: it puts the new data in the old place."""
    for output in outputs:
        if output["content"].get("transient") == new["transient"] != {}:
            output["content"] = {**output["content"], "data": new["data"]}


class Kernel:
    """A kernel with the blocking client's few calls that the tests need."""

    def __init__(self) -> None:
        path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
        self._manager = KernelManager(kernel_name="python3")
        self._manager.start_kernel(env={**os.environ, "PYTHONPATH": path}, cwd=str(ROOT))
        self.client = self._manager.blocking_client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=PATIENCE)
        self._heard: list[dict[str, Any]] = []  # what arrived while a test waited for something else

    def close(self) -> None:
        self.client.stop_channels()
        self._manager.shutdown_kernel(now=True)
        self._manager.cleanup_resources()

    def run(self, code: str) -> Run:
        """Execute a cell and wait for its end."""
        return self.finish([self.send(code)])[0]

    def run_all(self, *cells: str) -> list[Run]:
        """Execute cells as Run All does: all sent at once, stopping at the first that fails."""
        return self.finish([self.send(cell) for cell in cells])

    def send(self, code: str) -> str:
        return self.client.execute(code, stop_on_error=True, allow_stdin=False)  # `input` raises

    def finish(self, requests: list[str]) -> list[Run]:
        """Wait for the replies to `requests`, and for all that was shown."""
        replies: dict[str, dict[str, Any]] = {}
        while set(requests) - set(replies):
            message = self.client.get_shell_msg(timeout=PATIENCE)
            replies[message["parent_header"]["msg_id"]] = message["content"]
        runs = {request: Run(replies[request]) for request in requests}
        idle: set[str] = set()
        heard, self._heard = self._heard, []
        while set(requests) - idle:
            message = heard.pop(0) if heard else self.client.get_iopub_msg(timeout=PATIENCE)
            request = message["parent_header"].get("msg_id")
            if message["msg_type"] == "status" and message["content"]["execution_state"] == "idle":
                idle.add(request)
            elif request in runs and message["msg_type"] in ("stream", "error", "display_data", "execute_result"):
                _add(runs[request].outputs, message)
            elif request in runs and message["msg_type"] == "update_display_data":
                _replace(runs[request].outputs, message["content"])
        return [runs[request] for request in requests]

    def reply_to_stopped(self, request: str) -> dict[str, Any] | None:
        """Wait until the kernel answers again after Stop, and return the reply to `request`; None if it was lost.

        ipykernel loses or cuts a reply if the interrupt meets it between the end of the cell and the reply, with or
        without nbgraph. So the kernel is asked something else, and again if the answer was merged with a cut one.
        """
        reply = None
        for _ in range(3):
            asked = self.send("None")
            try:
                while True:
                    message = self.client.get_shell_msg(timeout=PATIENCE)
                    if message["parent_header"]["msg_id"] == request:
                        reply = message["content"]
                    elif message["parent_header"]["msg_id"] == asked:
                        return reply
            except ValueError:  # the signature is not that of the message
                continue
        raise AssertionError("the kernel does not answer")

    def wait_for(self, request: str, text: str) -> None:
        """Wait until the cell has printed `text`, perhaps in several messages."""
        deadline, printed = time.monotonic() + PATIENCE, ""
        while time.monotonic() < deadline:
            try:
                message = self.client.get_iopub_msg(timeout=1)
            except queue.Empty:
                continue
            if message["msg_type"] in ("display_data", "update_display_data"):
                self._heard.append(message)
            is_input = message["msg_type"] == "execute_input"  # the cell's own text, which may hold the words
            if message["parent_header"].get("msg_id") == request and not is_input:
                printed += message["content"].get("text", "")
                if text in printed or text in str(message["content"]):
                    return
        raise AssertionError(f"{text!r} never appeared")

    def wait_for_begin(self, request: str) -> None:
        """Wait until the kernel has begun the cell: ipykernel may lose a request that is interrupted before."""
        while True:
            message = self.client.get_iopub_msg(timeout=PATIENCE)
            if message["msg_type"] == "execute_input" and message["parent_header"].get("msg_id") == request:
                return

    def interrupt(self, after: float = 0.3) -> None:
        time.sleep(after)  # what the cell printed may still be on its way out of the kernel
        self._manager.interrupt_kernel()

    def kill(self) -> None:
        """End the kernel's process at once, as the machine does when memory is short."""
        self._manager.provisioner.process.send_signal(signal.SIGKILL)

    def exit(self) -> None:
        """Ask the kernel to end, as closing a notebook does."""
        self.interrupt()
        self.client.shutdown()

    def restart(self) -> None:
        """What Restart does."""
        self._manager.restart_kernel(now=True)

    def shutdown(self) -> None:
        """What Shut Down does."""
        self._manager.shutdown_kernel()

    def complete(self, code: str) -> list[str]:
        request = self.client.complete(code, len(code))
        while True:
            message = self.client.get_shell_msg(timeout=PATIENCE)
            if message["parent_header"].get("msg_id") == request:
                content = message["content"]
                return [code[: content["cursor_start"]] + match for match in content["matches"]]
