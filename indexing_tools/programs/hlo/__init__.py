"""HLO text: reader and printer."""
