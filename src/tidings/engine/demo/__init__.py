"""The demo: the built-in news world, set up in a home and put right where it was doubled."""
