"""Renders phone-like views of demo products, as training data for a head of image search.

Needs Blender as a Python module (`bpy`) and the scripts that rendered the demo catalog (`demo-tools`, see README.md).
Products whose 3D object is shown in `demo-dev` are left out, in every color, so that no measured object is trained on.

    python render_views.py DEMO_TOOLS DEMO_DEV_CSV OUT --cpu-seconds 1800
"""

import argparse
import csv
import json
import random
import sys
import time
import traceback
from pathlib import Path

# As in `mkq.py` of the demo tools: objects that have one sensible side, and objects that a view does not show well.
FRONT = (
    "proc:bag p2:bag_ p2:seed p2:sw p2:sock p2:mcb p2:rcbo p2:dboard p2:locker p2:steelcab p2:toolchest p2:drawers "
    "p2:peg p2:battery p2:tape5 p2:level p2:flood p2:emerg p2:lever p2:hook_rail p2:solar p2:welder proc:panel sh:door "
    "sh:elec sh:kit sh:furn sh:san p2:wall sh:light_K p2:vest sh:gard_S142"
)
UNSUITABLE = (
    "proc:pile proc:bulb proc:tube p2:rain proc:mesh sh:light_S272 sh:tool_S153 p2:ladder proc:panel sh:san_B0_41 "
    "sh:light_S101"
)


def jobs(tools: Path, measured: set[int], seed: int) -> list[dict]:
    """One job per product, in random order; then a second one with another seed, and so on."""
    sys.path.insert(0, str(tools / "src"))
    from variants import C as colors

    items = []
    for text, product in json.loads((tools / "src/ids.json").read_text(encoding="utf-8")).items():
        key, color, _ = text.split("|")
        items.append((key, color, product))
    excluded = {key for key, _, product in items if product in measured}
    wanted = [
        item for item in items if item[0] not in excluded and not item[0].startswith(tuple(UNSUITABLE.split()))
    ]
    order = []
    for turn in range(4):
        random.Random(seed + turn).shuffle(wanted)
        for key, color, product in wanted:
            job = {"pro_id": product, "key": key, "seed": product * 10 + turn + seed, "turn": turn}
            kind, name = key.split(":", 1)
            if kind == "tile":
                wide = name[:2] in ("fl", "wl", "pv")
                job = {name_: value for name_, value in job.items() if name_ != "key"}
                job |= {"object": key, "tilekey": name, "tscale": 1.0 if wide else 0.6}
            else:
                rgb = colors[color][0] if color else None
                job |= {"object": key, "rgb": rgb, "front": key.startswith(tuple(FRONT.split()))}
            order.append(job)
    return order


def prepare(samples: int, percentage: int):
    """Makes `query.py` of the demo tools render smaller, with fewer samples, on one thread."""
    import query
    import sh3d_render

    original = sh3d_render.setup

    def setup(resolution: int, _samples: int):
        scene = original(resolution, samples)
        scene.render.threads = 1
        scene.render.resolution_percentage = percentage
        scene.cycles.max_bounces = 3
        return scene

    sh3d_render.setup = setup
    query.floors()
    return query


def tile_texture(query, job: dict) -> str:
    name = job["tilekey"]
    path = Path(query.TEX) / f"q_{name}.png"
    if not path.exists():
        pixels = next(one for one in query.T.J if one[0] == name)[6]()
        grouted = name[:2] in ("fl", "wl", "mb", "gr") and "wd" not in name
        query.savetex(f"q_{name}", query.grout(pixels, 1, (165, 162, 156), 5) if grouted else pixels)
    return str(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tools", type=Path)
    parser.add_argument("measured", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--samples", type=int, default=4)
    parser.add_argument("--percentage", type=int, default=60, help="of 640 pixels")
    parser.add_argument("--cpu-seconds", type=float, default=1800)
    parser.add_argument("--views", type=int, default=10_000)
    options = parser.parse_args()
    with options.measured.open(encoding="utf-8") as file:
        measured = {int(row["pro_id"]) for row in csv.DictReader(file)}
    todo = jobs(options.tools, measured, options.seed)[: options.views]
    sys.path.insert(0, str(options.tools / "render"))
    sys.argv = sys.argv[:1]
    query = prepare(options.samples, options.percentage)
    options.out.mkdir(parents=True, exist_ok=True)
    with (options.out / "views.jsonl").open("a", encoding="utf-8") as log:
        for job in todo:
            if time.process_time() > options.cpu_seconds:
                break
            name = f"{job['pro_id']}_{job['turn']}.jpg"
            if (options.out / name).exists():
                continue
            began = time.process_time()
            try:
                tile = {"tile": tile_texture(query, job)} if "tilekey" in job else {}
                view = query.render_query(job | tile | {"out": str(options.out / name)})
            except Exception:
                traceback.print_exc()
                continue
            row = {"file": name, "pro_id": job["pro_id"], "object": job["object"], "view": view}
            row["cpu"] = round(time.process_time() - began, 2)
            log.write(json.dumps(row) + "\n")
            log.flush()


if __name__ == "__main__":
    main()
