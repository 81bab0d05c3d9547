"""What is measured on."""
