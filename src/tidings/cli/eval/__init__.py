"""The verbs `tidings eval ...`."""
