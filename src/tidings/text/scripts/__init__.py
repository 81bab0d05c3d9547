"""Facts about letters."""
