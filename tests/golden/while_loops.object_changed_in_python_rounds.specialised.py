class Meter:

    def __init__(self):
        self.total = 0
        self.log = []


def object_changed_in_python_rounds(x):
    meter, k = (Meter(), 0)
    did_break = False
    while not did_break:
        meter.log.append(x * k)
        meter.total += 1
        k += 1
        if k >= 3:
            did_break = True
    return meter.total, sum(meter.log)
