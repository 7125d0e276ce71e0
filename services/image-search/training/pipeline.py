"""Image search as the service computes it, in Python: decoding, crops, model and color histogram.

The crops, weights and the histogram repeat `src/embed/mod.rs` and `src/embed/color.rs`.
"""

import csv
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import numpy as np
from PIL import Image, ImageOps

SIDE = 240
MIN_SIDE = 440
CROPS = (1.0, 0.75, 0.55)
CROP_WEIGHTS = np.array([0.5, 1.0, 1.0], np.float32)
COLOR_CROPS = {"catalog": 0.8, "query": 0.55}
COLOR_WEIGHT = 0.1
STEPS = 12


@dataclass
class LabeledImage:
    file: Path
    of: str
    group: str
    object: str = ""
    """The 3D object of a rendered view, the same for all colors of a product."""


def decode(path: Path) -> Image.Image:
    """Upright sRGB pixels on white, reduced by a whole factor while the shorter side stays above `MIN_SIDE`."""
    image = ImageOps.exif_transpose(Image.open(path))
    if image.mode in ("RGBA", "LA", "P"):
        image = image.convert("RGBA")
        image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image)
    image = image.convert("RGB")
    return image.reduce(max(1, min(image.size) // MIN_SIDE))


def center_crop(image: Image.Image, part: float, side: int) -> np.ndarray:
    width, height = image.size
    left, top = width * (1 - part) / 2, height * (1 - part) / 2
    box = (left, top, left + width * part, top + height * part)
    return np.asarray(image.resize((side, side), Image.Resampling.BICUBIC, box=box))


def planes(square: np.ndarray) -> np.ndarray:
    return ((square.astype(np.float32) - 127) / 128).transpose(2, 0, 1)[None]


def colors(image: Image.Image, part: float) -> np.ndarray:
    """The white-balanced color histogram, of unit length."""
    pixels = (center_crop(image, part, 48).reshape(-1, 3) / np.float32(255)) ** np.float32(2.2)
    white = np.sort(pixels, axis=0)[len(pixels) * 90 // 100].clip(0.02)
    pixels = (pixels / white).clip(max=1)
    total = pixels.sum(1) + 1e-3
    largest, smallest = pixels.max(1), pixels.min(1)
    red = (pixels[:, 0] / total * STEPS).astype(int).clip(max=STEPS - 1)
    green = (pixels[:, 1] / total * STEPS).astype(int).clip(max=STEPS - 1)
    counts = np.zeros((STEPS, STEPS), np.float32)
    np.add.at(counts, (red, green), 0.15 + (largest - smallest) / (largest + 0.02))
    for axis in (1, 0):
        padded = np.pad(counts, [(2, 2) if one == axis else (0, 0) for one in (0, 1)], mode="edge")
        blur = (0.0219, 0.2285, 0.4992, 0.2285, 0.0219)
        parts = [padded.take(range(shift, shift + STEPS), axis) * weight for shift, weight in enumerate(blur)]
        counts = np.sum(parts, axis=0)
    return unit(np.sqrt(counts.clip(0)).ravel())


def unit(vectors: np.ndarray) -> np.ndarray:
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True).clip(1e-12)


def demo(top: Path) -> tuple[list[LabeledImage], list[LabeledImage]]:
    """Catalog images and `demo-dev`; `top` is the top folder of the repository."""
    catalog = []
    with (top / "demo/products.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            images = [row["pro_img_cover"], *json.loads(row["images"] or "[]")]
            catalog += [
                LabeledImage(top / "demo/media" / one, row["pro_id"], row["prog_id"]) for one in images if one
            ]
    folder = top / "bench/data/demo-dev"
    with (folder / "queries.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return catalog, [LabeledImage(folder / row["file"], row["pro_id"], row["prog_id"]) for row in rows]


def grocery(folder: Path) -> tuple[list[LabeledImage], list[LabeledImage]]:
    with (folder / "labels.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    of = {
        role: [
            LabeledImage(folder / row["file"], row["class_or_product"], row["class_or_product"])
            for row in rows
            if row["role"] == role
        ]
        for role in ("gallery", "query")
    }
    return of["gallery"], of["query"]


def load(file: Path, *, with_maps: bool = False) -> SimpleNamespace:
    data = np.load(file)
    return SimpleNamespace(**{name: data[name] for name in data.files if with_maps or name != "maps"})


def fold(objects, folds: int = 5) -> np.ndarray:
    """The fold of each object; all views of an object are in one."""
    return np.array([int(hashlib.sha256(str(one).encode()).hexdigest(), 16) % folds for one in objects])


def only(data, chosen):
    return SimpleNamespace(**{name: value[chosen] for name, value in vars(data).items()})


def labeled(data) -> list[LabeledImage]:
    return [LabeledImage(Path(), of, group) for of, group in zip(data.of, data.group, strict=True)]


def ranks(scores: np.ndarray, catalog: list[LabeledImage], queries: list[LabeledImage]) -> np.ndarray:
    """Ranks of the right product and of the right group, from 0, by the best image of each product."""
    products = sorted({one.of for one in catalog})
    number = {one: at for at, one in enumerate(products)}
    group_of = {one.of: one.group for one in catalog}
    groups = np.array([group_of[one] for one in products])
    best = np.full((len(queries), len(products)), -np.inf, np.float32)
    for at, image in enumerate(catalog):
        column = number[image.of]
        best[:, column] = np.maximum(best[:, column], scores[:, at])
    order = np.argsort(-best, axis=1, kind="stable")
    found = []
    for row, query in zip(order, queries, strict=True):
        product = np.flatnonzero(row == number[query.of])[0]
        group = np.flatnonzero(groups[row] == query.group)[0]
        found.append((product, group))
    return np.array(found)


def figures(found: np.ndarray) -> dict[str, float]:
    product, group = found[:, 0], found[:, 1]
    return {
        "R@1": (product < 1).mean(),
        "R@5": (product < 5).mean(),
        "R@10": (product < 10).mean(),
        "MRR": (1 / (product + 1)).mean(),
        "group R@1": (group < 1).mean(),
        "group R@5": (group < 5).mean(),
    }
