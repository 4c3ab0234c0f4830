import unittest

from redirects import Rule
from redirects.nginx import as_map


class MapTest(unittest.TestCase):
    def test_map(self):
        self.assertEqual(
            as_map([Rule("/a", "/b"), Rule('/"c"', "/d", 302)]),
            'map $uri $redirect {\n    "/a" "301 /b";\n    "/\\"c\\"" "302 /d";\n}\n',
        )

    def test_nothing(self):
        self.assertEqual(as_map([]), "map $uri $redirect {\n}\n")


if __name__ == "__main__":
    unittest.main()
