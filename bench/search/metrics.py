"""Relevance figures, as defined in README.md."""

import math
from collections import defaultdict
from collections.abc import Sequence


def recall_at_5(found: Sequence[str], wanted: set[str]) -> float:
    return len(set(found[:5]) & wanted) / min(5, len(wanted))


def reciprocal_rank(found: Sequence[str], wanted: set[str]) -> float:
    ranks = [at for at, one in enumerate(found[:10], 1) if one in wanted]
    return 1 / ranks[0] if ranks else 0.0


def ndcg_at_10(found: Sequence[str], grades: dict[str, int]) -> float:
    """nDCG@10: linear gain, log2 discount, ideal order of all judged products, gain 0 for unjudged ones."""

    def gained(gains: Sequence[int]) -> float:
        return sum(gain / math.log2(at + 2) for at, gain in enumerate(gains[:10]))

    return gained([grades.get(one, 0) for one in found]) / gained(sorted(grades.values(), reverse=True))


def lao(answers: Sequence[Sequence[str]], queries: Sequence[tuple[str, set[str], str]]) -> dict[str, tuple[float, float, int]]:
    """`(recall@5, MRR@10, number of queries)` of all queries and of each kind."""
    kinds = defaultdict(list)
    for found, (_, wanted, kind) in zip(answers, queries, strict=True):
        figures = recall_at_5(found, wanted), reciprocal_rank(found, wanted)
        kinds["all"].append(figures)
        kinds[kind].append(figures)
    mean = {kind: [sum(column) / len(rows) for column in zip(*rows)] + [len(rows)] for kind, rows in kinds.items()}
    return {kind: tuple(row) for kind, row in mean.items()}


def chorus(answers: dict[str, Sequence[str]], grades: dict[str, dict[str, int]]) -> float:
    judged = [ndcg_at_10(answers.get(query, []), it) for query, it in grades.items() if any(it.values())]
    return sum(judged) / len(judged)
