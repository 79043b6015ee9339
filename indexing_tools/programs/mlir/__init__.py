"""What the dialects of MLIR share: types, attribute values, locations."""
