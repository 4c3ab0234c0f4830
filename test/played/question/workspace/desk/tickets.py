"""Tickets as they come from the help form."""
from dataclasses import dataclass
from datetime import datetime

ALIASES = {"minor": "low", "medium": "normal", "major": "high", "critical": "outage"}


@dataclass(frozen=True)
class Ticket:
    number: str
    subject: str
    plan: str
    severity: str
    waiting_since: datetime
    reopened: int = 0


def severity_of(record):
    severity = record.get("severity", "normal").lower()
    severity = ALIASES.get(severity, severity)
    # outages are for the whole team only; a single user's trouble is "high" at most
    if severity == "outage" and record.get("affected_users", 1) < 2:
        return "high"
    return severity


def read_tickets(records):
    """The open tickets. Waiting starts anew whenever the customer writes."""
    tickets = []
    for record in records:
        if record.get("closed"):
            continue
        since = record.get("last_customer_reply") or record["created"]
        tickets.append(
            Ticket(
                number=record["number"],
                subject=record["subject"],
                plan=record["plan"],
                severity=severity_of(record),
                waiting_since=datetime.fromisoformat(since),
                reopened=record.get("reopened", 0),
            )
        )
    return tickets
