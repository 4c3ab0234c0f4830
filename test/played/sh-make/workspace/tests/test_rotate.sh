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
