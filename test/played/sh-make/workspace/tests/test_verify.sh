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
