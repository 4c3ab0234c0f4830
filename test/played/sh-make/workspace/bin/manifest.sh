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
