"""Matrix product: which of three loops are in the graph?

>>> product([[1, 2], [3, 4]], [[5, 6], [7, 8]])
[[19, 22], [43, 50]]
"""


def product(a, b):
    result = []
    for row in a:
        line = []
        for column in range(len(b[0])):
            total = 0
            for k in range(len(b)):
                total += row[k] * b[k][column]
            line.append(total)
        result.append(line)
    return result
