"""The persons, organisations and places that an article names."""
