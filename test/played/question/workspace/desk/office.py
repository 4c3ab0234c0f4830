"""Counts office hours."""
from datetime import datetime, time, timedelta


def office_hours(start, end, office):
    """Hours between two moments in which the office is open."""
    total = timedelta()
    day = start.date()
    while day <= end.date():
        if day.weekday() in office["weekdays"]:
            opens = datetime.combine(day, time(office["opens"]))
            closes = datetime.combine(day, time(office["closes"]))
            total += max(timedelta(), min(end, closes) - max(start, opens))
        day += timedelta(days=1)
    return total / timedelta(hours=1)
