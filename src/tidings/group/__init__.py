"""Articles among others: near-duplicates, stories, who was first."""
