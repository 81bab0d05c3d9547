"""Articles and what is derived from them."""
