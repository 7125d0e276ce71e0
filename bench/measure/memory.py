"""Resident memory of the process that runs all services, with the demo catalog, and CPU time of one without requests."""

import time

from figures import Section, at_most, shown
from load import press
from shop import HOME, Shop, Workplace

IDLE_S = 10
# A shop waits for the next request most of the day, often on a small rented server.
GOAL_IDLE_PERCENT = 4


def measure(place: Workplace) -> Section:
    section = Section("memory")
    settle, seconds = (2, 2) if place.is_quick else (15, 20)
    with Shop(place.demo_data()) as shop:
        time.sleep(settle)
        section.figures.append(at_most("resident memory with the image model, idle after start", shop.resident_mb(), 160, "MB"))
        press(shop, shop.port, _visit(shop), seconds)
        time.sleep(settle)
        section.figures.append(shown(f"  after {seconds} s of load", shop.resident_mb(), "MB"))
    for count in (place.small, place.large):
        with Shop(place.data_of(count)) as shop:
            shop.rest()
            before = shop.cpu_seconds()
            time.sleep(IDLE_S)
            percent = (shop.cpu_seconds() - before) / IDLE_S * 100
            section.figures.append(at_most(f"CPU without requests, {count:,} products", percent, GOAL_IDLE_PERCENT, "%"))
    section.notes.append(
        "existing data; the load requests every list, every product and the pages of the demo catalog, as fast as it can; CPU in percent of a core, over "
        f"{IDLE_S} s"
    )
    return section


def _visit(shop: Shop) -> list[str]:
    first = shop.json("/api/v1/product?limit=100&page=1")
    ids = [product["pro_id"] for product in first["data"]]
    pages = range(1, first["total"] // 10 + 2)
    lists = [f"/api/v1/product?limit=10&page={page}" for page in pages]
    details = [f"/api/v1/product/{pro_id}" for pro_id in ids]
    html = [HOME, "/en", *(f"{HOME}/shop/{pro_id}" for pro_id in ids), f"{HOME}/collections"]
    return lists + details + html
