"""The log of changes, and how far its followers are."""
