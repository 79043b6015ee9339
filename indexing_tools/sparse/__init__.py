"""Sparse tensors: formats, storage, files and conversions.

Files and conversions add to tables and to tensors: they come with the package.
"""

from . import convert, files  # noqa: F401
