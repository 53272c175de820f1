"""The answers for an operator's tools: health checks, and metrics for Prometheus.

Nothing in the bot depends on this package. It observes a client from outside, so that without it nothing changes.
"""
