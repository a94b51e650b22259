# No specialised form: a variable is called `jnp` as the module is (line 197).
