"""How the papers' pages look: one module per template, all different."""
