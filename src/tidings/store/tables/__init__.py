"""Functions that read and write rows."""
