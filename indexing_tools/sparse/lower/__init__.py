"""From index notation to loops, by the stages of sparse compilers."""
