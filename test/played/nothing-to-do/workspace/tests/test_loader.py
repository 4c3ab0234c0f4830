import tempfile
import unittest

from redirects import Rule, RuleError, load, loads


class LoadsTest(unittest.TestCase):
    def test_rules(self):
        self.assertEqual(
            loads("/a /b\n/c\thttps://example.org/  302\n"),
            [Rule("/a", "/b"), Rule("/c", "https://example.org/", 302)],
        )

    def test_skips_blank_lines(self):
        self.assertEqual(loads("\n/a /b\n\n   \n\t\n/c /d\n\n"), [Rule("/a", "/b"), Rule("/c", "/d")])
        self.assertEqual(loads(""), [])

    def test_skips_comments(self):
        text = "# shop\n/a /b\n   # /x /y\n\t#/x /y\n#\n/c /d\n"
        self.assertEqual(loads(text), [Rule("/a", "/b"), Rule("/c", "/d")])

    def test_fragments_are_no_comments(self):
        self.assertEqual(loads("/a /b#part\n/c /#top 302"), [Rule("/a", "/b#part"), Rule("/c", "/#top", 302)])

    def test_numbers_count_all_lines(self):
        with self.assertRaises(RuleError) as caught:
            loads("# one\n\n/a /b\n/a /c\n")
        self.assertEqual(str(caught.exception), "line 4: /a occurs twice")

    def test_wrong_rules(self):
        for line in ("/a", "/a /b 301 x", "a /b", "/a b", "/a /b 200", "/a /b x"):
            with self.subTest(line), self.assertRaises(RuleError):
                loads(line)

    def test_load(self):
        with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
            file.write("\ufeff# rules\n/größe /size\n")
            file.flush()
            self.assertEqual(load(file.name), [Rule("/größe", "/size")])


if __name__ == "__main__":
    unittest.main()
