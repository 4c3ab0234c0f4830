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
