"""The followed sources and what is known of each."""
