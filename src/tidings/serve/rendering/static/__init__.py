"""Static."""
