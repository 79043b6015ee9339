"""What everything stands on: limits, tables, lazy imports, worker processes, escaping, atomic writing."""
