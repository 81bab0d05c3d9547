"""How the world's papers write English."""
