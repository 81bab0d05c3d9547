"""Jobs over whole archives."""
