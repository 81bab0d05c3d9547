"""When a source publishes, as learned, and when it is visited again."""
