"""Title, dates, authors and images of an article."""
