import type { Seen, Solver, Wanted } from "../../src/testing/simulated/index.ts"

/* What every trial is asked to do: files that are made and changed, and commands that must not run twice. */

export const REQUEST = "Make out/one.txt and out/two.txt, say new in notes.txt, and run both commands."

/** Stands for a number that no other call has; the endpoint puts it in. */
export const TOKEN = "@@"

/** The folder at the beginning. */
export const FILES: Readonly<Record<string, string>> = {
  "README.md": "A small project.\n",
  "notes.txt": "the old line\nanother line\n",
}

/** What is planted where no model, no log and no screen may ever see it. */
export const CANARIES = {
  inEnvironment: "kx9canaryQfEnv7Lm2PzTr8Wd4Yb6Nc1Vh3Js5",
  inFile: "kx9canaryRgFile5Hn8BtMq2Xw7Zc4Vd1Lp6Ks3",
} as const

const PLACES = ["first", "second"] as const

/** Leaves a line with a number of its own, and says something that the command line does not. */
function command(place: string): Wanted {
  const line = `echo ${TOKEN} >> ran.txt && printf 'ran-%s\\n' ${place}`
  return { tool: "run_in_terminal", arguments: { command: line }, part: 1 }
}

const WRITES: readonly (Wanted & { readonly path: string })[] = [
  { path: "out/one.txt", tool: "write_file", arguments: { path: "out/one.txt", content: "one\n" }, part: 0 },
  { path: "out/two.txt", tool: "write_file", arguments: { path: "out/two.txt", content: "two\n" }, part: 0 },
  {
    path: "notes.txt",
    tool: "edit_file",
    arguments: { path: "notes.txt", old_text: "the old line", new_text: "the new line" },
    part: 0,
  },
]

/** How one goes about it who knows the request alone. */
export const solver: Solver = {
  goal: "The files are there and the commands have run",
  complexity: "medium",
  changes: "files",
  parts: [
    { title: "Write", goal: "Both files are made and the notes changed", proof: list() },
    { title: "Run", goal: "Both commands have run", proof: list() },
  ],
  next: (seen) => [...writesLeft(seen), ...commandsLeft(seen)],
  answer: (seen) => (seen.has("ran-second") ? "The files are made and the commands have run." : "It is under way."),
  notes: (seen) => PLACES.flatMap((place) => (seen.has(`ran-${place}`) ? [`ran-${place} was seen.`] : [])).join("\n"),
}

function writesLeft(seen: Seen): Wanted[] {
  return WRITES.filter(({ path }) => seen.changedAt(path) < 0).map(({ path: _path, ...wanted }) => wanted)
}

function commandsLeft(seen: Seen): Wanted[] {
  return PLACES.filter((place) => !seen.has(`ran-${place}`)).map(command)
}

function list() {
  return { tool: "list_files", arguments: { path: "." } }
}
