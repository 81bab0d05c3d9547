"""What SQL alone cannot migrate."""
