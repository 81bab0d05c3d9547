"""What all document readers write into."""
