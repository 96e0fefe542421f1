"""Ids that no test or code can show by itself."""

EXEMPT: dict[str, str] = {}
