"""Learns the head of the service: directions in which a view and its catalog image differ count less.

    python whiten.py FEATURES                        compares settings
    python whiten.py FEATURES RIDGE SHARE RANK OUT   writes the head, as `src/embed/head.rs` reads it

RIDGE is in units of the mean variance, SHARE is the part of the mean that is subtracted. Rendered views are measured by
cross-validation over 3D objects, so that a view is never searched with a head learned from its object.
"""

import hashlib
import itertools
import sys
from pathlib import Path

import numpy as np

import pipeline
from levers import scores
from pipeline import fold, labeled, load, only

FOLDS = 5


class Head:
    """Means of both kinds of image, axes, and the gain of each axis; the same as `Head` of the service."""

    def __init__(self, views, catalog, ridge: float, share: float, rank: int):
        looked = pipeline.unit(np.einsum("c,nco->no", pipeline.CROP_WEIGHTS, views.vectors))
        images = catalog.vectors[:, 0]
        same = np.where(views.of[:, None] == catalog.of[None, :], looked @ images.T, -np.inf)
        difference = looked - images[same.argmax(1)]
        difference -= difference.mean(0)
        _, length, axes = np.linalg.svd(difference, full_matrices=False)
        variance = length**2 / (len(difference) - 1)
        mean = variance.sum() / difference.shape[1]
        self.axes = axes[:rank].astype(np.float32)
        # Relative to directions without any difference, whose scale is one.
        self.gains = ((variance[:rank] / mean / ridge + 1) ** -0.5 - 1).astype(np.float32)
        self.means = {"catalog": share * images.mean(0), "query": share * looked.mean(0)}

    def __call__(self, vectors, kind: str):
        vectors = vectors - self.means[kind]
        return pipeline.unit(vectors + (vectors @ self.axes.T * self.gains) @ self.axes)

    def to_bytes(self) -> bytes:
        rows = np.concatenate([self.gains[:, None], self.axes], axis=1)
        parts = (self.means["catalog"], self.means["query"], rows.ravel())
        return np.concatenate(parts).astype("<f4").tobytes()


def report(name: str, head_of, catalog, views, dev, studio, store_images) -> None:
    found = np.zeros((len(views.of), 2), int)
    folds = fold(views.object, FOLDS)
    for one in range(FOLDS):
        part = only(views, folds == one)
        found[folds == one] = pipeline.ranks(
            scores(catalog, part, head=head_of(only(views, folds != one))), labeled(catalog), labeled(part)
        )
    head = head_of(views)
    on_dev = pipeline.ranks(scores(catalog, dev, head=head), labeled(catalog), labeled(dev))
    on_grocery = pipeline.ranks(scores(studio, store_images, head=head), labeled(studio), labeled(store_images))
    rows = [pipeline.figures(one) for one in (found, on_dev, on_dev[::2], on_dev[1::2], on_grocery)]
    texts = [" ".join(f"{row[key]:.3f}" for key in ("R@1", "R@5", "MRR", "group R@5")) for row in rows[:2]]
    texts.append(f"{rows[2]['R@5']:.3f} {rows[3]['R@5']:.3f}")
    texts.append(" ".join(f"{rows[4][key]:.3f}" for key in ("R@1", "R@5", "MRR")))
    print(f"{name:24}", "   ".join(texts), flush=True)


def main() -> None:
    folder = Path(sys.argv[1])
    names = ("catalog", "views", "demo-dev", "grocery-gallery", "grocery-query")
    sets = catalog, views, *_ = [load(folder / f"{name}.npz") for name in names]
    if len(sys.argv) > 2:
        head = Head(views, catalog, float(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4]))
        Path(sys.argv[5]).write_bytes(head.to_bytes())
        print(hashlib.sha256(head.to_bytes()).hexdigest())
        return
    print(f"{len(views.of)} views: ridge, share, rank: views R@1 R@5 MRR group R@5; demo-dev the same, even odd R@5;", end="")
    print(" grocery R@1 R@5 MRR")
    report("today", lambda _: lambda vectors, _: vectors, *sets)
    for setting in itertools.product((3, 10, 1, 30), (0.5, 1.0, 0.75, 0.25), (128, 64, 1280)):
        report(str(setting), lambda views, setting=setting: Head(views, catalog, *setting), *sets)


if __name__ == "__main__":
    main()
