"""The words and phrases that show what an article is about, and how rare each term is."""
