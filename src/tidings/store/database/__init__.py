"""The SQLite file: opening, migrating, reading and writing."""
