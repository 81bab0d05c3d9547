"""The composition root: settings become parts, parts become the live pipeline and its readers."""
