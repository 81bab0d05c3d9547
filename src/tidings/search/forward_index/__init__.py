"""The forward index: from an article to its terms, in immutable segments."""
