"""Rules that no code or test can cite, each with its reason."""

EXEMPT: dict[str, str] = {}
