"""The followed sources."""
