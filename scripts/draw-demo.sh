#!/usr/bin/env bash
# Draws docs/demo.svg from a real run of the demo in a real terminal (needs tmux and a build).
set -euo pipefail
cd "$(dirname "$0")/.."
session="keelson-demo-$$"
tmux new-session -d -s "$session" -x 104 -y 46 "PS1= TERM=xterm-256color PATH=$PWD/node_modules/.bin:$PATH bash --norc"
trap 'tmux kill-session -t "$session"' EXIT
tmux send-keys -t "$session" 'clear; keelson() { node bin/keelson.js "$@"; }; clear; keelson demo; tmux wait-for -S shown-'"$session" Enter
tmux wait-for "shown-$session"
tmux capture-pane -e -p -S - -t "$session" |
  sed -e 's#/tmp/keelson-demo-[A-Za-z0-9]*#/tmp/keelson-demo#g' -e '/^keelson demo/d' |
  awk '/Look at the run again/ { exit } { print }' |
  node scripts/terminal-svg-main.ts > docs/demo.svg
