# No pure JAX code: a parameter that is called as a module of JAX's.
