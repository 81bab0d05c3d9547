"""What publishers ask for, carried out."""
