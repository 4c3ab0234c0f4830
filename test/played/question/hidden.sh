#!/bin/bash
# hidden test of question: run in the finished workspace; if ANSWER_FILE is set, the answer in it is judged, too
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
    "README.md": "5d2eaf2510a980b414dad31d878b130a412f626f078ee6b2596c880b44bdc019",
    "config/desk.json": "782004ad8bfe2494873a8e82ee5f680e904baea627555d38ea78dad8a924fe6a",
    "data/tickets.json": "93438571f224aefa4aa8fb2ff33d73884b5f83c4656f21a47f1e3f94fc5985d3",
    "desk/__init__.py": "36b6eac5ff404e80efba35ced8c81126577e4714a5543fd4ef1f11355c996e08",
    "desk/__main__.py": "139bb09d250d8fd7beb50c27da7600fdcd41a4a30e9c758012afb761b0cc2557",
    "desk/office.py": "49764166bcfbfada96e8e1323fe96b564c3904bd637ca684202cffbdc177ce56",
    "desk/queue.py": "1d2aefeaac3d465c09978e77f06c06f6e8ea775bb2763e0ff60e48d6c762fdc9",
    "desk/settings.py": "566fa36063111bf6b28e703b772991130e55819ca3763ff94c19fcc1afe6f490",
    "desk/tickets.py": "8f301f7e158c9f38dcb90b482a1d88c8de1bd1d0e0c1b43a7d47ebc4758578f0",
    "tests/__init__.py": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "tests/test_office.py": "c4912dce7a10beb40f3220c3163a55fda59a80e9c6819fde44df513e34f2d37c",
    "tests/test_queue.py": "64274a9854f2e721474fc1b2af364a3c4ba646daa0bf83e32d398ceafe9037d3",
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
same_files > "$T/others"
[ -s "$T/others" ] && { bad "files were changed:"; cat "$T/others"; }
if [ -n "$ANSWER_FILE" ]; then
  grep -q -w 78 "$ANSWER_FILE" || bad "the answer does not give the urgency 78"
  for part in '\b30\b' '1[.,]75' '\b15\b' '\b63\b' 'affected_users|affected users' 'last_customer_reply|14:30' '6[.,]5'; do
    grep -q -i -E -e "$part" "$ANSWER_FILE" || bad "the answer does not mention $part"
  done
fi
finish
