"""Verbs about the home as a whole."""
