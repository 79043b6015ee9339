"""HLO functions become Python source, compiled once."""
