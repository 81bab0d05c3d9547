"""The nouns of the house: frozen dataclasses and enums on the standard library alone."""
