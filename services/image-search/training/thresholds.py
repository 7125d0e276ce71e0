"""Prints the figures behind `src/blanks.rs` and `src/similarity.rs` for a head.

    python thresholds.py MODEL.onnx FEATURES RIDGE SHARE RANK

Blank images are made as in `tests/image-search/blank_images.rs`, with other random numbers.
"""

import sys
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

import pipeline
from features import session
from levers import scores
from pipeline import load
from whiten import Head

BLANKS = Path(__file__).parents[1] / "model/blanks_efficientnet_lite1.i8"
SIDE = 320


def color(random) -> np.ndarray:
    return np.full(3, random.uniform(0, 255)) if random.random() < 0.5 else random.uniform(0, 255, 3)


def blank(kind: int, random) -> Image.Image:
    y, x = np.mgrid[0:SIDE, 0:SIDE] / SIDE
    one, other = color(random), color(random)
    angle = random.uniform(0, 2 * np.pi)
    ramp = ((x - 0.5) * np.cos(angle) + (y - 0.5) * np.sin(angle) + 0.5)[..., None]
    if kind == 0:
        pixels = np.broadcast_to(one, (SIDE, SIDE, 3))
    elif kind == 1:
        grain = random.uniform(1, 8) * random.normal(size=(SIDE, SIDE, 3))
        pixels = one * (1 - random.uniform(0.1, 0.5) * ramp) + grain
    elif kind == 2:
        shape = (SIDE, SIDE, 1 if random.random() < 0.5 else 3)
        pixels = np.broadcast_to(128 + random.uniform(5, 110) * random.normal(size=shape), (SIDE, SIDE, 3))
    elif kind in (3, 4):
        cells = SIDE // random.choice([3, 5, 9, 14, 22, 40, 70]) + 2
        shape = (cells, cells, 3 if random.random() < 0.4 else 1)
        small = np.broadcast_to(128 + 42 * random.normal(size=shape), (cells, cells, 3)).clip(0, 255)
        soft = np.asarray(Image.fromarray(small.astype(np.uint8)).resize((SIDE, SIDE), Image.Resampling.BICUBIC))
        strength = random.uniform(0.2, 1)
        pixels = soft * strength + one * (1 - strength)
    elif kind == 5:
        width = random.uniform(4, 50) / SIDE
        along = np.floor((x * np.cos(angle) + y * np.sin(angle)) / width)
        across = np.floor((y * np.cos(angle) - x * np.sin(angle)) / width) if random.random() < 0.5 else 0
        pixels = np.where(((along + across) % 2 == 0)[..., None], one, other)
    elif kind == 6:
        pixels = one * ramp.clip(0, 1) + other * (1 - ramp.clip(0, 1))
    else:
        page = Image.new("RGB", (SIDE, SIDE), (int(random.uniform(220, 256)),) * 3)
        draw, height = ImageDraw.Draw(page), int(random.integers(9, 22))
        for top in range(10, SIDE - height, height):
            for left in range(10, SIDE - 10 - int(random.integers(0, 80)), 5):
                if random.random() > 0.15:
                    draw.line((left, top + height // 4 * int(random.integers(0, 2)), left, top + height * 2 // 3), (25,) * 3)
                    draw.line((left, top, left + int(random.integers(1, 4)), top), (25,) * 3)
        pixels = np.asarray(page)
    return Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))


def embed(run, image: Image.Image) -> tuple[np.ndarray, np.ndarray]:
    crops = [pipeline.planes(pipeline.center_crop(image, part, pipeline.SIDE)) for part in pipeline.CROPS]
    vectors = np.concatenate([run.run(["embedding"], {"image": crop})[0] for crop in crops])
    return pipeline.unit(pipeline.CROP_WEIGHTS @ vectors), pipeline.colors(image, pipeline.COLOR_CROPS["query"])


def percentiles(name: str, values) -> None:
    points = (0, 1, 5, 25, 50, 75, 95, 99, 100)
    print(f"{name:34}", *(f"{one}%: {value:.3f}" for one, value in zip(points, np.percentile(values, points), strict=True)))


def main() -> None:
    model, folder = Path(sys.argv[1]), Path(sys.argv[2])
    names = ("catalog", "views", "demo-dev", "grocery-gallery", "grocery-query")
    catalog, views, dev, studio, store_images = (load(folder / f"{name}.npz") for name in names)
    head = Head(views, catalog, float(sys.argv[3]), float(sys.argv[4]), int(sys.argv[5]))
    stored = np.frombuffer(BLANKS.read_bytes(), np.int8).reshape(-1, 1280).astype(np.float32)
    blanks = head(pipeline.unit(stored), "query")
    both = 1 + pipeline.COLOR_WEIGHT  # The service scales the two parts together to unit length.
    run, random = session(model)[0], np.random.default_rng(99)
    made = [embed(run, blank(number % 8, random)) for number in range(96)]
    vectors, colors = (np.stack(part) for part in zip(*made, strict=True))
    images = head(catalog.vectors[:, 0], "catalog")
    best = ((head(vectors, "query") @ images.T + 0.1 * colors @ catalog.colors.T) / both).max(1)
    likeness = (head(vectors, "query") @ blanks.T).max(1)
    percentiles("blanks: best score", best)
    percentiles("blanks: likeness", likeness)
    percentiles("blanks: likeness - score", likeness - best)
    sums = lambda data: pipeline.unit(np.einsum("c,nco->no", pipeline.CROP_WEIGHTS, data.vectors))
    same_all, other_all = [], []
    for name, gallery, queries in (("demo-dev", catalog, dev), ("views", catalog, views), ("grocery", studio, store_images)):
        found = scores(gallery, queries, head=head) / both
        same = queries.of[:, None] == gallery.of[None, :]
        own = np.where(same, found, -1).max(1)
        wrong = np.where(same, -1, found)
        like = (head(sums(queries), "query") @ blanks.T).max(1)
        percentiles(f"{name}: best score", found.max(1))
        percentiles(f"{name}: own product", own)
        percentiles(f"{name}: likeness - score", like - found.max(1))
        percentiles(f"{name}: another product", wrong[wrong > -1])
        if name != "views":
            near = -np.sort(-wrong, axis=1)[:, :10].ravel()
            half = np.random.default_rng(1).choice(wrong[wrong > -1], len(near))
            same_all.append(own)
            other_all.append(np.concatenate([near, half]))
            rank = (wrong > own[:, None]).sum(1)
            percentiles(f"{name}: best score, own in ten", found.max(1)[rank < 10])
    found = scores(catalog, store_images, head=head) / both
    percentiles("goods not sold: best score", found.max(1))
    # Logistic curve: each set and each side has the same weight.
    middle, steepness = 0.3, 10.0
    for _ in range(4000):
        gradient = np.zeros(2)
        for values, target in [(one, 1) for one in same_all] + [(one, 0) for one in other_all]:
            error = 1 / (1 + np.exp(-steepness * (values - middle))) - target
            gradient += [(-steepness * error).mean(), ((values - middle) * error).mean()]
        middle, steepness = middle - 0.002 * gradient[0], steepness - 20 * gradient[1]
    print(f"middle {middle:.3f}, steepness {steepness:.2f}")


if __name__ == "__main__":
    main()
