"""For tests of kernels: who writes each element of an output, and who reads each of an operand."""

from indexing_tools.gpu.grid import count_writers
from indexing_tools.indexing.rules import output_path


def writers(fusion, output=0):
    "Writers of each element of an output, readers of each of operand 0."
    (read,) = fusion.thread_to_input(0)
    sizes = fusion.shape.at(output_path(fusion, output)).dimensions
    written = count_writers([w.map for w in fusion.thread_indexing(output).writes], sizes)
    return written, count_writers([read.map], fusion.operands[0].shape.dimensions)
