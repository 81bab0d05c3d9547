"""Spider traps and alias URLs."""
