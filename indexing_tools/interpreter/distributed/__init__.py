"""Many devices: processes, collectives, channels, executors."""
