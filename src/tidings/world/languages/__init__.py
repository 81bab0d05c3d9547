"""How an event becomes text."""
