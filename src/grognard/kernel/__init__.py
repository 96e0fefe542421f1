"""What all tabletop rules are made of; knows no game."""
