"""Lists of what a home has, read page by page, and statistics over all of it."""
