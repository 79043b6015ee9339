"""From files, bytes, dumps, JAX objects and compilers to programs."""
