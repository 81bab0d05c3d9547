"""The Ray cluster of a home: starting it, joining it, watching it, ending it."""
