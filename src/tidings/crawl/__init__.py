"""Following: which URLs are worth a visit, when, and what a visit's outcome means."""
