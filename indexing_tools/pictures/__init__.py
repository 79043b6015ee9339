"""Pictures of maps, instructions, layouts and sparse tensors, still (`x.picture()`) and live.

`it.explore(x)` asks which kinds of things have a live view; the chapters enter them in its table:
see `ground.methods.load`.
"""

CHAPTERS = ("explore_maps", "explore_tiles")
