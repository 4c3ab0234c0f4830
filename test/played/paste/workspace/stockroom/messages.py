"""The lines that the handhelds send."""
import re
from dataclasses import dataclass
from datetime import datetime

KINDS = ("PUT", "PICK", "COUNT")


class MessageError(ValueError):
    """A line that cannot be read."""


@dataclass(frozen=True)
class Message:
    at: datetime
    device: str
    seq: int
    kind: str
    sku: str
    pieces: int

    @property
    def name(self):
        return f"{self.device}#{self.seq:04d}"


def pieces_of(text):
    """12, or 2x24 for two boxes of 24."""
    match = re.fullmatch(r"(?:(\d+)x)?(\d+)", text)
    if not match:
        raise MessageError(f"not a number of pieces: {text!r}")
    return int(match[1] or 1) * int(match[2])


def parse(line):
    fields = line.strip().split(";")
    if len(fields) != 6:
        raise MessageError(f"{len(fields)} fields instead of 6: {line!r}")
    at, device, seq, kind, sku, pieces = fields
    if kind not in KINDS:
        raise MessageError(f"unknown kind {kind!r}")
    try:
        return Message(datetime.fromisoformat(at), device, int(seq), kind, sku.upper(), pieces_of(pieces))
    except MessageError:
        raise
    except ValueError as error:
        raise MessageError(str(error)) from None
