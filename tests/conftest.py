"""Settings for all tests: none of them may fail because the machine is busy."""

from hypothesis import HealthCheck, settings

settings.register_profile("catbox", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("catbox")
