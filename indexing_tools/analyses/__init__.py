"""What the maps are for: programs checked and described by what their operations read and write."""
