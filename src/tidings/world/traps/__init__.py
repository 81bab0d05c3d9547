"""What hurts a careless crawler."""
