"""Where agents go that search the live web for one query."""
