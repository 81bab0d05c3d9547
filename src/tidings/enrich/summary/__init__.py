"""The sentences that summarise an article or a story."""
