"""`python -m rule_check [game]`: loads the formal rules and runs every check of the literate files; with `bind` as the
first word it binds them to official texts (`rule_check.bind`)."""

from __future__ import annotations

import sys

from rule_check import bind
from rule_check.checks import run_check
from rule_check.topics import load_topics
from rules_corpus.document_errors import DocumentErrors


def main(arguments: list[str]) -> int:
    """Print what is malformed or fails, a line each, then a count; 0 where all is well, else 1."""
    if arguments[:1] == ["bind"]:
        return bind.main(arguments[1:])
    try:
        topics = load_topics()
        for topic in topics.values():
            topic.checks  # noqa: B018 (read now, so that all that is malformed is said before anything runs)
    except DocumentErrors as errors:
        print(errors)  # noqa: T201
        return 1
    failed = 0
    for game, topic in sorted(topics.items()):
        if arguments and game not in arguments:
            continue
        failures = [failure for check in topic.checks if (failure := run_check(check, topic.engine)[1]) is not None]
        for failure in failures:
            print(failure)  # noqa: T201
        print(f"{game}: {len(topic.rules)} rules, {len(topic.checks)} checks, {len(failures)} failed")  # noqa: T201
        failed += len(failures)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
