from __future__ import annotations

import io
import os
import re
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tokenizers import Tokenizer

from index.e5_tokenizer import MAX_TOKENS, build_tokenizer, served_pieces
from index.e5_weights import E5Weights, locate_weights
from tests.index.encoder_texts import FOREIGN, ODD, ORDINARY, SPELLED

CORPORA = os.environ.get("RULESBOT_TEST_CORPORA")
STARTER = Path(__file__).resolve().parents[2] / "rules_corpus" / "games"


@cache
def weights() -> E5Weights:
    return E5Weights(locate_weights().path)


@cache
def whole() -> Tokenizer:
    return build_tokenizer(weights())


@cache
def narrowed() -> Tokenizer:
    return build_tokenizer(weights(), served_pieces(weights()))


def starter_texts() -> list[str]:
    lines = [line for file in sorted(STARTER.glob("**/*.md")) for line in file.read_text("utf-8").splitlines()]
    return [line[4:] for line in lines if re.match(r"(en|id|es): ", line)]


def test_narrowing_keeps_about_two_fifths_of_the_pieces() -> None:
    kept = served_pieces(weights())
    assert len(weights().pieces) == 250_002
    assert 95_000 < len(kept) < 105_000
    assert kept[:4].tolist() == [0, 1, 2, 3]
    assert (np.diff(kept) > 0).all()


@pytest.mark.parametrize("prefix", ["query: ", "passage: "])
def test_served_texts_are_split_as_with_the_whole_vocabulary(prefix: str) -> None:
    kept = served_pieces(weights())
    texts = [prefix + text for text in (*ORDINARY, *ODD, *starter_texts())]
    for text, mine, theirs in zip(texts, narrowed().encode_batch(texts), whole().encode_batch(texts), strict=True):
        assert kept[mine.ids].tolist() == theirs.ids, text


def test_no_served_text_has_an_unknown_token() -> None:
    for text in (*ORDINARY, *SPELLED, *starter_texts()):
        assert weights().unknown not in narrowed().encode(text).ids, text


def test_other_scripts_become_unknown_and_not_something_else() -> None:
    for text in FOREIGN:
        assert weights().unknown in narrowed().encode(text).ids
        assert weights().unknown not in whole().encode(text).ids


def test_the_normaliser_agrees_with_the_weights_own_table_on_each_of_its_characters() -> None:
    normaliser = whole().normalizer
    for code_point, replacement in weights().character_table.items():
        expected = re.sub(" {2,}", " ", f"|{replacement}|")
        assert normaliser.normalize_str(f"|{chr(code_point)}|") == expected, f"U+{code_point:04X}"


def test_sentencepiece_splits_the_same_way() -> None:
    """The original tokenizer's own library, given these pieces and its nmt_nfkc table, is the judge.

    Only of the zero-width joiner its present table makes something else than the one with which E5 was trained.
    """
    sentencepiece = pytest.importorskip("sentencepiece")
    model = pytest.importorskip("sentencepiece.sentencepiece_model_pb2")
    original = original_processor(sentencepiece, model)
    for text in (*ORDINARY, *ODD, *FOREIGN, *SPELLED, *starter_texts()):
        joined = text.replace("\u200d", "")
        assert whole().encode(joined, add_special_tokens=False).ids == original.encode(joined), text


def original_processor(sentencepiece: Any, model: Any) -> Any:
    written = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(["one two three", "four five six"] * 20),
        model_writer=written,
        vocab_size=30,
        normalization_rule_name="nmt_nfkc",
        hard_vocab_limit=False,
        minloglevel=2,
    )
    proto = model.ModelProto()
    proto.ParseFromString(written.getvalue())
    del proto.pieces[:]
    kinds = {0: 3, 1: 3, 2: 3, 3: 2}  # marks are control pieces; 3 is the unknown one
    for token, (piece, score) in enumerate(zip(weights().pieces, weights().scores.tolist(), strict=True)):
        kind = 3 if piece == "<mask>" else kinds.get(token, 1)
        proto.pieces.add(piece=piece, score=score, type=kind)
    proto.trainer_spec.bos_id, proto.trainer_spec.pad_id = 0, 1
    proto.trainer_spec.eos_id, proto.trainer_spec.unk_id = 2, 3
    return sentencepiece.SentencePieceProcessor(model_proto=proto.SerializeToString())


def test_long_texts_are_cut_at_the_models_limit() -> None:
    ids = narrowed().encode("passage: " + "card " * 2000).ids
    assert len(ids) == MAX_TOKENS
    assert ids[0] == weights().start
    assert ids[-1] == weights().end


@pytest.mark.corpora
@pytest.mark.skipif(CORPORA is None, reason="RULESBOT_TEST_CORPORA names no folder of official texts")
def test_official_rules_are_split_as_with_the_whole_vocabulary() -> None:
    path = Path(CORPORA or "") / "mtg" / "MagicCompRules-20260807.official-bytes.txt"
    lines = [line for line in path.read_text("utf-8-sig").splitlines() if line.strip()]
    assert len(lines) > 3000
    kept = served_pieces(weights())
    for text, mine, theirs in zip(lines, narrowed().encode_batch(lines), whole().encode_batch(lines), strict=True):
        assert kept[mine.ids].tolist() == theirs.ids, text
