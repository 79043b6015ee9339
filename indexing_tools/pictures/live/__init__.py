"""Live views, by what they show: `it.explore(x)` asks which there are.

They stand in a table, and a table is asked when it is whole: see `ground.patching.load`.
"""

CHAPTERS = ("maps", "tiles", "plans", "loops", "steps")
