"""Moving a home to other places."""
