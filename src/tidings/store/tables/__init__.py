"""Plain functions that read and write rows."""
