"""The HTML pages for readers, and the feeds."""
