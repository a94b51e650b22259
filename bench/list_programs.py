"""Ordinary programs on lists, as people write them, and the same by hand in JAX."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax


def squares(n: int, x: Any) -> Any:
    """A list as the result."""
    return [k * k + x for k in range(n)]


def squares_by_hand(n: int, x: Any) -> Any:
    """`squares` as an array."""
    return jnp.arange(n) ** 2 + x


def rnn(xs: Any, w: Any) -> Any:
    """The outputs of a recurrent network, appended to a list."""
    h = jnp.zeros(w.shape[0])
    out = []
    for x in xs:
        h = jnp.tanh(w @ h + x)
        out.append(h)
    return jnp.stack(out)


def rnn_by_hand(xs: Any, w: Any) -> Any:
    """`rnn` as a scan."""

    def step(h: Any, x: Any) -> Any:
        h = jnp.tanh(w @ h + x)
        return h, h

    return lax.scan(step, jnp.zeros(w.shape[0]), xs)[1]


def rnn_slope(xs: Any, w: Any) -> Any:
    """The gradient of the sum of `rnn`'s outputs, in NumPy."""
    states = [np.zeros(len(w), np.float32)]
    for x in xs:
        states.append(np.tanh(w @ states[-1] + x))
    slope, back = np.zeros_like(w), np.zeros(len(w), np.float32)
    for before, h in zip(states[-2::-1], states[:0:-1], strict=True):
        inner = (1 + back) * (1 - h * h)
        slope, back = slope + np.outer(inner, before), w.T @ inner
    return slope


def lcs(a: Any, b: Any) -> Any:
    """Length of the longest common subsequence, by a table of lists."""
    m, n = len(a), len(b)
    table = [[0] * (n + 1) for _ in range(m + 1)]
    for i in range(m):
        for j in range(n):
            if a[i] == b[j]:
                table[i + 1][j + 1] = table[i][j] + 1
            else:
                table[i + 1][j + 1] = max(table[i][j + 1], table[i + 1][j])
    return table[m][n]


def lcs_by_hand(a: Any, b: Any) -> Any:
    """`lcs` on one array."""
    m, n = len(a), len(b)

    def cell(k: Any, table: Any) -> Any:
        i, j = k // n, k % n
        found = jnp.where(a[i] == b[j], table[i, j] + 1, jnp.maximum(table[i, j + 1], table[i + 1, j]))
        return table.at[i + 1, j + 1].set(found)

    return lax.fori_loop(0, m * n, cell, jnp.zeros((m + 1, n + 1), jnp.int32))[m, n]


def life(grid: Any, steps: int) -> Any:
    """Conway's game of life on a torus, from lists into new lists."""
    n = len(grid)
    board = [[grid[i, j] for j in range(n)] for i in range(n)]
    for _ in range(steps):
        new = []
        for i in range(n):
            row = []
            for j in range(n):
                count = 0
                for di in (-1, 0, 1):
                    for dj in (-1, 0, 1):
                        if di != 0 or dj != 0:
                            count += board[(i + di) % n][(j + dj) % n]
                alive = count == 3 or (count == 2 and board[i][j] == 1)
                row.append(1 if alive else 0)
            new.append(row)
        board = new
    return sum(sum(row) for row in board)


def life_by_hand(grid: Any, steps: int) -> Any:
    """`life` on one array."""

    def step(_: int, board: Any) -> Any:
        turned = [jnp.roll(board, (i, j), (0, 1)) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
        count = sum(turned)
        return ((count == 3) | ((count == 2) & (board == 1))).astype(jnp.int32)

    return lax.fori_loop(0, steps, step, grid).sum()


def product(a: Any, b: Any) -> Any:
    """The product of two matrices in lists."""
    n = len(a)
    c = [[0.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] += a[i][k] * b[k][j]
    return c[0][n - 1]


def product_by_hand(a: Any, b: Any) -> Any:
    """`product` by JAX."""
    return (a @ b)[0, len(a) - 1]


def floyd(w: Any) -> Any:
    """All shortest paths."""
    n = len(w)
    d = [[w[i][j] for j in range(n)] for i in range(n)]
    for k in range(n):
        for i in range(n):
            for j in range(n):
                if d[i][k] + d[k][j] < d[i][j]:
                    d[i][j] = d[i][k] + d[k][j]
    return d[0][n - 1]


def floyd_by_hand(w: Any) -> Any:
    """`floyd` on one array."""
    return lax.fori_loop(0, len(w), lambda k, d: jnp.minimum(d, d[:, k, None] + d[k, None, :]), w)[0, len(w) - 1]


def dijkstra(w: Any, start: Any) -> Any:
    """Shortest paths from one node, without a heap."""
    n = len(w)
    dist = [1e9] * n
    done = [False] * n
    dist[start] = 0.0
    for _ in range(n):
        best = -1
        for v in range(n):
            if not done[v] and (best == -1 or dist[v] < dist[best]):
                best = v
        done[best] = True
        for v in range(n):
            if dist[best] + w[best][v] < dist[v]:
                dist[v] = dist[best] + w[best][v]
    return dist[n - 1]


def merge_sort(items: Any) -> Any:
    """Merge sort, bottom up, on a list."""
    n = len(items)
    a = [items[i] for i in range(n)]
    width = 1
    while width < n:
        merged = []
        for lo in range(0, n, 2 * width):
            mid, hi = min(lo + width, n), min(lo + 2 * width, n)
            i, j = lo, mid
            while i < mid or j < hi:
                if j >= hi or (i < mid and a[i] <= a[j]):
                    merged.append(a[i])
                    i += 1
                else:
                    merged.append(a[j])
                    j += 1
        a = merged
        width *= 2
    return a


def subsets(items: Any) -> Any:
    """The sums of all subsets."""
    sums = [0]
    for x in items:
        sums = sums + [s + x for s in sums]
    return sums
