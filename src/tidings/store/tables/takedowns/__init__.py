"""What was taken down, and the removal of its rows."""
