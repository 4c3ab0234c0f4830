"""Reads the lines of a time sheet."""
import re
from dataclasses import dataclass
from datetime import date

LINE = re.compile(
    r"(?P<day>\d{4}-\d\d-\d\d)\s+"
    r"(?P<start>\d\d:\d\d)-(?P<end>\d\d:\d\d)\s+"
    r"(?P<project>[\w.-]+)"
    r"(?:\s+(?P<note>.*))?$"
)
TAG = re.compile(r"(?<!\S)#([\w-]+)")


class TimesheetError(ValueError):
    """A line that cannot be read; holds its number."""

    def __init__(self, number, reason):
        super().__init__(f"line {number}: {reason}")
        self.number = number


@dataclass(frozen=True)
class Entry:
    day: date
    start: int
    minutes: int
    project: str
    note: str = ""
    tags: frozenset = frozenset()


def clock(text):
    """Minutes since midnight; 24:00 is allowed as an end."""
    hours, minutes = (int(part) for part in text.split(":"))
    if minutes > 59 or hours * 60 + minutes > 24 * 60:
        raise ValueError(f"not a time: {text}")
    return hours * 60 + minutes


def parse(text):
    """The entries of a time sheet, in the order of its lines."""
    entries = []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith(";"):
            continue
        match = LINE.match(line)
        if not match:
            raise TimesheetError(number, f"cannot read {line!r}")
        try:
            day = date.fromisoformat(match["day"])
            start, end = clock(match["start"]), clock(match["end"])
        except ValueError as error:
            raise TimesheetError(number, str(error)) from None
        minutes = end - start
        if minutes <= 0:
            minutes += 24 * 60
        note = match["note"] or ""
        entries.append(
            Entry(
                day=day,
                start=start,
                minutes=minutes,
                project=match["project"],
                note=note,
                tags=frozenset(TAG.findall(note)),
            )
        )
    return entries
