"""Sums entries up and prints the sums."""
import json
from dataclasses import dataclass, field


@dataclass
class Summary:
    projects: dict = field(default_factory=dict)

    @property
    def total(self):
        return sum(self.projects.values())


def summarise(entries):
    """Minutes by project, the projects in alphabetical order."""
    minutes = {}
    for entry in entries:
        minutes[entry.project] = minutes.get(entry.project, 0) + entry.minutes
    return Summary(projects=dict(sorted(minutes.items())))


def hours(minutes):
    return f"{minutes // 60}:{minutes % 60:02d}"


def as_text(summary):
    rows = [*summary.projects.items(), ("total", summary.total)]
    width = max(len(name) for name, _ in rows) + 3
    return "\n".join(f"{name:<{width}}{hours(minutes)}" for name, minutes in rows)


def as_json(summary):
    return json.dumps({"projects": summary.projects, "total": summary.total})
