#!/bin/bash
# hidden test of sh-make: run in the finished workspace (needs make)
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
original_script() {
  mkdir -p "$1/bin"
  cat > "$1/bin/manifest.sh" <<'ORIGINAL_FILE_END'
#!/usr/bin/env bash
# manifest.sh [--exclude PATTERN]... FOLDER
set -euo pipefail
. "$(dirname "$0")/../lib/common.sh"

usage="usage: manifest.sh [--exclude PATTERN]... FOLDER"
excludes=""
while [ $# -gt 1 ]; do
  case $1 in
    --exclude)
      excludes="$excludes ! -name $2"
      shift 2
      ;;
    *) fail "$usage" 2 ;;
  esac
done
[ $# = 1 ] || fail "$usage" 2

need_folder "$1"
cd $1
for file in $(find . -type f $excludes | LC_ALL=C sort); do
  printf '%s  %s  %s\n' "$(checksum $file)" "$(size_of $file)" "${file#./}"
done
ORIGINAL_FILE_END
  chmod +x "$1/bin/manifest.sh"
}
original_rest() {
  mkdir -p "$1/lib"
  cat > "$1/lib/common.sh" <<'ORIGINAL_FILE_END'
# shared by the scripts in bin

fail() {
  printf '%s: %s\n' "$(basename "$0")" "$1" >&2
  exit "${2:-1}"
}

need_folder() {
  [ -d "$1" ] || fail "no such folder: $1"
}

checksum() {
  sha256sum < "$1" | cut -d ' ' -f 1
}

size_of() {
  wc -c < "$1" | tr -d ' '
}
ORIGINAL_FILE_END
  mkdir -p "$1/bin"
  cat > "$1/bin/verify.sh" <<'ORIGINAL_FILE_END'
#!/usr/bin/env bash
# verify.sh FOLDER MANIFEST
set -euo pipefail
. "$(dirname "$0")/../lib/common.sh"

[ $# = 2 ] || fail "usage: verify.sh FOLDER MANIFEST" 2
need_folder "$1"
[ -f "$2" ] || fail "no such file: $2"

wrong=0
while IFS= read -r line; do
  sum=${line%%  *}
  rest=${line#*  }
  size=${rest%%  *}
  path=${rest#*  }
  if [ ! -f "$1/$path" ]; then
    printf 'missing: %s\n' "$path"
    wrong=1
  elif [ "$(size_of "$1/$path")" != "$size" ] || [ "$(checksum "$1/$path")" != "$sum" ]; then
    printf 'changed: %s\n' "$path"
    wrong=1
  fi
done < "$2"
exit "$wrong"
ORIGINAL_FILE_END
  chmod +x "$1/bin/verify.sh"
  mkdir -p "$1/bin"
  cat > "$1/bin/rotate.sh" <<'ORIGINAL_FILE_END'
#!/usr/bin/env bash
# rotate.sh FOLDER KEEP
set -euo pipefail
. "$(dirname "$0")/../lib/common.sh"

[ $# = 2 ] || fail "usage: rotate.sh FOLDER KEEP" 2
need_folder "$1"
[[ $2 =~ ^[1-9][0-9]*$ ]] || fail "KEEP must be a number above 0" 2

shopt -s nullglob
snapshots=("$1"/snap-[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9])
while [ "${#snapshots[@]}" -gt "$2" ]; do
  rm -rf -- "${snapshots[0]}"
  printf 'removed %s\n' "$(basename "${snapshots[0]}")"
  snapshots=("${snapshots[@]:1}")
done
ORIGINAL_FILE_END
  chmod +x "$1/bin/rotate.sh"
}
original_tests() {
  mkdir -p "$1/tests"
  cat > "$1/tests/run.sh" <<'ORIGINAL_FILE_END'
#!/usr/bin/env bash
# runs each function test_* of tests/test_*.sh in an empty folder of its own
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
bin=$root/bin
passed=0
failed=0

same() { # same WHAT EXPECTED ACTUAL
  [ "$2" = "$3" ] && return
  printf '  %s\n    expected: %q\n    actual:   %q\n' "$1" "$2" "$3"
  exit 1
}

for file in "$root"/tests/test_*.sh; do
  . "$file"
  for name in $(grep -o '^test_[a-z_]*' "$file"); do
    folder=$(mktemp -d)
    if (cd "$folder" && "$name"); then
      passed=$((passed + 1))
    else
      echo "FAILED $name"
      failed=$((failed + 1))
    fi
    rm -rf "$folder"
  done
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
ORIGINAL_FILE_END
  chmod +x "$1/tests/run.sh"
  mkdir -p "$1/tests"
  cat > "$1/tests/test_manifest.sh" <<'ORIGINAL_FILE_END'
empty=e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
hello=5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03

test_manifest_lists_files() {
  mkdir -p docs/sub
  echo hello > docs/sub/b.txt
  : > docs/a.txt
  same list "$empty  0  a.txt
$hello  6  sub/b.txt" "$(bash "$bin/manifest.sh" docs)"
}

test_manifest_sorts_by_bytes() {
  mkdir docs
  touch docs/b docs/a docs/B docs/a.b
  same order "B a a.b b" "$(bash "$bin/manifest.sh" docs | cut -d ' ' -f 5 | paste -s -d ' ')"
}

test_manifest_excludes() {
  mkdir docs
  touch docs/a.txt docs/b.tmp docs/c.bak
  same list "$empty  0  a.txt" "$(bash "$bin/manifest.sh" --exclude '*.tmp' --exclude '*.bak' docs)"
}

test_manifest_of_an_empty_folder() {
  mkdir docs
  same list "" "$(bash "$bin/manifest.sh" docs)"
}

test_manifest_wrong_calls() {
  bash "$bin/manifest.sh" 2> err
  same "exit code without folder" 2 $?
  bash "$bin/manifest.sh" nowhere 2> err
  same "exit code of a missing folder" 1 $?
  same message "manifest.sh: no such folder: nowhere" "$(cat err)"
}
ORIGINAL_FILE_END
  mkdir -p "$1/tests"
  cat > "$1/tests/test_verify.sh" <<'ORIGINAL_FILE_END'
test_verify_is_content() {
  mkdir docs
  echo hello > docs/a.txt
  bash "$bin/manifest.sh" docs > list
  same output "" "$(bash "$bin/verify.sh" docs list)"
}

test_verify_finds_differences() {
  mkdir docs
  echo hello > docs/a.txt
  echo hello > docs/b.txt
  echo hello > docs/c.txt
  bash "$bin/manifest.sh" docs > list
  echo hallo > docs/a.txt
  rm docs/c.txt
  bash "$bin/verify.sh" docs list > out
  same "exit code" 1 $?
  same output "changed: a.txt
missing: c.txt" "$(cat out)"
}

test_verify_takes_names_with_spaces() {
  mkdir docs
  echo hello > "docs/two  words.txt"
  echo "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03  6  two  words.txt" > list
  same output "" "$(bash "$bin/verify.sh" docs list)"
}
ORIGINAL_FILE_END
  mkdir -p "$1/tests"
  cat > "$1/tests/test_rotate.sh" <<'ORIGINAL_FILE_END'
test_rotate_keeps_the_newest() {
  mkdir -p "my snapshots"/snap-2024-01-0{1,2,3,4} "my snapshots/snap-old"
  same output "removed snap-2024-01-01
removed snap-2024-01-02" "$(bash "$bin/rotate.sh" "my snapshots" 2)"
  same left "snap-2024-01-03 snap-2024-01-04 snap-old" "$(ls "my snapshots" | paste -s -d ' ')"
}

test_rotate_wrong_number() {
  mkdir all
  bash "$bin/rotate.sh" all 0 2> err
  same "exit code" 2 $?
}
ORIGINAL_FILE_END
}
copy behaviour; original_tests "$T/behaviour"
quiet behaviour bash tests/run.sh || { bad "the original tests fail:"; cat "$T/out"; }
cat > "$T/check.py" <<'CHECK_END'
import hashlib, os, subprocess, sys, tempfile
scripts = sys.argv[1] + "/bin/"
failed = 0
def run(*args, cwd):
    return subprocess.run(["bash", scripts + args[0], *args[1:]], cwd=cwd, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
def case(name, files, top="docs", excludes=(), gone=(), folder=None):
    global failed
    with tempfile.TemporaryDirectory() as home:
        for f, text in files.items():
            p = os.path.join(home, top, f)
            os.makedirs(os.path.dirname(p), exist_ok=True)
            open(p, "w").write(text)
        os.makedirs(os.path.join(home, top), exist_ok=True)
        want = "".join(f"{hashlib.sha256(files[f].encode()).hexdigest()}  {len(files[f].encode())}  {f}\n" for f in sorted(files, key=lambda f: f.encode()) if f not in gone)
        args = [a for e in excludes for a in ("--exclude", e)]
        r = run("manifest.sh", *args, folder.format(home=home) if folder else top, cwd=home)
        if r.returncode != 0 or r.stdout != want or r.stderr:
            failed += 1
            print(f"- {name}: exit {r.returncode}, stdout {r.stdout!r} instead of {want!r}, stderr {r.stderr[:200]!r}")
        open(os.path.join(home, "list"), "w").write(r.stdout)
        v = run("verify.sh", top, "list", cwd=home)
        if v.returncode != 0 or v.stdout: failed += 1; print(f"- {name}: verify.sh says {v.stdout!r}, {v.stderr!r}")
case("plain", {"a.txt": "x", "sub/b.txt": "yy"})
case("one space", {"Board minutes 2024.pdf": "x", "Board": "other", "minutes": "words"})
case("two spaces", {"two  spaces.txt": "x", "two spaces.txt": "y"})
case("leading and trailing space", {" leading": "x", "trailing ": "y", " both ": "z"})
case("a folder with spaces", {"old years/minutes 1.txt": "x", "old years/a b/c d": "y", "old": "z"})
case("the top folder with spaces", {"a b.txt": "x"}, top="my  documents")
case("an absolute top folder with spaces", {"a b.txt": "x"}, top="my documents", folder="{home}/my documents")
case("glob characters", {"[a].txt": "1", "a.txt": "2", "* star": "3", "what?": "4"})
case("quotes, dollars, backslashes", {"it's": "1", '"q" x': "2", "$HOME x": "3", "a\\b c": "4"})
case("dashes", {"-n": "1", "-e x": "2", "--exclude": "3"})
case("empty folder", {})
case("order", {"a b": "1", "a": "2", "B": "3", "a.b": "4", "a-b": "5", "ä": "6"})
case("pattern with a space", {"old draft 1.txt": "1", "old": "2", "draft": "3", "new draft.txt": "4"}, excludes=["old draft*"], gone=["old draft 1.txt"])
case("two patterns with spaces", {"a b": "1", "c d": "2", "e f": "3"}, excludes=["a b", "c *"], gone=["a b", "c d"])
case("a pattern that matches several files of the folder", {"a.tmp": "1", "b.tmp": "2", "sub/c.tmp": "3", "keep": "4"}, excludes=["*.tmp"], gone=["a.tmp", "b.tmp", "sub/c.tmp"])
with tempfile.TemporaryDirectory() as home:
    for args, code in [((), 2), (("nowhere",), 1), (("no where",), 1), (("--what", "x", "."), 2)]:
        r = run("manifest.sh", *args, cwd=home)
        if r.returncode != code or r.stdout or not r.stderr.startswith("manifest.sh: "): failed += 1; print(f"- manifest.sh {args}: exit {r.returncode} instead of {code}, {r.stdout!r}, {r.stderr!r}")
sys.exit(1 if failed else 0)
CHECK_END
quiet behaviour python3 "$T/check.py" "$T/behaviour" || { bad "the behaviour is not right:"; cat "$T/out"; }
for name in manifest_lists_files manifest_sorts_by_bytes manifest_excludes manifest_of_an_empty_folder manifest_wrong_calls verify_is_content verify_finds_differences verify_takes_names_with_spaces rotate_keeps_the_newest rotate_wrong_number; do
  grep -r -q "test_$name" tests || bad "an original test is gone: test_$name"
done
copy suite
quiet suite make check || { bad "make check is not green:"; tail -15 "$T/out"; }
grep -q '^lint:' Makefile && quiet suite make lint || bad "make lint is gone or red"
copy mutant; original_script "$T/mutant"
quiet mutant make check && bad "make check also passes with the original bin/manifest.sh: it does not cover the bug"
mkdir "$T/orig"; original_rest "$T/orig"
for f in bin/verify.sh bin/rotate.sh lib/common.sh; do cmp -s "$T/orig/$f" "$f" || note "outside the request: $f was changed"; done
[ -x bin/manifest.sh ] || bad "bin/manifest.sh is not executable any more"
finish
