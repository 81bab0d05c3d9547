"""Reading records of web archives and test collections: bytes become pages and texts."""
