"""An answer under a game's claim book → its statements. Nothing is guessed: what no phrase covers is left over."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Mapping as Map
from dataclasses import replace

from rule_check.claims.book import NUMBER, WEAK, ClaimBook
from rule_check.claims.models import AnswerReading, Role, Segment, Statement
from rule_check.reading.covering import Match, packed
from rule_check.reading.matching import Item, items_of, spans_of
from rule_check.reading.mentions import Mention, mentions_of
from rule_check.reading.patterns import Choice, Element, Word, words_of
from rule_check.reading.phrases import Meaning, Phrase
from rule_check.reading.tokens import Token, tokens_of
from rules_corpus.lexicon import Lexicon
from rules_corpus.lexicon.words import fold

LONGEST = 400
"""Words; a longer answer is not read."""
_LONGEST_SEGMENT = 60
_ENDS = re.compile(r"(?<=[.!?;\n])\s*")
_PAUSES = re.compile(r"\s*[()\[\]…–—]+\s*|\s+-+\s+")
_QUOTED = re.compile(r"[\"“”«»„]([^\"“”«»„]*)[\"“”«»„]")
_UNREADABLE = "¤"
"""Stands for what is quoted: words that may be somebody else's."""
_YES_SI = "yes_si"
_WHOSE = ("controller", "owner")
_MARKERS = frozenset(role.value for role in Role if role is not Role.PLAIN)


