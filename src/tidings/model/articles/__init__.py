"""Articles and what is made of them."""
