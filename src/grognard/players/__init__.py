"""Whoever answers: people at a console, and computers from recruit to marshal."""