class AnswerReader:
    """Reads answers of one game in one language; safe to share between threads."""

    def __init__(self, book: ClaimBook, lexicon: Lexicon) -> None:
        self.book = book
        self._lexicon = lexicon
        self._skipped = book.harmless - book.joining
        self._needed = [(phrase, tuple(_needed(phrase.elements))) for phrase in book.phrases]
        turning = "|".join(re.escape(words) for words in sorted(book.turning, key=len, reverse=True))
        self._turning = re.compile(rf"[,\s]+(?=(?:{turning})\b)", re.IGNORECASE) if turning else None
        self._opener = re.compile(rf"^(?:{turning})\b[,\s]*", re.IGNORECASE) if turning else None

    def read(self, text: str) -> AnswerReading:
        """The statements of an answer; never raises for any text."""
        quoted = _QUOTED.sub(_unquoted, text)
        if len(quoted.split()) > LONGEST:
            return AnswerReading((Segment(text[:60], left_over=tuple(quoted.split()[:LONGEST])),))
        pieces = list(self._pieces(_PAUSES.sub(", ", quoted)))
        if any(len(piece.split()) > _LONGEST_SEGMENT for piece in pieces):
            return AnswerReading((Segment(text[:60], left_over=tuple(text.split()[:_LONGEST_SEGMENT])),))
        segments = [segment for piece in pieces if (segment := self._segment(piece)) is not None]
        segments = [segment if not place else _without_tag(segment) for place, segment in enumerate(segments)]
        words = {form for token in tokens_of(quoted, self.book.language, self._lexicon) for form in token.forms}
        hedged = bool(words & self.book.hedging) or _UNREADABLE in quoted or "?" in quoted or "tal vez" in fold(quoted)
        return AnswerReading(tuple(self._joined(segments)), hedged)

    def _pieces(self, text: str) -> Iterator[str]:
        for sentence in _ENDS.split(text):
            parts = self._turning.split(sentence) if self._turning is not None else [sentence]
            yield from (part for part in parts if any(character.isalnum() for character in part))

    def _segment(self, text: str) -> Segment | None:
        takes_back = any(form in self.book.limiting for token in self._tokens(text)[:2] for form in token.forms)
        segment = self._read(text)
        return replace(segment, takes_back=takes_back) if segment is not None else None

    def _read(self, text: str) -> Segment | None:
        asks = text.rstrip().endswith("?")
        body = self._opener.sub("", text) if self._opener is not None else text
        tokens = self._tokens(body)
        if not tokens:
            return None
        if asks:  # an answer that asks claims nothing that could be held against anything
            return Segment(text, left_over=tuple(token.text for token in tokens))
        items = items_of(tokens, mentions_of(tokens, self.book.nouns))
        segment = self._covered(text, items)
        if segment.left_over and (longer := self._with_subjects(items)) is not None:
            again = self._covered(text, longer)
            return again if not again.left_over else segment
        return segment

    def _with_subjects(self, items: Sequence[Item]) -> list[Item] | None:
        """With the subject said again where "and" leaves it out: "it is unattached and goes to base"."""
        subject = next((item for item in items if isinstance(item, Mention)), None)
        if subject is None:
            return None
        found: list[Item] = []
        for place, item in enumerate(items):
            found.append(item)
            behind = items[place + 1] if place + 1 < len(items) else None
            if isinstance(item, Token) and item.word in self.book.joining and isinstance(behind, Token):
                found.append(replace(subject, text="", clause=item.clause))
        return found if len(found) > len(items) else None

    def _covered(self, text: str, items: Sequence[Item]) -> Segment:
        matches = [
            Match(phrase, span)
            for phrase in self._possible(items)
            for span in spans_of(phrase.elements, items, self._skipped | self.book.only)
            if self._allowed(phrase.meaning.kind, items, span.start, span.stop)
        ]
        ways = packed(matches, len(items))[1]
        surest = min(_doubt(way) for way in ways)
        read = [self._read_as(text, items, way) for way in ways if _doubt(way) == surest]
        first, *others = {repr(_said(segment)): segment for segment in read}.values()
        return replace(first, others=tuple(others))

    def _possible(self, items: Sequence[Item]) -> Iterator[Phrase]:
        """The phrases all of whose necessary words are there: most are not, and need not be tried."""
        there = {form for item in items if isinstance(item, Token) for form in item.forms}
        there |= {fold(item.text).removesuffix("'s") for item in items if isinstance(item, Mention)}
        for phrase, needed in self._needed:
            if not any(words.isdisjoint(there) for words in needed):
                yield phrase

    def _allowed(self, kind: str, items: Sequence[Item], start: int, stop: int) -> bool:
        """A bare yes or no counts only where a segment begins; a no, and a Spanish yes, only with a pause behind it."""
        if len({item.clause for item in items[start:stop]}) > 1 and kind not in ("if", "only_if"):
            return False
        if not kind.startswith("word_"):
            return True
        if any(not self._is_harmless(item) for item in items[:start]):
            return False
        behind = [item for item in items[stop:] if item.clause == items[start].clause]
        colours = self.book.language == "id" and all(self._is_harmless(item) for item in behind)
        return not behind or colours or kind == "word_yes"

    def _read_as(self, text: str, items: Sequence[Item], chosen: Sequence[Match]) -> Segment:
        statements: list[Statement] = []
        covered = {place for match in chosen for place in range(match.span.start, match.span.stop)}
        described = {
            place: said
            for place in range(len(items))
            if place not in covered and (said := self._described(items, place))
        }
        covered |= described.keys()
        left_over = [
            item.text
            for place, item in enumerate(items)
            if place not in covered and item.text and not self._is_harmless(item)
        ]
        opening = False
        role, since, used, since_at = Role.PLAIN, 0, False, 0
        time: str | None = None
        open_marker = ""
        for match in self._in_order(chosen, described):
            if isinstance(match, Statement):
                place = next(place for place, said in described.items() if said is match)
                clause = items[place].clause
                if role is not Role.PLAIN and used and clause != since:
                    role = Role.PLAIN
                statements.append(replace(match, role=role))
                since, used, open_marker = clause, True, ""
                continue
            kind, clause = match.phrase.meaning.kind, items[match.span.start].clause
            if kind in _MARKERS:
                role, since, used = Role(kind), clause, False
                open_marker = items[match.span.start].text if kind != "because" else ""
                continue
            open_marker = ""
            if kind == "time":
                time = match.phrase.meaning.target
                before = statements[-1] if statements and not self._parted(items, since_at, match.span.start) else None
                if role is Role.UNTIL:
                    role, time = Role.PLAIN, f"until {time}"
                if before is not None and before.kind in ("holds", "fails"):
                    statements[-1], time = replace(before, time=time), None
                continue
            if kind.startswith("word_"):
                opening = True
                statements.append(Statement(match.phrase.meaning, Role.PLAIN))
                continue
            if kind in ("yes", "no") and self._opens(items, match):
                opening = True
            acts = kind in ("can", "cannot", "yes", "no")
            joined = self._joins(items, match.span.start)
            if role is not Role.PLAIN and used and (acts or (clause != since and kind != "moment" and not joined)):
                role = Role.PLAIN
            statement = self._statement(match, items, role)
            if time is not None and kind in ("holds", "fails"):
                statement, time = replace(statement, time=time), None
            statements.append(statement)
            since, used, since_at = clause, True, match.span.stop
        if time is not None:  # a time of what was not understood
            left_over.append(text.strip())
        if open_marker:  # "if" with nothing behind it that was understood
            left_over.append(open_marker)
        return Segment(text.strip(), tuple(statements), tuple(left_over), opening, (), self._limits(items, chosen))

    def _opens(self, items: Sequence[Item], match: Match) -> bool:
        """Whether a segment begins with a phrase that a pause follows."""
        before, stop = items[: match.span.start], match.span.stop
        pause = all(self._is_harmless(item) for item in items[stop:] if item.clause == items[match.span.start].clause)
        return pause and all(
            self._is_harmless(item) or item.clause != items[match.span.start].clause for item in before
        )

    def _limits(self, items: Sequence[Item], chosen: Sequence[Match]) -> bool:
        """Whether a word may restrict what the segment says, beside those of a bare yes or no."""
        spoken = {
            place
            for match in chosen
            if match.phrase.meaning.kind in ("word_yes", "word_no", "yes", "no")
            for place in range(match.span.start, match.span.stop)
        }
        return any(
            isinstance(item, Token) and not self.book.limiting.isdisjoint(item.forms)
            for place, item in enumerate(items)
            if place not in spoken
        )

    def _in_order(self, chosen: Sequence[Match], described: Map[int, Statement]) -> list[Match | Statement]:
        placed: list[tuple[int, Match | Statement]] = [(match.span.start, match) for match in chosen]
        return [one for _, one in sorted([*placed, *described.items()], key=lambda entry: entry[0])]

    def _described(self, items: Sequence[Item], place: int) -> Statement | None:
        """A noun with what is said at it, a clause where a language has no "is": "Follower-nya Stray"."""
        item = items[place]
        if self.book.language != "id" or not isinstance(item, Mention) or item.pronoun:
            return None
        behind = [other for other in items[place + 1 :] if other.clause == item.clause]
        before = [other for other in items[:place] if other.clause == item.clause]
        if any(not self._is_harmless(other) for other in behind) or any(isinstance(other, Mention) for other in before):
            return None
        said = tuple(fact for fact in item.facts if fact[0].partition("(")[0] not in _WHOSE)
        if not said or item.other or item.label:
            return None
        slot = item.kinds[0]
        facts = tuple((attribute.replace("*", "{" + slot + "}"), value) for attribute, value in said)
        bare = replace(item, facts=tuple(fact for fact in item.facts if fact not in said))
        return Statement(Meaning("holds", "", facts), Role.PLAIN, ((slot, bare),))

    def _statement(self, match: Match, items: Sequence[Item], role: Role) -> Statement:
        inside = items[match.span.start : match.span.stop]
        number = next((i.text for i in inside if isinstance(i, Token) and NUMBER in i.forms), "")
        only = any(isinstance(i, Token) and not self.book.only.isdisjoint(i.forms) for i in inside)
        slots = tuple(sorted(match.span.slots.items(), key=lambda slot: slot[1].start))
        return Statement(match.phrase.meaning, role, slots, number, None, only)

    def _parted(self, items: Sequence[Item], start: int, stop: int) -> bool:
        """Whether "and" stands between two places."""
        return any(isinstance(item, Token) and item.word in self.book.joining for item in items[start:stop])

    def _joins(self, items: Sequence[Item], start: int) -> bool:
        before = items[start - 1] if start else None
        return isinstance(before, Token) and before.word in self.book.joining

    def _joined(self, segments: Sequence[Segment]) -> Iterator[Segment]:
        """A segment that only says on which condition belongs to the one before: "Yes. But only on your turn."."""
        found: list[Segment] = []
        for segment in segments:
            conditional = segment.statements and all(
                statement.role in (Role.IF, Role.ONLY_IF, Role.UNLESS, Role.EVEN, Role.UNTIL)
                or statement.kind == "moment"
                for statement in segment.statements
            )
            if found and conditional and found[-1].statements and not (found[-1].others or segment.others):
                before = found.pop()
                segment = Segment(
                    f"{before.text} {segment.text}",
                    (*before.statements, *segment.statements),
                    (*before.left_over, *segment.left_over),
                    before.opening,
                    (),
                    before.limited or segment.limited,
                )
            found.append(segment)
        yield from found

    def _is_harmless(self, item: Item) -> bool:
        if isinstance(item, Mention):
            return item.pronoun and fold(item.text) in self.book.harmless
        return item.word in self.book.harmless or item.formal in self.book.harmless or item.word in self.book.joining

    def _tokens(self, text: str) -> list[Token]:
        """The tokens as the asker would say them; a word of the answerer about himself matches nothing."""
        tokens = tokens_of(text, self.book.language, self._lexicon)
        return [self._turned(token, place, tokens) for place, token in enumerate(tokens)]

    def _turned(self, token: Token, place: int, tokens: Sequence[Token]) -> Token:
        persons, language = self.book.persons, self.book.language
        if token.word.isdigit():
            return replace(token, forms=(token.word, NUMBER))
        if language == "es" and token.word == "si":
            pause = place + 1 == len(tokens) or tokens[place + 1].clause != token.clause
            if "í" in token.text.casefold() or (pause and place == 0):
                return replace(token, forms=(_YES_SI,))
        if token.word in self.book.own:
            return replace(token, forms=(f"{token.word}_own",), formal="")
        turned = next((persons[form] for form in (token.word, token.formal) if form in persons), None)
        if turned is not None:
            return replace(token, forms=(turned,), formal="")
        clitic = token.clitic or next((c for c in ("mu", "ku") if token.word.removesuffix(c) in token.forms[1:]), "")
        if language == "id" and clitic == "mu":
            word = token.word.removesuffix("mu") + "ku"
            return replace(token, forms=(word, *token.forms[1:]), clitic="ku")
        if language == "id" and clitic == "ku":
            return replace(token, forms=(f"{token.word}_own",), clitic="", formal="")
        return token


