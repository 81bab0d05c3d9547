"""The known URLs, what is due, and past visits and requests."""
