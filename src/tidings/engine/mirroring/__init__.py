"""Copies of a home's index and knowledge on its store: sent by the owner, fetched by others."""
