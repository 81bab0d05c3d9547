"""What happens in the world."""
