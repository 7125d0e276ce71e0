"""Computes the model's features of images once, so that heads can be trained and compared without the model.

For every image and crop: the feature map before the last convolution (320 × 8 × 8, half precision), the embedding, and
the color histogram of the whole image.

    python features.py MODEL.onnx SET OUT.npz [FOLDER]

SET is `catalog`, `demo-dev`, `grocery-gallery`, `grocery-query` or `views`; FOLDER is that of the grocery set or of the
rendered views.
"""

import json
import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime

import pipeline

TOP = Path(__file__).parents[3]


def session(model: Path) -> tuple[onnxruntime.InferenceSession, str]:
    """The model with the input of its last convolution as a second output."""
    graph = onnx.load(model)
    last = [node for node in graph.graph.node if node.op_type == "Conv"][-1]
    name = last.input[0]
    graph.graph.output.append(onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None))
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(graph.SerializeToString(), options), name


def images(which: str, folder: Path) -> list[pipeline.LabeledImage]:
    if which == "catalog":
        return pipeline.demo(TOP)[0]
    if which == "demo-dev":
        return pipeline.demo(TOP)[1]
    if which.startswith("grocery"):
        return pipeline.grocery(folder)[which.endswith("query")]
    rows = [json.loads(line) for line in (folder / "views.jsonl").read_text(encoding="utf-8").splitlines()]
    group_of = {one.of: one.group for one in pipeline.demo(TOP)[0]}
    labeled = [
        pipeline.LabeledImage(folder / row["file"], of, group_of[of], row["object"])
        for row in rows
        if (of := str(row["pro_id"])) in group_of
    ]
    return [one for one in labeled if one.file.exists()]


def main() -> None:
    model, which, out = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
    labeled = images(which, Path(sys.argv[4]) if len(sys.argv) > 4 else Path())
    run, name = session(model)
    is_catalog = which in ("catalog", "grocery-gallery")
    crops = pipeline.CROPS[:1] if is_catalog else pipeline.CROPS
    part = pipeline.COLOR_CROPS["catalog" if is_catalog else "query"]
    maps, vectors, colors = [], [], []
    for one in labeled:
        image = pipeline.decode(one.file)
        found = [
            run.run(["embedding", name], {"image": pipeline.planes(pipeline.center_crop(image, crop, pipeline.SIDE))})
            for crop in crops
        ]
        vectors.append(np.concatenate([vector for vector, _ in found]))
        maps.append(np.concatenate([value for _, value in found]).astype(np.float16))
        colors.append(pipeline.colors(image, part))
    np.savez(
        out,
        maps=np.stack(maps),
        vectors=np.stack(vectors).astype(np.float32),
        colors=np.stack(colors).astype(np.float32),
        of=[one.of for one in labeled],
        group=[one.group for one in labeled],
        object=[one.object for one in labeled],
    )
    print(which, len(labeled), out)


if __name__ == "__main__":
    main()
