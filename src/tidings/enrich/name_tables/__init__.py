"""What is known about names beforehand."""
