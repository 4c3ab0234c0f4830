import unittest

from stockroom.ledger import Ledger, StockError
from stockroom.messages import parse


def message(kind, pieces):
    return parse(f"2024-05-14T06:02:11;H07;0412;{kind};A-1;{pieces}")


class LedgerTest(unittest.TestCase):
    def test_book(self):
        ledger = Ledger({"A-1": 5})
        self.assertEqual(ledger.book(message("PUT", 7)), 12)
        self.assertEqual(ledger.book(message("PICK", 12)), 0)
        self.assertEqual(ledger.book(message("COUNT", 3)), 3)

    def test_too_much(self):
        ledger = Ledger({"A-1": 5})
        with self.assertRaisesRegex(StockError, "A-1: 6 wanted, 5 there"):
            ledger.book(message("PICK", 6))
        self.assertEqual(ledger.stock, {"A-1": 5})

    def test_minimum(self):
        with self.assertLogs("ledger", "WARNING") as logs:
            Ledger({"A-1": 5}, {"A-1": 4}).book(message("PICK", 2))
        self.assertIn("A-1 below minimum of 4", logs.output[0])


if __name__ == "__main__":
    unittest.main()
