"""For all tests: hypothesis has no stop-watch, since a busy machine is not a bug."""

from hypothesis import settings

settings.register_profile("grognard", deadline=None)
settings.load_profile("grognard")
