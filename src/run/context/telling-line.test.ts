import { expect, it } from "vitest"
import { tellingLine } from "./telling-line.ts"

it.each([
  ["Exit code 1, 1.4 s.\n\n> a@1.0.0 test\n> node --test\n\n✔ fails on letters\n✖ adds cents\n", "✖ adds cents"],
  ["Exit code 2, 0.1 s.\nnothing of the usual kind\n", "nothing of the usual kind"],
  ["Exit code 1, 2.6 s.", "Exit code 1, 2.6 s."],
  ["Killed by SIGKILL, 3.0 s.\n", "Killed by SIGKILL, 3.0 s."],
  [
    "Key lines:\n212: not ok 7 - adds cents\nHead and tail:\nExit code 1, 1.4 s.\n> node --test\n[900 lines, 9000 characters; whole: r1t2]",
    "not ok 7 - adds cents",
  ],
  ["No such file: a.txt\nSee the list.", "No such file: a.txt"],
  [
    "Exit code 128, 0.4 s.\nNet revenue = quantity × price.\nfatal: not a git repository\n",
    "fatal: not a git repository",
  ],
  ["", ""],
])("tells of %j the line that says why", (digest, line) => {
  expect(tellingLine(digest)).toBe(line)
})
