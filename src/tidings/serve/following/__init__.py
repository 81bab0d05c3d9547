"""Following sources in the browser: the field, its preview, the list and a page for each."""
