"""Rendering of pages: templates, static files, formatting for people."""
