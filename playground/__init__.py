"""A Discord on loopback: for people who have no token, and for tests on the wire.

The unmodified bot runs as a process of its own and talks HTTP and WebSocket to
:class:`playground.server.Playground`, which also serves a page where one person can be several.
"""
