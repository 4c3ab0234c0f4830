import { carefully, command, edit, inPart, look, read } from "./actions.ts"
import type { Job } from "./job.ts"
import { number, padded, script } from "./words.ts"

const TEST = "sh test.sh"

function right(seed: number): number {
  return 10 + number(`rate/${seed}`, 15)
}

/** The test accuses the discount; the total is wrong because a rate is not what the notes say. */
export const wrongLead: Job = {
  name: "wrong-lead",
  request: `${TEST} fails. Find the cause and fix it where it is; leave the test and everything else alone.`,
  checks: { test: TEST },
  wantsChange: true,
  canBeVerified: true,
  canBeRefuted: true,
  files: (seed) => ({
    "test.sh": script(
      ". lib/total.sh",
      `[ "$(total 100)" = "${100 + right(seed)}" ] || fail "total 100: expected ${100 + right(seed)}, got $(total 100). See lib/discount.sh."`,
      '[ $status = 0 ] && echo "ok - total is $(total 100)"',
    ),
    "lib/total.sh": code("lib/total.sh", [
      ". lib/discount.sh",
      ". lib/rates.sh",
      "total() { discount $(($1 + $1 * TAX / 100)); }",
    ]),
    "lib/discount.sh": code("lib/discount.sh", [
      "# No discount below 1000.",
      'discount() { [ "$1" -ge 1000 ] && echo $(($1 * 9 / 10)) || echo "$1"; }',
    ]),
    "lib/rates.sh": code("lib/rates.sh", [`TAX=${right(seed) - 5} # rate of docs/rates.md`]),
    "docs/rates.md": `# Rates\n\nThe tax rate is ${right(seed)} percent.\n`,
  }),
  solver: {
    goal: `${TEST} passes because its cause is fixed`,
    complexity: "medium",
    changes: "files",
    parts: [
      { title: "Find", goal: "Find the cause of the failing test", proof: read("test.sh") },
      { title: "Fix", goal: "Fix the cause where it is", proof: read("lib/rates.sh") },
      { title: "Test", goal: `${TEST} passes`, proof: command(TEST) },
    ],
    next(seen) {
      const fixed = seen.changedAt("lib/rates.sh")
      const isGreen = seen.lastAt(/ok - total is \d/g) > fixed
      if (isGreen) return []
      if (fixed >= 0) return inPart(2, command(TEST))
      if (!seen.has(/not ok - total|See lib\/discount/)) return inPart(0, command(TEST), read("test.sh"))
      if (!seen.has("No discount below"))
        return inPart(0, look(seen, "lib/discount.sh", "discount"), look(seen, "lib/total.sh", "lib|TAX"))
      if (!seen.has("discount $(($1 + $1 * TAX")) return inPart(0, look(seen, "lib/total.sh", "lib|TAX"))
      const wrong = seen.all(/TAX=(\d+) # rate/g).at(-1)?.[1]
      const wanted = seen.text.match(/tax rate is (\d+) percent/)?.[1]
      if (!wrong || !wanted)
        return inPart(
          0,
          ...(wrong ? [] : [look(seen, "lib/rates.sh", "TAX=")]),
          ...(wanted ? [] : [read("docs/rates.md")]),
        )
      return [
        ...inPart(1, carefully(seen, edit("lib/rates.sh", `TAX=${wrong} #`, `TAX=${wanted} #`), "TAX=")),
        ...inPart(2, command(TEST)),
      ]
    },
    answer: () => "The tax rate in lib/rates.sh was not that of docs/rates.md; the discount was not to blame.",
    notes: (seen) => (seen.has(/TAX=\d+ # rate/) ? "The cause is the tax rate in lib/rates.sh." : ""),
  },
  async truth({ seed, read: content, succeeds }) {
    const [rates, test, discount] = await Promise.all(["lib/rates.sh", "test.sh", "lib/discount.sh"].map(content))
    const before = wrongLead.files(seed)
    const isRed = !(await succeeds(TEST))
    const isKept = test === before["test.sh"] && discount === before["lib/discount.sh"]
    return { isDone: !isRed && isKept && (rates ?? "").includes(`TAX=${right(seed)} `), isRed }
  },
}

function code(path: string, lines: readonly string[]): string {
  return padded(lines, path, 24, 24).replaceAll(/^\/\//gm, "#")
}
