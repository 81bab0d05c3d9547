"""What articles taught about words and topics."""
