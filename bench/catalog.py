"""Generates a catalog folder with any number of products, from the texts of the demo catalog.

The same number and seed generate the same folder. Groups, prices, units and texts have the proportions of the demo
catalog, so a category of 100,000 products is like one of the demo catalog, only longer. All products share a few images.

    python3 bench/catalog.py FOLDER COUNT [SEED]
"""

import csv
import json
import random
import re
import shutil
import sys
from collections import defaultdict
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
DEMO = REPOSITORY / "demo"
IMAGES_PER_CATEGORY = 2
# Product ids of a group start at its id times this number, which is the maximum of products in a group.
NUMBERS_PER_GROUP = 100_000


def write_catalog(folder: Path, count: int, seed: int = 1, demo: Path = DEMO) -> list[int]:
    """Writes the folder and returns the ids of its products."""
    random_source = random.Random(f"{seed}/{count}")
    folder.mkdir(parents=True)
    for name in ("categories.csv", "groups.csv", "branches.csv", "promotion_types.csv", "content.json"):
        shutil.copyfile(demo / name, folder / name)
    for name in ("banners", "branches", "categories", "promotions", "documents"):
        shutil.copytree(demo / "media" / name, folder / "media" / name)

    models = _read(demo / "products.csv")
    images = _copy_images(models, demo, folder)
    for path in re.findall(r"products/[^\"]+", (demo / "content.json").read_text(encoding="utf-8")):
        _copy_image(path, demo, folder)
    ids = _write_products(folder / "products.csv", models, images, count, random_source)
    _write_promotions(folder / "promotions.csv", _read(demo / "promotions.csv"), ids, random_source)
    return ids


def write_price_list(folder: Path, product: int, price: int) -> None:
    """Writes a catalog folder that changes the price of one product."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "products.csv").write_text(f"pro_id,price\n{product},{price}\n", encoding="utf-8")


def _copy_images(models: list[dict], demo: Path, folder: Path) -> dict[str, list[str]]:
    by_category: dict[str, list[str]] = defaultdict(list)
    for model in models:
        chosen = by_category[model["cat_id"]]
        if len(chosen) < IMAGES_PER_CATEGORY:
            chosen.append(model["pro_img_cover"])
            _copy_image(model["pro_img_cover"], demo, folder)
    return by_category


def _copy_image(path: str, demo: Path, folder: Path) -> None:
    target = folder / "media" / path
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(demo / "media" / path, target)


def _write_products(
    file: Path, models: list[dict], images: dict[str, list[str]], count: int, random_source: random.Random
) -> list[int]:
    brands = sorted({model["brand"] for model in models})
    colors = _colors(models)
    next_number: dict[str, int] = defaultdict(int)
    ids = []
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, fieldnames=list(models[0]))
        writer.writeheader()
        for _ in range(count):
            model = random_source.choice(models)
            group = model["prog_id"]
            next_number[group] += 1
            pro_id = int(group) * NUMBERS_PER_GROUP + next_number[group]
            ids.append(pro_id)
            writer.writerow(_product(model, pro_id, brands, colors, images, random_source))
    return ids


def _product(
    model: dict,
    pro_id: int,
    brands: list[str],
    colors: list[dict],
    images: dict[str, list[str]],
    random_source: random.Random,
) -> dict:
    brand, color = random_source.choice(brands), random_source.choice(colors)
    code = f"{brand[:2].upper()}{random_source.randint(100, 999)}"
    full_price = max(1000, round(int(model["price"]) * random_source.uniform(0.6, 1.8) / 500) * 500)
    is_discounted = random_source.random() < 0.25
    price = round(full_price * random_source.uniform(0.7, 0.95) / 500) * 500 if is_discounted else full_price
    attributes = json.loads(model["attributes"])
    attributes |= {"sku": f"{code}-{pro_id}", "brand": brand, "color": color}
    return model | {
        "pro_id": pro_id,
        "pro_name_la": f"{model['pro_name_la']} {color['la']} {brand} {code}",
        "pro_name_en": f"{model['pro_name_en']} {color['en']} {brand} {code}",
        "price": price,
        "product_price1": full_price,
        "stock": 0 if random_source.random() < 0.1 else random_source.randint(1, 500),
        "brand": brand,
        "pro_img_cover": random_source.choice(images[model["cat_id"]]),
        "images": "[]",
        "attributes": json.dumps(attributes, ensure_ascii=False),
    }


def _write_promotions(file: Path, promotions: list[dict], ids: list[int], random_source: random.Random) -> None:
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, fieldnames=list(promotions[0]))
        writer.writeheader()
        for promotion in promotions:
            chosen = random_source.sample(ids, min(20, len(ids)))
            writer.writerow(promotion | {"pro_ids": json.dumps(sorted(chosen)), "starts": "", "ends": ""})


def _colors(models: list[dict]) -> list[dict]:
    found = {}
    for model in models:
        color = json.loads(model["attributes"]).get("color")
        if isinstance(color, dict):
            found[color["en"]] = color
    return [found[name] for name in sorted(found)]


def _read(file: Path) -> list[dict]:
    with file.open(encoding="utf-8-sig", newline="") as source:
        return list(csv.DictReader(source))


if __name__ == "__main__":
    write_catalog(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1)
