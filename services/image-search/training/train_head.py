"""Trains a head on cached features of rendered views, and measures it on images that were not trained on.

    python train_head.py MODEL.onnx FEATURES KIND [--steps N] [--out FILE]

FEATURES is the folder of the files of `features.py`. KIND is `linear` (a low-rank projection of the embedding), `pool`
(weights of the places of the feature map) or `block` (the last convolution as well). Views of one object in five are
kept apart; the strength of the head is chosen on them.
"""

import argparse
import time
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import onnx
import onnx.numpy_helper
import optax

import pipeline
from pipeline import fold, labeled, load, only

BATCH = 32
TEMPERATURE = 0.04


def last_convolution(model: Path) -> tuple[np.ndarray, np.ndarray]:
    graph = onnx.load(model).graph
    tensors = {one.name: onnx.numpy_helper.to_array(one) for one in graph.initializer}
    node = [one for one in graph.node if one.op_type == "Conv"][-1]
    weights, bias = (tensors[name] for name in node.input[1:3])
    return weights.reshape(len(weights), -1), bias


def unit(vectors):
    return vectors / jnp.sqrt((vectors**2).sum(-1, keepdims=True) + 1e-12)


def embed(params: dict, maps):
    """[n, crops, 320, 8, 8] -> [n, 1280]: crops are weighted as the service weights them."""
    count, crops = maps.shape[:2]
    flat = maps.astype(jnp.float32).reshape(count * crops, maps.shape[2], -1)
    features = jnp.einsum("oc,ncp->nop", params["weights"], flat) + params["bias"][:, None]
    features = jnp.clip(features, 0, 6)
    places = jax.nn.softmax(jnp.einsum("c,ncp->np", params["places"], flat), axis=-1)
    pooled = unit(jnp.einsum("nop,np->no", features, places)).reshape(count, crops, -1)
    weights = jnp.asarray(pipeline.CROP_WEIGHTS if crops > 1 else np.ones(1, np.float32))
    return project(params, unit(jnp.einsum("c,nco->no", weights, pooled)))


def project(params: dict, vectors):
    return unit(vectors + (vectors @ params["down"]) @ params["up"])


def initial(model: Path, rank: int, seed: int) -> dict:
    weights, bias = last_convolution(model)
    random = np.random.default_rng(seed)
    return {
        "weights": jnp.asarray(weights),
        "bias": jnp.asarray(bias),
        "places": jnp.zeros(weights.shape[1]),
        "down": jnp.asarray(random.normal(0, 1280**-0.5, (1280, rank)).astype(np.float32)),
        "up": jnp.zeros((rank, 1280)),
    }


TRAINED = {"linear": ["down", "up"], "pool": ["places"], "block": ["weights", "bias", "places", "down", "up"]}
STEP_SIZES = {"linear": 1e-3, "pool": 3e-3, "block": 3e-4}


def in_parts(function, maps, size=64):
    """By parts of one size, so that the compiled function is reused."""
    found = []
    for at in range(0, len(maps), size):
        part = maps[at : at + size]
        padded = np.concatenate([part, np.zeros((size - len(part), *part.shape[1:]), part.dtype)])
        found.append(np.asarray(function(padded))[: len(part)])
    return np.concatenate(found)


def evaluate(encode, sets: dict) -> dict[str, np.ndarray]:
    """Ranks by name of the set."""
    found, galleries = {}, {}
    for name, (catalog, queries) in sets.items():
        if id(catalog) not in galleries:
            galleries[id(catalog)] = encode(catalog)
        scores = encode(queries) @ galleries[id(catalog)].T
        scores += pipeline.COLOR_WEIGHT * queries.colors @ catalog.colors.T
        found[name] = pipeline.ranks(scores, labeled(catalog), labeled(queries))
    return found


def report(title: str, found: dict[str, np.ndarray]) -> None:
    for name, ranks in found.items():
        text = "  ".join(f"{key} {value:.3f}" for key, value in pipeline.figures(ranks).items())
        print(f"{title:24} {name:14} {text}", flush=True)


def batches(views, catalog, random, size):
    """Views of different products, each with an image of it, and images of other products of the same group."""
    images_of = {}
    for at, of in enumerate(catalog.of):
        images_of.setdefault(of, []).append(at)
    in_group = {}
    for at, group in enumerate(catalog.group):
        in_group.setdefault(group, []).append(at)
    while True:
        order = random.permutation(len(views.of))
        for start in range(0, len(order) - size + 1, size):
            chosen = order[start : start + size]
            right = [random.choice(images_of[views.of[at]]) for at in chosen]
            near = [random.choice(in_group[views.group[at]]) for at in chosen]
            yield chosen, np.array(right + near)


