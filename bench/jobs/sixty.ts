import type { Seen } from "keelson/testing"
import { carefully, command, edit, inPart, list, look } from "./actions.ts"
import type { Job } from "./job.ts"
import { number, numbered, padded, script } from "./words.ts"

const PATHS = numbered(30).map((n) => `accounts/account-${n}.txt`)
const TEST = "sh test.sh"
const WINDOW = 16_384

const entries = (path: string, seed: number) => [1, 2, 3].map((n) => number(`${path}/${n}/${seed}`, 90))
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** Thirty files to be read and changed in a window that holds less than half of it. */
export const sixty: Job = {
  name: "sixty",
  request: `Each file in accounts/ has three entries and an open balance. Put the sum of its entries in place of the word \`open\` in its balance. ${TEST} must pass.`,
  checks: { test: TEST },
  wantsChange: true,
  canBeVerified: true,
  canBeRefuted: true,
  contextWindow: WINDOW,
  files: (seed) => ({
    ...Object.fromEntries(PATHS.map((path) => [path, account(path, entries(path, seed))])),
    "test.sh": script(
      ...PATHS.map((path) => `has ${path} "balance of ${path}: ${sum(entries(path, seed))}" || fail ${path}`),
      `n=${PATHS.length}; [ $status = 0 ] && echo "all balances ok: $n"`,
    ),
  }),
  solver: {
    goal: "Every account has its balance",
    complexity: "complex",
    changes: "files",
    parts: [
      { title: "List", goal: "Know which accounts are still open", proof: list("accounts") },
      { title: "Balance", goal: "Put the sum into every account", proof: list("accounts") },
      { title: "Test", goal: `${TEST} passes`, proof: command(TEST) },
    ],
    next(seen) {
      const open = openIn(seen)
      if (open === undefined) return inPart(0, OPEN)
      if (open.length === 0)
        return lastChange(seen) < seen.lastAt(/all balances ok: \d/g) ? [] : inPart(2, command(TEST))
      const known = sumsIn(seen)
      const edits = open.flatMap((path) => balance(seen, path, known.get(path)))
      if (edits.length > 0) return [...inPart(1, ...edits)]
      return open.map((path) => ({ ...look(seen, path, "entry|balance"), part: 1 }))
    },
    answer: () => "Every account has its balance now.",
  },
  async truth({ seed, read: content, succeeds }) {
    const files = await Promise.all(PATHS.map(content))
    const isDone = PATHS.every(
      (path, index) => files[index] === account(path, entries(path, seed), sum(entries(path, seed))),
    )
    return { isDone, isRed: !(await succeeds(TEST)) }
  },
}

/** Where one can't remember what is done, the folder tells. */
const OPEN = command("grep -l 'balance of .*: open' accounts/*.txt; echo end of open accounts")

function account(path: string, amounts: readonly number[], total: number | "open" = "open"): string {
  const lines = amounts.map((amount, index) => `entry ${index + 1} of ${path}: ${amount}.`)
  return padded([...lines, `balance of ${path}: ${total}`], path, 16, 16)
}

/** The newest list of open ones without those that are known to have their balance; nothing: nobody can tell. */
function openIn(seen: Seen): string[] | undefined {
  const end = seen.lastAt(/^end of open accounts/gm)
  const start = seen.text.lastIndexOf("Exit code 0,", end)
  const shown = seen.text.slice(start, end)
  if (end < 0 || start < 0 || shown.includes("[…")) return undefined
  const listed = shown.match(/accounts\/account-\d+\.txt/g) ?? []
  return listed.filter((path) => seen.changedAt(path) < 0 && !seen.has(new RegExp(`balance of ${path}: \\d`)))
}

function lastChange(seen: Seen): number {
  return seen.lastAt(/(?:Edited|Wrote) accounts\/\S+ \(/g)
}

function sumsIn(seen: Seen): Map<string, number> {
  const known = new Map<string, Map<string, number>>()
  for (const [, n = "", path = "", amount] of seen.all(/entry (\d) of (accounts\/account-\d+\.txt): (\d+)\./g)) {
    const amounts = known.get(path) ?? new Map<string, number>()
    known.set(path, amounts.set(n, Number(amount)))
  }
  const whole = [...known].filter(([, amounts]) => amounts.size === 3)
  return new Map(whole.map(([path, amounts]) => [path, sum([...amounts.values()])]))
}

function balance(seen: Seen, path: string, total: number | undefined) {
  return total === undefined
    ? []
    : [carefully(seen, edit(path, `balance of ${path}: open`, `balance of ${path}: ${total}`), "entry|balance")]
}
