"""Odds, simulation, balance and luck: what designers and researchers ask of the same rules."""
