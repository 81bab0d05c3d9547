"""The writing side."""