def train(kind: str, params: dict, views, catalog, options):
    trained = {name: params[name] for name in TRAINED[kind]}
    fixed = {name: value for name, value in params.items() if name not in trained}
    start = jax.tree.map(lambda one: one, trained)
    same = jnp.asarray(views.of[:, None] == catalog.of[None, :])
    colors = jnp.asarray(pipeline.COLOR_WEIGHT * views.colors @ catalog.colors.T)
    schedule = optax.cosine_decay_schedule(options.step_size or STEP_SIZES[kind], options.steps)
    optimizer = optax.adam(schedule)

    def loss(trained, batch_maps, right_maps, bank, chosen, right):
        both = fixed | trained
        query, image = embed(both, batch_maps), embed(both, right_maps)
        scores = query @ bank.T
        scores = scores.at[:, right].set(query @ image.T) + colors[chosen]
        logits = scores / TEMPERATURE
        positive = jnp.where(same[chosen], logits, -jnp.inf)
        contrast = (jax.nn.logsumexp(logits, -1) - jax.nn.logsumexp(positive, -1)).mean()
        moved = sum(((one - start[name]) ** 2).sum() for name, one in trained.items() if name != "down")
        return contrast + options.decay * moved, contrast

    @jax.jit
    def step(trained, state, *batch):
        (_, contrast), gradient = jax.value_and_grad(loss, has_aux=True)(trained, *batch)
        updates, state = optimizer.update(gradient, state)
        return optax.apply_updates(trained, updates), state, contrast

    encode = jax.jit(lambda trained, maps: embed(fixed | trained, maps))
    state = optimizer.init(trained)
    source = batches(views, catalog, np.random.default_rng(options.seed), BATCH)
    losses = []
    for number in range(options.steps):
        while options.pause and options.pause.exists():
            time.sleep(2)
        if number % options.renew == 0:
            bank = jnp.asarray(in_parts(lambda maps: encode(trained, maps), catalog.maps))
        chosen, right = next(source)
        batch = views.maps[chosen], catalog.maps[right], bank, jnp.asarray(chosen), jnp.asarray(right)
        trained, state, contrast = step(trained, state, *batch)
        losses.append(float(contrast))
        if number % 100 == 99:
            print(f"step {number + 1}: loss {np.mean(losses[-100:]):.3f}", flush=True)
    return fixed | trained


def between(start: dict, end: dict, share: float) -> dict:
    return {name: start[name] + share * (end[name] - start[name]) for name in start} | {"down": end["down"]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("features", type=Path)
    parser.add_argument("kind", choices=[*TRAINED, "none"])
    parser.add_argument("--steps", type=int, default=600)
    parser.add_argument("--step-size", type=float)
    parser.add_argument("--decay", type=float, default=1e-3)
    parser.add_argument("--renew", type=int, default=40, help="steps between embeddings of the whole catalog")
    parser.add_argument("--rank", type=int, default=128)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pause", type=Path, help="a file while which training waits")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    catalog, views, dev, studio, store_images = (
        load(options.features / f"{name}.npz", with_maps=True)
        for name in ("catalog", "views", "demo-dev", "grocery-gallery", "grocery-query")
    )
    apart = fold(views.object) == 0
    sets = {
        "views apart": (catalog, only(views, apart)),
        "demo-dev, even": (catalog, only(dev, np.arange(len(dev.of)) % 2 == 0)),
        "demo-dev, odd": (catalog, only(dev, np.arange(len(dev.of)) % 2 == 1)),
        "demo-dev": (catalog, dev),
        "grocery": (studio, store_images),
    }
    start = initial(options.model, options.rank, options.seed)
    encode = jax.jit(embed)
    coder = lambda params: lambda data: in_parts(lambda maps: encode(params, maps), data.maps)
    report("today", evaluate(coder(start), sets))
    if options.kind == "none":
        return
    end = train(options.kind, start, only(views, ~apart), catalog, options)
    for share in (0.25, 0.5, 0.75, 1.0):
        report(f"{options.kind}, {share:.0%}", evaluate(coder(between(start, end, share)), sets))
    if options.out:
        np.savez(options.out, **{name: np.asarray(value) for name, value in end.items()})


if __name__ == "__main__":
    main()
