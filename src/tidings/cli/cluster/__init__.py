"""The verbs about the Ray cluster of a home."""
