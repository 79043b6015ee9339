"""Custom calls: host callbacks, and the libraries of GPUs and LAPACK by their names."""
