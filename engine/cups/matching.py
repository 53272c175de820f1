"""The pairing of least cost, as one maximum-weight matching with exact integers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

Costs = tuple[int, ...]
"""Costs from the most important one to the least; none is below 0."""

MAX_BITS: Final = 122
"""The longest weight: the matching adds up to eight of them in 128 bits."""


def least_cost(
    count: int, edges: Mapping[tuple[int, int], Costs], alone: Sequence[Costs]
) -> tuple[tuple[int, int], ...]:
    """Return pairs of numbers below ``count``, so that the sum of costs is least, cost by cost.

    Args:
        count: the number of those to be paired.
        edges: the pairs that may be made, each with its costs.
        alone: the costs of each that has no partner; the first of them has to be above 0, that of pairs 0.

    """
    # imported late: it takes 7 MB
    import rustworkx

    scale = _scale([*edges.values(), *alone], count)
    # a pair is worth what it saves: both would be alone otherwise
    single = [_packed(costs, scale) for costs in alone]
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(count))
    graph.add_edges_from([(a, b, single[a] + single[b] - _packed(costs, scale)) for (a, b), costs in edges.items()])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=False, weight_fn=int)
    return tuple(sorted((min(pair), max(pair)) for pair in matched))


def _scale(costs: Iterable[Costs], count: int) -> list[int]:
    """Return the worth of each cost in an integer in which no sum of a lesser one reaches a greater one."""
    highest = [max(column) for column in zip(*costs, strict=True)]
    scale = [1] * len(highest)
    for level in range(len(highest) - 2, -1, -1):
        scale[level] = scale[level + 1] * (count * highest[level + 1] + 1)
    bits = (2 * sum(high * each for high, each in zip(highest, scale, strict=True))).bit_length()
    if bits > MAX_BITS:
        raise OverflowError(f"a weight has {bits} bits")
    return scale


def _packed(costs: Costs, scale: Sequence[int]) -> int:
    return sum(cost * each for cost, each in zip(costs, scale, strict=True))
