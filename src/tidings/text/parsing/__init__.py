"""A text split once into sentences and tokens, as written and with their positions."""
