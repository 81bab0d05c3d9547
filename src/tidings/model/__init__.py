"""The types that all rooms share: frozen dataclasses and enums, standard library only."""
