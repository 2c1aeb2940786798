"""Prometheus metrics of a node, over all its processes."""

import os

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable with the folder where processes meet; without it, there is one process."""

REQUESTS = Counter("designer_requests", "Requests by method, route and status.", ["method", "route", "status"])
SECONDS = Histogram(
    "designer_request_seconds",
    "The time until the response, by route.",
    ["route"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)


def count(method: str, route: str, status: int, seconds: float) -> None:
    """Count a request."""
    REQUESTS.labels(method, route, str(status)).inc()
    SECONDS.labels(route).observe(seconds)


def exposition() -> bytes:
    """Return the metrics of all processes in Prometheus' text format."""
    registry = REGISTRY
    if os.environ.get(FOLDER):
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call] # published without type hints
    return generate_latest(registry)
