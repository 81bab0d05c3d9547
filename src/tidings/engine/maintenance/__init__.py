"""Tasks that are done once and over."""
