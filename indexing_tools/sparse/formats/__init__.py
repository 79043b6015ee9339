"""Level formats, encodings, and their text."""
