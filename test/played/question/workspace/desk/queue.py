"""Urgency and order of the tickets."""
from .office import office_hours


def waiting_points(ticket, now, settings):
    rules = settings["waiting"]
    hours = office_hours(ticket.waiting_since, now, settings["office"])
    counted = max(0, int(hours) - rules["free_hours"])
    return min(rules["cap"], counted * rules["points_per_hour"])


def urgency(ticket, now, settings):
    points = settings["severity_points"][ticket.severity]
    points += waiting_points(ticket, now, settings)
    points *= settings["plan_factor"][ticket.plan]
    if ticket.reopened:
        points += settings["reopened_bonus"]
    return round(min(settings["ceiling"], points))


def build_queue(tickets, now, settings):
    rated = [(urgency(ticket, now, settings), ticket) for ticket in tickets]
    return sorted(rated, key=lambda pair: (-pair[0], pair[1].waiting_since))
