"""Running the application on a socket."""
