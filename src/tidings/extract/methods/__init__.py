"""Published methods of finding a page's text, to compare with our own."""
