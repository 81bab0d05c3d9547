"""Relations between articles: near-duplicates, stories, and which article came first."""
