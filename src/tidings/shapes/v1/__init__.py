"""The shapes of version 1 of the API."""
