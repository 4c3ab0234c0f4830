import json
import unittest

from timesheet import as_json, as_text, parse, summarise

SHEET = """\
2024-03-04 09:00-10:25 acme
2024-03-04 10:30-12:00 birch
2024-03-05 09:00-10:10 acme
"""


class ReportTest(unittest.TestCase):
    def setUp(self):
        self.summary = summarise(parse(SHEET))

    def test_summary(self):
        self.assertEqual(self.summary.projects, {"acme": 155, "birch": 90})
        self.assertEqual(self.summary.total, 245)

    def test_text(self):
        self.assertEqual(as_text(self.summary), "acme    2:35\nbirch   1:30\ntotal   4:05")

    def test_text_of_nothing(self):
        self.assertEqual(as_text(summarise([])), "total   0:00")

    def test_json(self):
        self.assertEqual(
            json.loads(as_json(self.summary)),
            {"projects": {"acme": 155, "birch": 90}, "total": 245},
        )


if __name__ == "__main__":
    unittest.main()
