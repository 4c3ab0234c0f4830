import unittest
from decimal import Decimal as D

from billing import cents, display


class MoneyTest(unittest.TestCase):
    def test_cents(self):
        self.assertEqual(str(cents(D("2"))), "2.00")
        self.assertEqual(cents(D("2.344")), D("2.34"))
        self.assertEqual(cents(D("2.346")), D("2.35"))
        self.assertEqual(cents(D("2.335")), D("2.34"))

    def test_display(self):
        self.assertEqual(display(D("1234.5")), "1,234.50")
        self.assertEqual(display(D("-0.05")), "-0.05")


if __name__ == "__main__":
    unittest.main()
