"""Function_words."""
