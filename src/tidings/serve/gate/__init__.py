"""Who sends a request, and whether it may pass."""
