"""Tabletop miniatures wargames with the rules fully enforced."""
