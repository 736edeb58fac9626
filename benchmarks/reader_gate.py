"""What do the second reader and the round trip cost, and what do they catch? `python -m benchmarks.reader_gate GAME…`

Measured with a model that has not seen the held-out wordings. Two things are counted:

- questions: held-out ones, stored ones and some turned into others by words that the model was not shown; how many pass
  the phrase reader alone, how many both readers, how many the round trip as well, rightly or wrongly;
- mistakes: right readings made wrong on purpose (a fact dropped, added or changed, roles exchanged, another query,
  another order of events), as a fault in a phrase book would make them; how many each part of the gate catches.
"""

from __future__ import annotations

import random
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from benchmarks.reader_data import MEASURING, Sources, load_sources, made, training_set, unseen_turned
from benchmarks.train_reader import cosines, held_out_readable, learnt_from, parser
from bot.settings import Settings
from index.encoder import BUNDLED, Encoder, load_encoder
from rule_check.reading.gate import Reason, back_in_words, compared, with_round_trip
from rule_check.reading.labels import OTHER, label_of, query_name
from rule_check.reading.learned import LearnedReader, Model
from rule_check.reading.phrasings import Phrasing, swapped_roles
from rule_check.reading.reader import Reading
from rule_check.reading.training import Aim, held_out, train_partly, with_close
from rule_check.scenario import May, Outcome, Query, Scenario, Step

_MOST = 400


@dataclass
class Count:
    texts: int = 0
    phrases: int = 0
    """Pass the phrase reader alone."""
    learned: int = 0
    """Pass both readers."""
    round_trip: int = 0
    """Pass the phrase reader and the round trip."""
    all_three: int = 0

    def add(self, usable: bool, learned: bool, round_trip: bool) -> None:
        self.texts += 1
        self.phrases += usable
        self.learned += usable and learned
        self.round_trip += usable and round_trip
        self.all_three += usable and learned and round_trip


class Gate:
    """The parts of the gate, told apart."""

    def __init__(self, sources: Sources, model: Model, encoder: Encoder) -> None:
        self._sources = sources
        self._model = model
        self._encoder = encoder
        self._reader = LearnedReader(model)

    def parts(self, readings: Sequence[tuple[Phrasing, Reading]]) -> Iterator[tuple[bool, bool]]:
        """By usable reading, whether the second reader and the round trip let it pass."""
        texts = [phrasing.text for phrasing, _ in readings]
        backs = [self._back(phrasing.language, reading) for phrasing, reading in readings]
        vectors, worded = self._encoder.encode_queries(texts), self._encoder.encode_queries(backs)
        for place, (phrasing, reading) in enumerate(readings):
            result = compared(reading, self._reader.read(vectors[place]), self._sources.vocabulary)
            agreed = replace(result, reason=Reason.AGREED)
            back = with_round_trip(agreed, vectors[place], worded[place], self._model.close.get(phrasing.language))
            yield result.passed, back.passed

    def _back(self, language: str, reading: Reading) -> str:
        assert reading.query is not None
        return back_in_words(reading.scenario, reading.query, self._sources.vocabulary, language)


def questions(sources: Sources, gate: Gate, phrasings: Sequence[Phrasing]) -> dict[str, Count]:
    """By kind and whether the phrase reader's reading is right, how many pass what."""
    counts: dict[str, Count] = defaultdict(Count)
    usable: list[tuple[Phrasing, Reading]] = []
    for phrasing in phrasings:
        reading = sources.readers[phrasing.language].read(phrasing.text)
        if reading.usable:
            usable.append((phrasing, reading))
        else:
            counts[f"{phrasing.kind}: not read"].add(False, False, False)
    for (phrasing, reading), (learned, back) in zip(usable, gate.parts(usable), strict=True):
        label = label_of(reading.query, reading.scenario, reading.presumed)
        right = label.query == phrasing.label.query and dict(label.stated) == dict(phrasing.label.stated)
        counts[f"{phrasing.kind}: read {'rightly' if right else 'wrongly'}"].add(True, learned, back)
    return dict(sorted(counts.items()))


def mistakes(sources: Sources, gate: Gate, phrasings: Sequence[Phrasing]) -> dict[str, Count]:
    """By the mistake that was put into a right reading, how many pass what."""
    rng = random.Random(MEASURING)  # noqa: S311 (no secret)
    wrong: list[tuple[str, Phrasing, Reading]] = []
    for phrasing in phrasings:
        reading = sources.readers[phrasing.language].read(phrasing.text)
        if reading.usable:
            wrong += [(kind, phrasing, one) for kind, one in _mistaken(sources, reading, rng)]
    counts: dict[str, Count] = defaultdict(Count)
    pairs = [(phrasing, reading) for _, phrasing, reading in wrong]
    for (kind, _, _), (learned, back) in zip(wrong, gate.parts(pairs), strict=True):
        counts[kind].add(True, learned, back)
    return dict(sorted(counts.items()))


