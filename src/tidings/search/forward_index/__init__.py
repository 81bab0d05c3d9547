"""The forward index."""
