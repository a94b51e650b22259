def asserted(a):
    ng.assert_(a > 0, lambda: 'must be positive')
    return a * 2
