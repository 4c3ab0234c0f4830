import unittest
from datetime import datetime

from desk.queue import build_queue, urgency, waiting_points
from desk.settings import DEFAULTS
from desk.tickets import Ticket, read_tickets

MONDAY = datetime(2024, 5, 6, 12)


def ticket(**more):
    values = dict(number="T-1", subject="x", plan="team", severity="normal", waiting_since=MONDAY)
    return Ticket(**{**values, **more})


class QueueTest(unittest.TestCase):
    def test_severity_and_plan(self):
        self.assertEqual(urgency(ticket(), MONDAY, DEFAULTS), 10)
        self.assertEqual(urgency(ticket(severity="high", plan="free"), MONDAY, DEFAULTS), 12)

    def test_waiting(self):
        friday = ticket(waiting_since=datetime(2024, 5, 3, 13))
        self.assertEqual(waiting_points(friday, MONDAY, DEFAULTS), 6)
        long_ago = ticket(waiting_since=datetime(2024, 3, 1, 9))
        self.assertEqual(waiting_points(long_ago, MONDAY, DEFAULTS), 40)

    def test_order(self):
        tickets = read_tickets(
            [
                {"number": "T-1", "subject": "a", "plan": "team", "created": "2024-05-06T11:00"},
                {"number": "T-2", "subject": "b", "plan": "team", "severity": "major", "created": "2024-05-06T11:30"},
                {"number": "T-3", "subject": "c", "plan": "team", "created": "2024-05-06T10:00"},
                {"number": "T-4", "subject": "d", "plan": "team", "created": "2024-05-06T10:00", "closed": "x"},
            ]
        )
        self.assertEqual([t.number for _, t in build_queue(tickets, MONDAY, DEFAULTS)], ["T-2", "T-3", "T-1"])


if __name__ == "__main__":
    unittest.main()
