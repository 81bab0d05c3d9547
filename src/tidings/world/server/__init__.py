"""Serves all newspapers on loopback."""
