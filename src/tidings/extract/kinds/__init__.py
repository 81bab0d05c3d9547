"""Whether a page is an article, an index page or valueless."""
