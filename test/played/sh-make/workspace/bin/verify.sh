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
