"""Checks bodies against Discord's own OpenAPI document, where a copy of it is at hand.

The document is Discord's and not part of this project: `RULESBOT_TEST_DISCORD_OPENAPI` names a copy.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

VARIABLE = "RULESBOT_TEST_DISCORD_OPENAPI"
_NAME = "urn:discord"


class OpenApi:
    """Discord's document. It leaves objects open, so that a misspelt key passes."""

    def __init__(self, path: Path) -> None:
        document = json.loads(path.read_text("utf-8"))
        resource = Resource.from_contents(document, default_specification=DRAFT202012)
        self._registry: Registry[Any] = Registry().with_resource(_NAME, resource)
        self._paths = document["paths"]
        # Those with fewer parameters first: "@me" and "@original" are no ids.
        self._templates = sorted(self._paths, key=lambda template: template.count("{"))
        self._validators: dict[str, Draft202012Validator] = {}

    def request_problems(self, method: str, path: str, body: Any) -> list[str]:
        """What in a request's body the document does not allow."""
        template = self._template(method, path)
        if template is None:
            return [f"{method} {path} is not in the document"]
        return self._problems((template, method.lower(), "requestBody", "content", "application/json", "schema"), body)

    def answer_problems(self, method: str, path: str, status: int, body: Any) -> list[str]:
        """What in an answer of ours the document does not allow: a wrong fake proves nothing."""
        template = self._template(method, path)
        if template is None:
            return [f"{method} {path} is not in the document"]
        declared = self._paths[template][method.lower()]["responses"].get(str(status))
        if declared is None:
            return [f"{method} {path} never answers with {status}"]
        if "content" not in declared:
            return [] if body is None else [f"{method} {path} answers {status} without a body"]
        steps = (template, method.lower(), "responses", str(status), "content", "application/json", "schema")
        return self._problems(steps, body)

    def _template(self, method: str, path: str) -> str | None:
        for template in self._templates:
            pattern = re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(template))
            if method.lower() in self._paths[template] and re.fullmatch(pattern, path):
                return template
        return None

    def _problems(self, steps: tuple[str, ...], body: Any) -> list[str]:
        pointer = "/paths/" + "/".join(_escaped(step) for step in steps)
        validator = self._validators.get(pointer)
        if validator is None:
            validator = Draft202012Validator({"$ref": f"{_NAME}#{pointer}"}, registry=self._registry)
            self._validators[pointer] = validator
        return [_worded(problem) for error in validator.iter_errors(body) for problem in _roots(error)]


@cache
def openapi_at_hand() -> OpenApi | None:
    """The document that the environment names; None without one."""
    path = os.environ.get(VARIABLE)
    return OpenApi(Path(path)) if path else None


def _escaped(step: str) -> str:
    """A step of a JSON pointer within a URI's fragment."""
    pairs = (("~", "~0"), ("/", "~1"), ("{", "%7B"), ("}", "%7D"))
    for plain, escaped in pairs:
        step = step.replace(plain, escaped)
    return step


def _worded(error: ValidationError) -> str:
    return f"{error.json_path}: {error.message[:200]}"


def _roots(error: ValidationError) -> Iterator[ValidationError]:
    """Of a union that nothing fits, the errors of the branch that comes closest: whose kind fits, and goes deepest."""
    if error.validator not in ("oneOf", "anyOf") or not error.context:
        yield error
        return
    branches: dict[Any, list[ValidationError]] = {}
    for inner in error.context:
        branches.setdefault(inner.schema_path[0], []).append(inner)
    closest = min(branches.values(), key=_distance)
    for inner in closest:
        yield from _roots(inner)


def _distance(errors: list[ValidationError]) -> tuple[bool, int, int]:
    """Smaller for a branch of the right kind, then for one whose errors lie deeper, then for fewer errors."""
    wrong_kind = any((e.absolute_path and e.absolute_path[-1] == "type") or e.validator == "type" for e in errors)
    return wrong_kind, -max(len(e.absolute_path) for e in errors), len(errors)
