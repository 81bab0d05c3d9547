"""Which articles are near-duplicates, and which of them was published first."""
