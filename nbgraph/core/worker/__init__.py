"""Run calls in a separate process, so that a crash or an endless call does not take the notebook's process with it.

`reports.report` and `calls.call` are all that others need. `keeper` keeps a worker, `process` is the notebook's end
of it, `child` the other; between them go the messages of `channel`, with calls packed by `jobs` and what a call needs
to know of the notebook by `context`. What cannot travel runs in a thread (`thread`).
"""
