"""What may go wrong for a person: every such failure is one `Message`, put into words at the edge."""

from __future__ import annotations

from bot.answering.answer import Message


class UserError(Exception):
    """Bad input or a missing piece; the message says what, and the command line exits with 2."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.key)
        self.message = message


def unreadable(path: object, reason: str) -> UserError:
    """That a file cannot be read, and why."""
    return UserError(Message("{path} cannot be read: {reason}.", {"path": str(path), "reason": reason}))


def reason_of(error: OSError) -> str:
    """What the system says about a failure; its kind where it says nothing."""
    return error.strerror or type(error).__name__


def first_line(error: BaseException) -> str:
    """The first line of an error's text; its kind where it has none."""
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
