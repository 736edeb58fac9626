"""The limits of messages and commands that Discord's documentation states, and its OpenAPI document mostly does not."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]

_COMPONENTS_V2 = 1 << 15
_ROW, _BUTTON = 1, 2
_OLD_COMPONENTS = frozenset({1, 2, 3, 4, 5, 6, 7, 8})
_EMBED_LIMITS = {"title": 256, "description": 4096}
_OF_ALL_EMBEDS = 6000
_COMMAND_TEXT = 8000


def message_problems(body: Json, *, edit: bool = False) -> list[str]:
    """What Discord would refuse in a message; an edit may leave everything out."""
    found = [*_content_problems(body), *_embed_problems(body.get("embeds") or []), *_component_problems(body)]
    if not edit and not any(body.get(part) for part in ("content", "embeds", "components", "attachments", "poll")):
        found.append("an empty message")
    return found


def command_problems(command: Json) -> list[str]:
    """What Discord would refuse in an application command."""
    name = command["name"]
    found = [f"/{name}: {problem}" for node in _nodes(command) for problem in _node_problems(node)]
    size = command_size(command)
    if size > _COMMAND_TEXT:
        found.append(f"/{name}: {size} characters of text, more than {_COMMAND_TEXT}")
    return found


def command_size(node: Json) -> int:
    """The characters that count: of each text its longest translation, with those of options and choices."""
    own = sum(max(len(text) for text in _translations(node, key)) for key in ("name", "description"))
    choices = node.get("choices") or []
    inner = sum(max(len(t) for t in _translations(choice, "name")) + len(str(choice["value"])) for choice in choices)
    return own + inner + sum(command_size(option) for option in node.get("options") or [])


def pings(body: Json) -> set[str]:
    """Whom a message would notify. Embeds notify nobody; content does, as far as `allowed_mentions` lets it."""
    allowed = body.get("allowed_mentions")
    kinds = {"everyone", "users", "roles"} if allowed is None else set(allowed.get("parse") or ())
    content = body.get("content") or ""
    found = set(re.findall(r"@everyone|@here", content)) if "everyone" in kinds else set()
    if "users" in kinds:
        found.update(re.findall(r"<@!?\d+>", content))
    if "roles" in kinds:
        found.update(re.findall(r"<@&\d+>", content))
    return found


def _content_problems(body: Json) -> Iterator[str]:
    if len((body.get("content") or "").strip()) > 2000:
        yield "content of more than 2000 characters"


def _embed_problems(embeds: list[Json]) -> Iterator[str]:
    if len(embeds) > 10:
        yield "more than 10 embeds"
    total = 0
    for embed in embeds:
        limited = [(embed.get(part), limit, part) for part, limit in _EMBED_LIMITS.items()]
        limited.append(((embed.get("footer") or {}).get("text"), 2048, "footer"))
        limited.append(((embed.get("author") or {}).get("name"), 256, "author"))
        fields = embed.get("fields") or []
        for field in fields:
            limited += [(field["name"], 256, "field name"), (field["value"], 1024, "field value")]
            if not field["name"].strip() or not field["value"].strip():
                yield "a field without name or value"
        if len(fields) > 25:
            yield "more than 25 fields"
        for text, limit, part in limited:
            length = len((text or "").strip())
            total += length
            if length > limit:
                yield f"{part} of {length} characters, more than {limit}"
    if total > _OF_ALL_EMBEDS:
        yield f"embeds of {total} characters, more than {_OF_ALL_EMBEDS}"


def _component_problems(body: Json) -> Iterator[str]:
    rows = body.get("components") or []
    parts = list(_parts(rows))
    if (body.get("flags") or 0) & _COMPONENTS_V2:
        if body.get("content") or body.get("embeds"):
            yield "content or embeds beside components of the second kind"
    elif any(part["type"] not in _OLD_COMPONENTS for part in parts):
        yield "a component of the second kind without its flag"
    elif len(rows) > 5:
        yield "more than 5 rows"
    if len(parts) > 40:
        yield "more than 40 components"
    for row in (part for part in parts if part["type"] == _ROW):
        kinds = [part["type"] for part in row["components"]]
        if len(kinds) > 5 or (len(kinds) > 1 and set(kinds) != {_BUTTON}):
            yield "a row with more than five buttons, or with a select and something else"
    identifiers = [part["custom_id"] for part in parts if part.get("custom_id")]
    if len(identifiers) != len(set(identifiers)):
        yield "a custom_id that is used twice"
    if any(len(identifier) > 100 for identifier in identifiers):
        yield "a custom_id of more than 100 characters"


def _parts(components: list[Json]) -> Iterator[Json]:
    for component in components:
        yield component
        yield from _parts(component.get("components") or [])
        yield from _parts([component[key] for key in ("accessory", "component") if component.get(key)])


def _nodes(command: Json) -> Iterator[Json]:
    yield command
    for option in command.get("options") or []:
        yield from _nodes(option)


def _node_problems(node: Json) -> Iterator[str]:
    for name in _translations(node, "name"):
        if not _is_name(name):
            yield f"{name!r} is no name"
    for description in _translations(node, "description"):
        if not 1 <= len(description) <= 100:
            yield f"a description of {len(description)} characters"
        if description == "…":
            yield "a description that nobody wrote"
    options, choices = node.get("options") or [], node.get("choices") or []
    if len(options) > 25 or len(choices) > 25:
        yield "more than 25 options or choices"
    for locale in (None, *{key for option in options for key in option.get("name_localizations") or {}}):
        names = [(option.get("name_localizations") or {}).get(locale, option["name"]) for option in options]
        if len(names) != len(set(names)):
            yield f"two options of one name in {locale}"
    required = [bool(option.get("required")) for option in options]
    if required != sorted(required, reverse=True):
        yield "an optional option before a required one"
    if node.get("autocomplete") and choices:
        yield "autocomplete beside choices"
    for choice in choices:
        if any(not 1 <= len(text) <= 100 for text in (*_translations(choice, "name"), str(choice["value"]))):
            yield "a choice of more than 100 characters"


def _translations(node: Json, key: str) -> list[str]:
    return [node.get(key) or "", *(node.get(f"{key}_localizations") or {}).values()]


def _is_name(name: str) -> bool:
    def fits(character: str) -> bool:
        return character in "-_'" or unicodedata.category(character)[0] in "LN"

    return 1 <= len(name) <= 32 and name == name.lower() and all(map(fits, name))