def _without_tag(segment: Segment) -> Segment:
    """A yes or no alone behind another sentence may affirm it, deny it or ask: it is not understood."""
    tag = bool(segment.statements) and all(statement.kind.startswith("word_") for statement in segment.statements)
    return replace(segment, left_over=(*segment.left_over, segment.text), opening=False) if tag else segment


def _needed(elements: tuple[Element, ...]) -> Iterator[frozenset[str]]:
    """Sets of words of each of which a phrase needs one, however it is said."""
    for element in elements:
        if isinstance(element, Word):
            yield frozenset({element.text})
        elif isinstance(element, Choice) and all(any(True for _ in _needed(option)) for option in element.options):
            yield words_of((element,))


def _unquoted(match: re.Match[str]) -> str:
    """A name in quotes inside a sentence is a name; anything else may be somebody else's words."""
    before = match.string[: match.start()].rstrip()
    begins = not before or before[-1] in ".!?;:\n"
    return f" {_UNREADABLE} " if begins or len(match[1].split()) > 2 else match[1]


def _doubt(way: Sequence[Match]) -> tuple[int, int]:
    """How much of a way to cover a segment rests on phrases made for questions, and on events where facts would do."""
    kinds = [match.phrase.meaning for match in way]
    return sum(m.target == WEAK for m in kinds), sum(m.kind == "happens" for m in kinds)


def _said(segment: Segment) -> object:
    statements = [
        (s.kind, s.meaning.target, s.meaning.facts, s.role, _nouns(s), s.number, s.time) for s in segment.statements
    ]
    return statements, segment.left_over


def _nouns(statement: Statement) -> tuple[tuple[str, Mention], ...]:
    """The slots that say more than a slot left out does: "it" can only be what the question speaks of."""
    return tuple((slot, mention) for slot, mention in statement.slots if not mention.pronoun)
