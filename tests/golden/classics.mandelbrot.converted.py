def mandelbrot(c):
    z = 0.0
    n = 0

    def loop_body(n, z):
        z = z * z + c
        n += 1
        return n, z

    n, z = ng.while_(lambda n, z: ng.and_(n < 30, lambda: z * z < 4.0), loop_body, n, z)
    return n
