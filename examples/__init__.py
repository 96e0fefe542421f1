"""Short programs to start from."""
