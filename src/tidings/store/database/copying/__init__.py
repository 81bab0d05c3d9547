"""Copying all rows of one database into another, and comparing the two."""
