"""Settings: one frozen tree, read once in engine. Each room gets its own branch."""
