"""How the papers' pages look: one module per paper's template, none like another."""
