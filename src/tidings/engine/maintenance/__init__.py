"""Maintenance tasks, each of which runs once and ends."""
