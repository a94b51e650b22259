"""A real JupyterLab or Notebook 7 in a folder of its own, on a free loopback port, that leaves nothing running."""

from __future__ import annotations

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError

START_SECONDS = 60
QUIET_SETTINGS = {
    "@jupyterlab/apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "@jupyterlab/extensionmanager-extension/plugin": {"enabled": False},
    "@jupyterlab/docmanager-extension/plugin": {"autosave": False},
}
WITHOUT_KERNELS = (
    "--KernelSpecManager.ensure_native_kernel=False",
    "--KernelSpecManager.allowed_kernelspecs=none-at-all",
)


@dataclass(frozen=True)
class JupyterServer:
    """A running server.

    Attributes:
        kind: "lab" or "notebook".
        url: base address, with a slash at its end.
        token: the secret that every address needs.
        folder: what the server shows; put notebooks here.
    """

    kind: str
    url: str
    token: str
    folder: Path

    def address(self, path: str) -> str:
        """Where a browser finds the notebook at `path` below the folder."""
        if self.kind == "lab":
            return f"{self.url}lab/tree/{path}?token={self.token}&reset"
        return f"{self.url}notebooks/{path}?token={self.token}"

    def request(self, path: str, method: str = "GET") -> bytes:
        """The body of the server's answer on its REST interface."""
        request = urllib.request.Request(
            self.url + path, method=method, headers={"Authorization": f"token {self.token}"}
        )
        with urllib.request.urlopen(request, timeout=10) as answer:
            body: bytes = answer.read()
        return body


def _environment(home: Path) -> dict[str, str]:
    """The process environment with every folder Jupyter and IPython write to below `home`."""
    settings = home / "settings"
    for name, values in QUIET_SETTINGS.items():
        file = settings / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(values))
    folders = {
        "JUPYTER_CONFIG_DIR": home / "config",
        "JUPYTER_DATA_DIR": home / "data",
        "JUPYTER_RUNTIME_DIR": home / "runtime",
        "JUPYTERLAB_SETTINGS_DIR": settings,
        "JUPYTERLAB_WORKSPACES_DIR": home / "workspaces",
        "IPYTHONDIR": home / "ipython",
    }
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("JUPYTER")}
    return inherited | {name: str(folder) for name, folder in folders.items()}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@contextmanager
def jupyter_server(kind: str, home: Path, folder: Path, *options: str) -> Iterator[JupyterServer]:
    """Start `jupyter lab` or `jupyter notebook`; two servers with the same `home` trust the same notebooks."""
    token, port = secrets.token_hex(16), _free_port()
    application = {"lab": "LabApp", "notebook": "JupyterNotebookApp"}[kind]
    command = [sys.executable, "-m", {"lab": "jupyterlab", "notebook": "notebook"}[kind], "--no-browser"]
    command += [f"--{application}.expose_app_in_browser=True", f"--IdentityProvider.token={token}"]
    command += ["--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    command += [f"--ServerApp.root_dir={folder}", "--ServerApp.allow_root=True", *options]
    command += ["--LabApp.extension_manager=readonly"]
    environment = _environment(home)
    log = home / f"{kind}-{port}.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True
        )
    server = JupyterServer(kind, f"http://127.0.0.1:{port}/", token, folder)
    try:
        _wait_until_up(server, process, log)
        yield server
    finally:
        _stop(server, process)


def _wait_until_up(server: JupyterServer, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        try:
            server.request("api/status")
        except (URLError, ConnectionError, TimeoutError):
            time.sleep(0.1)
        else:
            return
    raise RuntimeError(f"Jupyter did not start:\n{log.read_text()[-3000:]}")


def _stop(server: JupyterServer, process: subprocess.Popen[bytes]) -> None:
    """Ask politely, so that kernels go too; after ten seconds end the whole process group."""
    with suppress(URLError, ConnectionError, TimeoutError, subprocess.TimeoutExpired):
        server.request("api/shutdown", "POST")
        process.wait(timeout=10)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(timeout=10)
