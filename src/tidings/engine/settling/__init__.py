"""The writing side of the engine."""
