import unittest
from datetime import datetime

from desk.office import office_hours
from desk.settings import DEFAULTS


class OfficeTest(unittest.TestCase):
    def test_one_day(self):
        self.assertEqual(office_hours(datetime(2024, 5, 6, 7), datetime(2024, 5, 6, 12, 30), DEFAULTS["office"]), 3.5)

    def test_weekend(self):
        self.assertEqual(office_hours(datetime(2024, 5, 3, 16), datetime(2024, 5, 6, 10), DEFAULTS["office"]), 2)


if __name__ == "__main__":
    unittest.main()
