"""Trains the linear head of `whiten.py` further with a contrastive loss, and measures it by cross-validation.

    python contrast.py FEATURES [--decay 10] [--temperature 0.05] [--steps 150]

Every image of the catalog is a negative, those of the same group too. DECAY pulls the head to the one of `whiten.py`.
"""

import argparse
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import optax

import pipeline
from pipeline import load
from whiten import Head, report

BATCH = 256
NAMES = ("catalog", "views", "demo-dev", "grocery-gallery", "grocery-query")
# The means move the scores more than the axes do.
DECAY_OF = {"down": 1.0, "up": 1.0, "catalog": 30.0, "query": 30.0}


def unit(vectors):
    return vectors / jnp.sqrt((vectors**2).sum(-1, keepdims=True) + 1e-12)


def project(head: dict, vectors, kind: str):
    centered = vectors - head[kind]
    return unit(centered + (centered @ head["down"]) @ head["up"])


def train(views, catalog, options):
    start = Head(views, catalog, ridge=3, share=1, rank=128)
    first = {"down": start.axes.T * start.gains, "up": start.axes, **start.means}
    first = {name: jnp.asarray(value, jnp.float32) for name, value in first.items()}
    looked = jnp.asarray(pipeline.unit(np.einsum("c,nco->no", pipeline.CROP_WEIGHTS, views.vectors)))
    images = jnp.asarray(catalog.vectors[:, 0])
    colors = jnp.asarray(pipeline.COLOR_WEIGHT * views.colors @ catalog.colors.T)
    same = jnp.asarray(views.of[:, None] == catalog.of[None, :])
    optimizer = optax.adam(optax.cosine_decay_schedule(options.step_size, options.steps))

    def loss(head, chosen):
        scores = project(head, looked[chosen], "query") @ project(head, images, "catalog").T + colors[chosen]
        logits = scores / options.temperature
        positive = jnp.where(same[chosen], logits, -jnp.inf)
        moved = sum(DECAY_OF[name] * ((one - first[name]) ** 2).sum() for name, one in head.items())
        return (jax.nn.logsumexp(logits, -1) - jax.nn.logsumexp(positive, -1)).mean() + options.decay / 100 * moved

    @jax.jit
    def step(head, state, chosen):
        updates, state = optimizer.update(jax.grad(loss)(head, chosen), state)
        return optax.apply_updates(head, updates), state

    head, state, random = first, optimizer.init(first), np.random.default_rng(0)
    for _ in range(options.steps):
        head, state = step(head, state, jnp.asarray(random.choice(len(views.of), BATCH, replace=False)))
    return lambda vectors, kind: np.asarray(project(head, vectors, kind))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("features", type=Path)
    parser.add_argument("--decay", type=float, default=10)
    parser.add_argument("--temperature", type=float, default=0.05)
    parser.add_argument("--steps", type=int, default=150)
    parser.add_argument("--step-size", type=float, default=1e-3)
    options = parser.parse_args()
    sets = catalog, *_ = [load(options.features / f"{name}.npz") for name in NAMES]
    report(f"decay {options.decay:g}", lambda views: train(views, catalog, options), *sets)


if __name__ == "__main__":
    main()
