"""Fuzzing with atheris, seeded with pages of the news world."""
