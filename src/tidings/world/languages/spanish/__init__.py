"""How the world's papers write Spanish."""
