"""Turns bytes into model objects: pages, feeds, documents, character sets, dates, addresses."""
