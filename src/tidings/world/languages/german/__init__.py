"""How the world's papers write German."""
