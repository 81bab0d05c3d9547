"""The words and phrases that say what an article is about, and how rare each term is."""
