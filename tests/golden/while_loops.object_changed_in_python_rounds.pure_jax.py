def object_changed_in_python_rounds(x):
    values = []
    for i in range(3):
        item = x * i
        values.append(item)
    return 3, values[0] + values[1] + values[2]
