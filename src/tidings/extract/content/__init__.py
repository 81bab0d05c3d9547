"""Which text of a page is the article."""
