"""What would be followed if a site were added, without storing anything."""
