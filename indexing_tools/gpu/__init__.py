"""What the threads of a GPU kernel do: how many run, what each of them reads, what it writes.

Which emitter writes a kernel is looked up in a table that the chapters fill: see `ground.table`.
"""

CHAPTERS = ("coalescing", "devices", "reduction_kernels", "threads", "transpose_kernels")
