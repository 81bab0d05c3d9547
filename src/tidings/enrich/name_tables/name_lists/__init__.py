"""Name_lists."""
