"""Which URL is visited next, and what the result of a visit means for it."""
