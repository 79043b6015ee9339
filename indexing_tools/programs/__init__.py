"""Programs of any text: the model, the operations, readers, printers and loaders."""
