"""StableHLO text: reader and printer."""
