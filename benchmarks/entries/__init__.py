"The faults found in use, by their numbers; `benchmarks/found_entries.py` runs them."
