"""What all routes share: lists, cursors, errors, validators."""
