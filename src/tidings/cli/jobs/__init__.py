"""Verbs about jobs that ran or run."""
