"""Compares settings of the search that need no training, on cached features (`features.py`).

    python levers.py FEATURES

The halves of `demo-dev` say how far a figure depends on the images; `grocery` says whether it holds elsewhere.
"""

import sys
from pathlib import Path

import numpy as np

import pipeline
from pipeline import labeled, load


def scores(catalog, queries, weights=pipeline.CROP_WEIGHTS, color=pipeline.COLOR_WEIGHT, head=lambda one, _: one):
    images = head(catalog.vectors[:, 0], "catalog")
    looked = head(pipeline.unit(np.einsum("c,nco->no", np.asarray(weights, np.float32), queries.vectors)), "query")
    return looked @ images.T + color * queries.colors @ catalog.colors.T


def best_crop(catalog, queries):
    """The best of the three crops instead of their sum."""
    each = np.einsum("nco,mo->ncm", queries.vectors, catalog.vectors[:, 0])
    return each.max(1) + pipeline.COLOR_WEIGHT * queries.colors @ catalog.colors.T


def expanded(catalog, queries, count, share):
    """The query moved towards its nearest catalog images."""
    images = catalog.vectors[:, 0]
    looked = pipeline.unit(np.einsum("c,nco->no", pipeline.CROP_WEIGHTS, queries.vectors))
    nearest = np.argsort(-scores(catalog, queries), axis=1)[:, :count]
    looked = pipeline.unit(looked + share * images[nearest].mean(1))
    return looked @ images.T + pipeline.COLOR_WEIGHT * queries.colors @ catalog.colors.T


def centered(catalog, share):
    """Less of the mean catalog image in both."""
    mean = catalog.vectors[:, 0].mean(0)
    return lambda vectors, _: pipeline.unit(vectors - share * mean)


def whitened(catalog, power):
    """Directions in which catalog images differ much count less."""
    mean = catalog.vectors[:, 0].mean(0)
    values, axes = np.linalg.eigh(np.cov((catalog.vectors[:, 0] - mean).T))
    scale = (values.clip(0) + values.mean()) ** -power
    return lambda vectors, _: pipeline.unit((vectors - mean) @ axes * scale)


def smoothed(found, catalog, share):
    """Part of the mean score of its group added to each image: neighbors that agree."""
    groups, at = np.unique(catalog.group, return_inverse=True)
    top = np.stack([np.sort(found[:, at == one], axis=1)[:, -3:].mean(1) for one in range(len(groups))], axis=1)
    return found + share * top[:, at]


def power(exponent):
    return lambda vectors, _: pipeline.unit(vectors**exponent)


def main() -> None:
    folder = Path(sys.argv[1])
    names = ("catalog", "demo-dev", "grocery-gallery", "grocery-query")
    catalog, dev, studio, store_images = (load(folder / f"{name}.npz") for name in names)
    attempts = {"today": scores, "best crop": best_crop}
    for weights in ((1, 1, 1), (0.25, 1, 1), (0.5, 1, 0.5), (0.5, 1, 1.5), (0.25, 0.5, 1), (0, 1, 1)):
        attempts[f"crops {weights}"] = lambda c, q, weights=weights: scores(c, q, weights=weights)
    for color in (0.0, 0.05, 0.15, 0.2, 0.3):
        attempts[f"colors {color}"] = lambda c, q, color=color: scores(c, q, color=color)
    for share in (0.25, 0.5, 1.0):
        attempts[f"centered {share}"] = lambda c, q, share=share: scores(c, q, head=centered(c, share))
    for exponent in (0.125, 0.25, 0.5):
        attempts[f"whitened {exponent}"] = lambda c, q, exponent=exponent: scores(c, q, head=whitened(c, exponent))
    for exponent in (0.5, 0.75, 1.5):
        attempts[f"power {exponent}"] = lambda c, q, exponent=exponent: scores(c, q, head=power(exponent))
    for count, share in ((2, 0.25), (3, 0.25), (5, 0.25), (3, 0.5), (10, 0.5)):
        attempts[f"expanded {count}, {share}"] = lambda c, q, a=count, b=share: expanded(c, q, a, b)
    for share in (0.1, 0.2, 0.4):
        attempts[f"group's score {share}"] = lambda c, q, share=share: smoothed(scores(c, q), c, share)
    halves = [np.arange(len(dev.of)) % 2 == half for half in (0, 1)]
    print(f"{'':22} {'demo-dev R@1 R@5 R@10 MRR':26} {'group R@1 R@5':14} {'even, odd R@5':14} grocery R@1 R@5 MRR")
    for name, attempt in attempts.items():
        found = pipeline.ranks(attempt(catalog, dev), labeled(catalog), labeled(dev))
        other = pipeline.figures(pipeline.ranks(attempt(studio, store_images), labeled(studio), labeled(store_images)))
        all_ = pipeline.figures(found)
        parts = " ".join(f"{pipeline.figures(found[half])['R@5']:.3f}" for half in halves)
        print(
            f"{name:22} {all_['R@1']:.3f} {all_['R@5']:.3f} {all_['R@10']:.3f} {all_['MRR']:.3f}    "
            f"{all_['group R@1']:.3f} {all_['group R@5']:.3f}    {parts}    "
            f"{other['R@1']:.3f} {other['R@5']:.3f} {other['MRR']:.3f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
