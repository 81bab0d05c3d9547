"""A client of the API, made of the standard library."""
