"""Places: processes that ask hosts for a home, beside each other and beside its owner."""
