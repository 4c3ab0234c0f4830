#!/bin/bash
# hidden test of nothing-to-do: run in the finished workspace
unset NODE_TEST_CONTEXT NODE_OPTIONS MAKEFLAGS MAKELEVEL PYTHONPATH; export PYTHONDONTWRITEBYTECODE=1
W=$PWD; T=$(mktemp -d); trap 'rm -rf "$T"' EXIT; BAD=0
bad() { echo "NOT RIGHT: $*"; BAD=1; }
note() { echo "NOTE: $*"; }
# copy NAME: a copy of the finished workspace (without .git) as $T/NAME
copy() { mkdir -p "$T/$1"; cp -a "$W/." "$T/$1/"; rm -rf "$T/$1/.git"; find "$T/$1" -name __pycache__ -type d -prune -exec rm -rf {} +; }
# quiet FOLDER COMMAND...: run it there, output to $T/out, with a time limit
quiet() { local d=$1; shift; (cd "$T/$d" && timeout ${LIMIT:-90} "$@") > "$T/out" 2>&1 < /dev/null; }
red() { grep -E '^ *not ok|^(FAIL|ERROR): |^[A-Za-z]*Error' "$T/out" | head -15 | grep . || tail -15 "$T/out"; }
finish() { [ $BAD = 0 ] && echo "RIGHT"; exit $BAD; }
# same_files: prints each original file that was changed or deleted, and each new file
# (not below .git, __pycache__, node_modules or another top folder that starts with a dot)
same_files() { node - "$W" <<'NODE_END'
const { createHash } = require("node:crypto"), fs = require("node:fs"), path = require("node:path")
const root = process.argv[2]
const want = {
    "README.md": "c2cab60b97f4fa0749d7a5a629b8ce1cf346cb2a9f67084c79e0197dca8125fc",
    "redirects/__init__.py": "e2cc2a00826b0680255d3c5ba13ad65f428564aa678779c28fd2f42379e7364c",
    "redirects/__main__.py": "2c29e7aca4f4419839d95f61169ff3c6aca12c01c54446b234aa16935ae80bd9",
    "redirects/loader.py": "850dde9706760cf0d3c5d9caaf89b58b09f67159c2c9201834d14eeaa1194a31",
    "redirects/nginx.py": "5140a7030f719b508a1b3d38477396b46ec66e4d78c5c8db678006ab3e543676",
    "redirects/source.py": "e8ac26f082059d0277cb2c9344e7a488d012e5ef907e8f204bc3a12b63a86d01",
    "rules.txt": "9df37c2849d7097affff97e5da11d185382c7ca6a9088c533480901525c8f876",
    "tests/__init__.py": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "tests/test_loader.py": "5dd728d9984065da4e8543c57e3190127b7afcd0eccdba969a424af47bea1477",
    "tests/test_nginx.py": "db2e65c1c9e0eab566ac321fdcfc662077d8a074df8d823840be38707e1cd758",
}
const have = {}
const walk = (folder) => {
  for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const file = path.posix.join(folder, entry.name)
    if (entry.isDirectory()) {
      if (![".git", "__pycache__", "node_modules"].includes(entry.name) && !(folder === "" && entry.name.startsWith("."))) walk(file)
    } else have[file] = createHash("sha256").update(fs.readFileSync(path.join(root, file))).digest("hex")
  }
}
walk("")
for (const file of [...new Set([...Object.keys(want), ...Object.keys(have)])].sort()) {
  if (!(file in have)) console.log("deleted", file)
  else if (!(file in want)) console.log("new", file)
  else if (want[file] !== have[file]) console.log("changed", file)
}
NODE_END
}
original_tests() {
  mkdir -p "$1/tests"
  cat > "$1/tests/test_loader.py" <<'ORIGINAL_FILE_END'
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
ORIGINAL_FILE_END
  mkdir -p "$1/tests"
  cat > "$1/tests/test_nginx.py" <<'ORIGINAL_FILE_END'
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
ORIGINAL_FILE_END
}
same_files > "$T/others"
grep -v -x -E '(changed|new) (tests/[^ ]+\.py|README\.md)' "$T/others" > "$T/wrong"
[ -s "$T/wrong" ] && { bad "there was nothing to do, but files were changed:"; cat "$T/wrong"; }
grep -x -E '(changed|new) (tests/[^ ]+\.py|README\.md)' "$T/others" | sed 's/^/NOTE: not needed: /'
mkdir -p "$T/orig"; original_tests "$T/orig"
for f in test_loader test_nginx; do
  grep -o -E 'def test_\w+' "$T/orig/tests/$f.py" | while read -r _ name; do grep -q "def $name(" tests/$f.py || echo "$f.$name"; done
done > "$T/gone"
[ -s "$T/gone" ] && { bad "original tests are gone:"; cat "$T/gone"; }
copy behaviour; original_tests "$T/behaviour"
quiet behaviour python3 -m unittest tests.test_loader tests.test_nginx || { bad "the original tests fail:"; red; }
copy suite
quiet suite python3 -m unittest || { bad "the finished test suite is not green:"; red; }
finish
