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
