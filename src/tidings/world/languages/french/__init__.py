"""How the world's papers write French."""
