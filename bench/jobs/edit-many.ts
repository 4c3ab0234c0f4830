import type { Seen } from "keelson/testing"
import { carefully, command, edit, inPart, list, look } from "./actions.ts"
import type { Job } from "./job.ts"
import { numbered, padded, picked, script } from "./words.ts"

const PATHS = numbered(12).map((n) => `src/module-${n}.js`)
const TIMEOUTS: Readonly<Record<string, number>> = { alpha: 10, beta: 20, gamma: 0 }
const TEST = "sh test.sh"

function kindOf(path: string, seed: number): string {
  return picked(Object.keys(TIMEOUTS), `${path}/${seed}`)
}

/** Twelve files of sixty lines; what each of them gets depends on what stands in its middle. */
export const editMany: Job = {
  name: "edit-many",
  request: `Each module in src/ says of which kind it is. Set its timeout to 10 if it is of kind alpha, to 20 if it is of kind beta, and leave those of kind gamma as they are. ${TEST} must pass.`,
  checks: { test: TEST },
  wantsChange: true,
  canBeVerified: true,
  canBeRefuted: true,
  files: (seed) => ({
    ...Object.fromEntries(PATHS.map((path) => [path, moduleFile(path, kindOf(path, seed))])),
    "test.sh": script(
      ...PATHS.map((path) => `has ${path} "timeout = ${TIMEOUTS[kindOf(path, seed)]} " || fail ${path}`),
      `n=${PATHS.length}; [ $status = 0 ] && echo "all modules ok: $n"`,
    ),
  }),
  solver: {
    goal: "The timeouts fit the kinds of the modules",
    complexity: "medium",
    changes: "files",
    parts: [
      { title: "Read", goal: "Know the kind of each module in src/", proof: list("src") },
      { title: "Change", goal: "Set the timeouts by the kinds", proof: list("src") },
      { title: "Test", goal: `${TEST} passes`, proof: command(TEST) },
    ],
    next(seen) {
      const paths = [...new Set(seen.all(/\bsrc\/module-\d+\.js/g).map(([path]) => path))]
      const isTested = seen.lastAt(/all modules ok: \d/g) > Math.max(-1, ...paths.map((path) => seen.changedAt(path)))
      if (isTested) return []
      if (paths.length === 0) return inPart(0, list("src"))
      const kinds = kindsIn(seen)
      const unread = paths.filter((path) => !kinds.has(path))
      if (unread.length > 0) return unread.flatMap((path) => inPart(0, look(seen, path, "of kind|timeout =")))
      const isChanged = (path: string) =>
        seen.changedAt(path) >= 0 || seen.has(new RegExp(`timeout = [12]0 // seconds, ${path}`))
      const unchanged = paths.filter((path) => kinds.get(path) !== "gamma" && !isChanged(path))
      const edits = unchanged.map((path) =>
        carefully(
          seen,
          edit(path, "timeout = 0 ", `timeout = ${TIMEOUTS[kinds.get(path) ?? "gamma"]} `),
          "of kind|timeout =",
        ),
      )
      return [...inPart(1, ...edits), ...inPart(2, command(TEST))]
    },
    answer: (seen) =>
      `Set the timeouts of ${[...kindsIn(seen)].filter(([, kind]) => kind !== "gamma").length} modules.`,
    notes: (seen) =>
      [
        ...[...kindsIn(seen)].map(([path, kind]) => `${path} is of kind ${kind}.`),
        ...seen
          .all(/all modules ok: \d+/g)
          .slice(-1)
          .map(([line]) => line),
      ].join("\n"),
  },
  async truth({ seed, read: content, succeeds }) {
    const files = await Promise.all(PATHS.map(content))
    return {
      isDone: PATHS.every((path, index) => files[index] === moduleFile(path, kindOf(path, seed), true)),
      isRed: !(await succeeds(TEST)),
    }
  },
}

function moduleFile(path: string, kind: string, isChanged = false): string {
  const timeout = isChanged ? TIMEOUTS[kind] : 0
  return padded(
    [`// ${path} is of kind ${kind}.`, `export const timeout = ${timeout} // seconds, ${path}`],
    path,
    28,
    28,
  )
}

function kindsIn(seen: Seen): Map<string, string> {
  return new Map(seen.all(/(src\/module-\d+\.js) is of kind (\w+)\./g).map(([, path = "", kind = ""]) => [path, kind]))
}
