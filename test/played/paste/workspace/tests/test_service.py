import logging
import unittest

from stockroom.ledger import Ledger
from stockroom.service import Service


class ServiceTest(unittest.TestCase):
    def setUp(self):
        logging.disable(logging.CRITICAL)
        self.addCleanup(logging.disable, logging.NOTSET)
        self.service = Service(Ledger({"A-1": 5}))

    def test_receipts(self):
        self.assertEqual(self.service.handle("2024-05-14T06:02:11;H07;0412;PUT;A-1;24"), "OK H07#0412")
        self.assertEqual(self.service.handle("2024-05-14T06:02:14;H07;0413;PICK;A-1;30"), "FAILED H07#0413")
        self.assertIsNone(self.service.handle("2024-05-14T06:02"))
        self.assertEqual(self.service.ledger.stock["A-1"], 29)

    def test_sent_again(self):
        for _ in range(3):
            self.assertEqual(self.service.handle("2024-05-14T06:02:11;H07;0412;PUT;A-1;24"), "OK H07#0412")
        self.assertEqual(self.service.ledger.stock["A-1"], 29)


if __name__ == "__main__":
    unittest.main()
