"""The table of commands."""
