import unittest
from datetime import date

from timesheet import TimesheetError, parse


class ParseTest(unittest.TestCase):
    def test_reads_an_entry(self):
        (entry,) = parse("2024-03-04 09:00-10:25 acme planning with Ruth")
        self.assertEqual(entry.day, date(2024, 3, 4))
        self.assertEqual(entry.start, 540)
        self.assertEqual(entry.minutes, 85)
        self.assertEqual(entry.project, "acme")
        self.assertEqual(entry.note, "planning with Ruth")

    def test_ignores_blank_lines_and_comments(self):
        self.assertEqual(parse("\n  \n; 2024-03-04 09:00-10:25 acme\n"), [])

    def test_past_midnight(self):
        (entry,) = parse("2024-03-04 22:30-00:15 acme")
        self.assertEqual(entry.minutes, 105)

    def test_tags(self):
        (entry,) = parse("2024-03-04 09:00-10:00 acme issue#7 #oncall at night #paid-extra")
        self.assertEqual(entry.tags, {"oncall", "paid-extra"})

    def test_bad_lines(self):
        for line in ("hello", "2024-02-30 09:00-10:00 acme", "2024-02-03 09:00-10:61 acme"):
            with self.subTest(line), self.assertRaises(TimesheetError) as caught:
                parse("\n" + line)
            self.assertEqual(caught.exception.number, 2)


if __name__ == "__main__":
    unittest.main()
