"""What is cached about each source, in the writer's thread."""
