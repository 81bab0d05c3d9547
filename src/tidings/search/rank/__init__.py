"""The order of hits: retrieval models over the candidates' vectors; pure arithmetic, no files."""
