"""The reading side of a home."""
