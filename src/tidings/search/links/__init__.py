"""Who links to whom, and what follows from it: page rank, host rank, domain rank."""
