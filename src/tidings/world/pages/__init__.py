"""What a newspaper answers at each path."""
