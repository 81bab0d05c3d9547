"""Whether and when a request may be sent."""
