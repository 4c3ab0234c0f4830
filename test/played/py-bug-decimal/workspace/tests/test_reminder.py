import unittest
from datetime import date
from decimal import Decimal as D

from billing import Invoice, Line, remind

INVOICE = Invoice(number="1", day=date(2024, 3, 11), customer="x", lines=(Line("a", D(1), D("1000.00")),))


class ReminderTest(unittest.TestCase):
    def test_not_yet(self):
        self.assertIsNone(remind(INVOICE, date(2024, 3, 25)))
        self.assertIsNone(remind(INVOICE, date(2024, 5, 1), paid=D("1190.00")))

    def test_reminder(self):
        reminder = remind(INVOICE, date(2024, 4, 24))
        self.assertEqual(reminder.open, D("1190.00"))
        self.assertEqual(reminder.interest, D("8.92"))
        self.assertEqual(reminder.fee, D("17.85"))
        self.assertEqual(reminder.total, D("1216.77"))

    def test_lowest_fee(self):
        self.assertEqual(remind(INVOICE, date(2024, 4, 24), paid=D("1180.00")).fee, D("0.50"))


if __name__ == "__main__":
    unittest.main()
