"""Applies what publishers request."""
