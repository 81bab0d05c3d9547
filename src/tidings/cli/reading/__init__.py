"""Verbs that print what happens."""
