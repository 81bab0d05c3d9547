"""HTTP/1.1 as far as the world needs it."""
