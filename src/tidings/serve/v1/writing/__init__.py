"""Routes that write; each needs a scope."""
