"""What earlier pages of a site say about the next one."""
