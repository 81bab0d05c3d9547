"""Who may do what: users, tokens, sessions and one-time links of a home."""
