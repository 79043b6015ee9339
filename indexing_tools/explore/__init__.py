"""`it.explore(x)`: a live view of a map, an instruction, a shape, a sparse tensor, ...

Point at an element and see what it reads, or where it lies; a picture of the same stays in a saved
notebook. The options are those of the thing's own picture, such as `at=`, `output=`, `other=`.
`TypeError` for what cannot be explored.
"""

import sys
from types import ModuleType


class Verb(ModuleType):
    "The package `indexing_tools.explore`, which can be called."

    def __call__(self, thing: object, *args: object, **options: object) -> object:
        "See `indexing_tools.explore.maps.explore`."
        from .maps import explore

        return explore(thing, *args, **options)


sys.modules[__name__].__class__ = Verb
