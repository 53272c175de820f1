"""The rule book and the game record a second time, from the two documents alone.

It shares nothing with the engine, so that where the two agree, a misreading would have to have been made twice.
"""

from tests.engine.oracle.catalogue import RULE_SETS
from tests.engine.oracle.record import Wrong, trace

__all__ = ["RULE_SETS", "Wrong", "trace"]