def _mistaken(sources: Sources, reading: Reading, rng: random.Random) -> Iterator[tuple[str, Reading]]:
    scenario, query = reading.scenario, reading.query
    assert query is not None
    said = [fact for fact in scenario.facts if fact not in reading.presumed]
    if said:
        gone = rng.choice(said)
        left = tuple(fact for fact in scenario.facts if fact != gone)
        yield "a fact dropped", _with(reading, replace(scenario, facts=left))
        fact = sources.vocabulary.fact_of(gone[0])
        assert fact is not None
        values = [value for value in fact.value_range if value != gone[1] and value not in gone[0]]
        if values:
            changed = tuple((one[0], rng.choice(values)) if one == gone else one for one in scenario.facts)
            yield "a fact changed", _with(reading, replace(scenario, facts=changed))
    free = [one for one in _sayable(sources) if one[0] not in dict(scenario.facts)]
    if free:
        yield "a fact added", _with(reading, replace(scenario, facts=(*scenario.facts, rng.choice(free))))
    swapped = swapped_roles(label_of(query, scenario), sources.vocabulary)
    if swapped is not None and swapped != label_of(query, scenario):
        facts = tuple((name, value) for name, value in swapped.stated.items() if not name.startswith("event "))
        yield "roles exchanged", replace(reading, query=_query(swapped.query), scenario=replace(scenario, facts=facts))
    queries = [one for one in _queries(sources) if query_name(one) != query_name(query)]
    if queries:
        yield "another query", replace(reading, query=rng.choice(queries))
    if scenario.events:
        steps = tuple(Step((event,)) for event in scenario.events)
        yield "events in another order", _with(reading, replace(scenario, events=(), before=(*scenario.before, *steps)))
    if scenario.events or scenario.before:
        yield "an event dropped", _with(reading, replace(scenario, events=(), before=()))


def _with(reading: Reading, scenario: Scenario) -> Reading:
    return replace(reading, scenario=scenario)


def _query(name: str) -> Query:
    kind, _, rest = name.partition(" ")
    if kind == "may":
        return May(rest)
    time_, _, attribute = rest.partition(" ")
    said, _, value = attribute.partition(" = ")
    return Outcome(time_, said, value or None)


def _sayable(sources: Sources) -> list[tuple[str, str]]:
    found = {
        fact
        for phrasing in made(sources, MEASURING, 200)
        for fact in phrasing.label.stated.items()
        if not fact[0].startswith("event ")
    }
    return sorted(found)


def _queries(sources: Sources) -> list[Query]:
    names = {phrasing.label.query for phrasing in made(sources, MEASURING, 200)} - {OTHER}
    return [_query(name) for name in sorted(names)]


def print_counts(title: str, counts: dict[str, Count]) -> None:
    print(f"\n{title:<34}{'texts':>7}{'phrases':>9}{'+learned':>10}{'+round trip':>13}{'all':>6}")
    for name, one in counts.items():
        print(f"{name:<34}{one.texts:>7}{one.phrases:>9}{one.learned:>10}{one.round_trip:>13}{one.all_three:>6}")


def main() -> None:
    given = parser(__doc__ or "").parse_args()
    encoder = load_encoder(BUNDLED, Settings().data_dir)
    for game in given.games:
        started = time.perf_counter()
        sources = load_sources(game, given.vocabularies, given.phrases, given.further)
        aim = Aim(given.precision, given.noticed, given.close)
        phrasings = training_set(sources, given.count)
        learnt = learnt_from(phrasings, sources, encoder)
        model = train_partly(game, encoder.identity, learnt, aim)
        readable = held_out_readable(sources, learnt)
        # Thresholds of the round trip from one half, everything is measured on the other.
        model = with_close(model, cosines(sources, encoder, readable[::2]), aim)
        gate = Gate(sources, model, encoder)
        measured = readable[1::2][:_MOST]
        turned = list(unseen_turned(sources, measured))
        stored = [one for one in (*sources.stored, *sources.further) if held_out(one)]
        print_counts(f"{game}: questions", questions(sources, gate, [*measured, *turned, *stored]))
        print_counts(f"{game}: mistakes", mistakes(sources, gate, measured))
        heads = [head for head in model.heads if head.sure > 1 or head.silent > 1]
        print(f"\nheads that never see: {', '.join(head.name for head in heads) or 'none'}")
        print(f"{game}: {time.perf_counter() - started:.0f} s; close: {model.close}")


if __name__ == "__main__":
    main()
