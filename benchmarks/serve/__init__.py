"""The server under load: requests, live readers, and articles that arrive meanwhile."""
