"""How the world's papers write Chinese."""
