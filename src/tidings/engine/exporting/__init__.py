"""Articles, archived pages and the list of sources as files."""
