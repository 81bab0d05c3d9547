"""How common or rare a term is."""
