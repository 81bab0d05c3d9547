"""Settings: one frozen tree, read once in engine; each room is handed its own branch."""
