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
