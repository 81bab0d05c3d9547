"""Verbs that bring many pages at once."""
