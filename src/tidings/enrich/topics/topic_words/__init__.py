"""Topic_words."""
