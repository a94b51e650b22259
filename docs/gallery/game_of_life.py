"""Game of life: where is the bar after three generations?

>>> life(BAR, 3)
[[0, 0, 0, 0], [1, 1, 1, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
"""

BAR = [[0, 1, 0, 0], [0, 1, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0]]


def alive(cells, i, j):
    size = len(cells)
    around = -cells[i][j]
    for row in (i - 1, i, i + 1):
        for column in (j - 1, j, j + 1):
            around += cells[row % size][column % size]
    return 1 if around == 3 or (cells[i][j] and around == 2) else 0


def life(cells, generations):
    size = len(cells)
    for _ in range(generations):
        cells = [[alive(cells, i, j) for j in range(size)] for i in range(size)]
    return cells
