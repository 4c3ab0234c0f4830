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
