# No specialised form: a parameter that is called as a module of JAX's.
