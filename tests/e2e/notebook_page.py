"""A notebook in the browser, in JupyterLab 4 and Notebook 7 alike: open, run, edit, save, look at cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.e2e.jupyter_server import JupyterServer

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


# The panel is there before its session, and the session's dot is "idle" before a kernel exists: ask the kernel itself.
PANEL_READY = """path => {
  const panel = window.jupyterapp?.shell?.currentWidget;
  return Boolean(panel?.context?.path === path && panel.context.isReady && panel.content?.widgets?.length);
}"""
KERNEL_READY = """async () => {
  const {sessionContext} = window.jupyterapp.shell.currentWidget;
  await sessionContext.ready;
  const kernel = sessionContext.session?.kernel;
  if (!kernel) return false;
  await kernel.info;
  return kernel.connectionStatus === 'connected' && kernel.status === 'idle';
}"""
COMMAND = "([name, args]) => window.jupyterapp.commands.execute(name, args ?? {}).then(() => null)"


class NotebookPage:
    """The front end's own commands do the routine; what a test is about it does by mouse and keyboard."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @classmethod
    def open(cls, page: Page, server: JupyterServer, path: str, *, kernel: bool = True) -> NotebookPage:
        """Open a notebook and wait for its cells and, unless told that the server has none, for a kernel that answers.

        A page that shows JupyterLab already shows the notebook in another tab of it: to load JupyterLab takes longer
        than most tests.
        """
        page.set_default_timeout(15_000)
        notebook = cls(page)
        if server.kind == "lab" and page.url.startswith(server.url):
            notebook.command("docmanager:open", path=path)
        else:
            page.goto(server.address(path))
        page.wait_for_function(PANEL_READY, arg=path, timeout=60_000)
        if kernel:
            page.wait_for_function(KERNEL_READY, timeout=60_000)
        else:
            page.locator(".jp-Dialog").get_by_role("button", name="No Kernel").click()
        return notebook

    def command(self, name: str, **arguments: Any) -> None:
        """Run a command of the front end to its end."""
        self.page.evaluate(COMMAND, [name, arguments])

    def run_all(self) -> None:
        """Run every cell and wait until the kernel is done."""
        self.command("notebook:run-all-cells")

    def run_cell(self, index: int) -> None:
        """Run the cell at `index` and wait until the kernel is done."""
        self.page.evaluate("(at) => { window.jupyterapp.shell.currentWidget.content.activeCellIndex = at; }", index)
        self.command("notebook:run-cell")

    def run(self, code: str) -> Locator:
        """Put `code` into a new cell at the end, run it, and give back the cell."""
        self.page.evaluate(
            """(code) => {
              const {content} = window.jupyterapp.shell.currentWidget;
              const cells = content.model.sharedModel;
              cells.addCell({cell_type: 'code', source: code});
              content.activeCellIndex = cells.cells.length - 1;
            }""",
            code,
        )
        self.command("notebook:run-cell")
        return self.cell(-1)

    def cell(self, index: int) -> Locator:
        """The cell at `index`, scrolled into view: both front ends draw only the cells near the window."""
        shown: int = self.page.evaluate(
            """async (index) => {
              const {content} = window.jupyterapp.shell.currentWidget;
              const at = index < 0 ? content.widgets.length + index : index;
              await content.scrollToItem(at, 'smart');
              return at;
            }""",
            index,
        )
        panel = ".jp-NotebookPanel:not(.lm-mod-hidden)"
        return self.page.locator(f'{panel} .jp-Notebook .jp-Cell[data-windowed-list-index="{shown}"]')

    def index_of(self, text: str) -> int:
        """The place of the first cell whose source holds `text`."""
        return next(index for index, source in enumerate(self.sources()) if text in source)

    def find_cell(self, text: str) -> Locator:
        """The first cell whose source holds `text`."""
        return self.cell(self.index_of(text))

    def sources(self) -> list[str]:
        """The text of every cell."""
        texts: list[str] = self.page.evaluate(
            "() => window.jupyterapp.shell.currentWidget.content.widgets.map(cell => cell.model.sharedModel.source)"
        )
        return texts

    def outputs(self) -> list[list[dict[str, Any]]]:
        """The outputs of every cell as they stand in the notebook's model."""
        found: list[list[dict[str, Any]]] = self.page.evaluate(
            """() => window.jupyterapp.shell.currentWidget.content.widgets.map(
              cell => cell.model.sharedModel.outputs ?? [])"""
        )
        return found

    def errors(self) -> list[str]:
        """Name and message of every error among the outputs."""
        return [
            f"{output['ename']}: {output['evalue']}"
            for outputs in self.outputs()
            for output in outputs
            if output["output_type"] == "error"
        ]

    def scroll_position(self) -> float:
        """How far the notebook is scrolled, in pixels."""
        top: float = self.page.evaluate(
            "() => document.querySelector('.jp-WindowedPanel-outer')?.scrollTop ?? document.scrollingElement.scrollTop"
        )
        return top

    def save(self) -> None:
        """Write the notebook to disk."""
        self.page.evaluate("() => window.jupyterapp.shell.currentWidget.context.save()")

    def set_theme(self, name: str) -> None:
        """Switch the theme while everything stays open, and wait until the page wears it."""
        self.command("apputils:change-theme", theme=name)
        self.page.wait_for_function("(name) => document.body.dataset.jpThemeName === name", arg=name)

    def shut_down(self) -> None:
        """Stop the kernel."""
        self.page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")

    def close(self, *, kernel: bool = True) -> None:
        """Stop the kernel, if there is one, and close the notebook, without the question about unsaved changes."""
        if kernel:
            self.shut_down()
        self.page.evaluate("() => window.jupyterapp.shell.currentWidget.dispose()")
