"""From bytes to clean text."""
