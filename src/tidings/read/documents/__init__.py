"""Documents that are not web pages."""
