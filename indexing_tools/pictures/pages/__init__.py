"""Pages: programs, reports, runs."""
