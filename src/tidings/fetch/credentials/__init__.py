"""Secrets for sources that ask for a login."""
