"""Rules that no test can exercise, each with its reason."""

EXEMPT: dict[str, str] = {}
