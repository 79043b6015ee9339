"""What a program costs: executions, traffic, values in memory, operations, roofline."""
