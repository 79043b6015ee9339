"Pictures of maps, instructions, layouts and sparse tensors: still, `x.picture()`, and live."
