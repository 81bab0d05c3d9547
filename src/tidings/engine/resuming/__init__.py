"""Goes on with jobs that were interrupted, by their number alone."""
