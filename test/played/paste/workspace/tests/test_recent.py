import unittest

from stockroom.messages import parse
from stockroom.recent import Recent


class RecentTest(unittest.TestCase):
    def test_the_same_line_again(self):
        recent = Recent()
        line = "2024-05-14T06:02:11;H07;0412;PUT;A-1017;24"
        self.assertFalse(recent.is_repeated(parse(line)))
        self.assertTrue(recent.is_repeated(parse(line)))
        self.assertTrue(recent.is_repeated(parse(line)))

    def test_another_scan(self):
        recent = Recent()
        recent.is_repeated(parse("2024-05-14T06:02:11;H07;0412;PUT;A-1017;24"))
        self.assertFalse(recent.is_repeated(parse("2024-05-14T06:02:15;H07;0413;PUT;A-1017;24")))
        self.assertFalse(recent.is_repeated(parse("2024-05-14T06:02:15;H07;0414;PUT;A-1020;24")))

    def test_forgets_the_oldest(self):
        recent = Recent(size=2)
        lines = [f"2024-05-14T06:02:1{n};H07;041{n};PUT;A-1017;24" for n in range(3)]
        for line in lines:
            recent.is_repeated(parse(line))
        self.assertEqual(len(recent), 2)
        self.assertFalse(recent.is_repeated(parse(lines[0])))


if __name__ == "__main__":
    unittest.main()
