"""The only room that opens sockets: guarded, polite, limited fetching of one URL at a time."""
