"""Who may do what: scopes, identities, tokens, users."""
