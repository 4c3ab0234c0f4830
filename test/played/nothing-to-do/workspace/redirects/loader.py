"""Loads redirect rules."""
from dataclasses import dataclass

from .source import numbered

STATUSES = (301, 302, 307, 308)


class RuleError(ValueError):
    def __init__(self, number, reason):
        super().__init__(f"line {number}: {reason}")
        self.number = number


@dataclass(frozen=True)
class Rule:
    old: str
    new: str
    status: int = 301


def rule_of(number, line):
    fields = line.split()
    if len(fields) not in (2, 3):
        raise RuleError(number, f"{len(fields)} fields instead of 2 or 3")
    old, new, *rest = fields
    if not old.startswith("/"):
        raise RuleError(number, f"{old} does not begin with a slash")
    if not new.startswith(("/", "https://", "http://")):
        raise RuleError(number, f"{new} is neither a path nor an address")
    status = rest[0] if rest else "301"
    if not status.isdigit() or int(status) not in STATUSES:
        raise RuleError(number, f"unknown status {status}")
    return Rule(old, new, int(status))


def loads(text):
    """The rules in a text."""
    rules = {}
    for number, line in numbered(text):
        rule = rule_of(number, line)
        if rule.old in rules:
            raise RuleError(number, f"{rule.old} occurs twice")
        rules[rule.old] = rule
    return list(rules.values())


def load(path):
    """The rules in a file."""
    with open(path, encoding="utf-8") as stream:
        return loads(stream.read())
