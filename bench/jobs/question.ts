import { inPart, look, read } from "./actions.ts"
import type { Job } from "./job.ts"
import { number, padded } from "./words.ts"

function limitOf(seed: number): number {
  return 100 + number(`limit/${seed}`, 800)
}

/** A question whose answer stands two files away from where one looks first; nothing is to be changed. */
export const question: Job = {
  name: "question",
  request: "How many requests a minute does the gateway let through, and which file decides it?",
  checks: { test: "sh test.sh" },
  wantsChange: false,
  canBeVerified: false,
  canBeRefuted: false,
  files: (seed) => ({
    "README.md": "# Gateway\n\nIts settings are read by src/gateway.js.\n",
    "src/gateway.js": padded(["// The limit is that of the plan; see src/plans.js."], "src/gateway.js", 30, 30),
    "src/plans.js": padded([`export const limit = ${limitOf(seed)} // requests a minute`], "src/plans.js", 30, 30),
    "test.sh": "exit 0\n",
  }),
  solver: {
    goal: "Say how many requests a minute are let through, and by which file",
    complexity: "simple",
    changes: "none",
    parts: [
      { title: "Look", goal: "Find where the gateway has its limit from", proof: read("src/gateway.js") },
      { title: "Read", goal: "Read the number that decides it", proof: read("src/plans.js") },
      { title: "Answer", goal: "Answer with the number and the file", proof: read("src/plans.js") },
    ],
    next(seen) {
      if (seen.has(/limit = \d+ \/\/ requests/)) return []
      if (seen.has("see src/plans.js")) return inPart(1, look(seen, "src/plans.js", "limit ="))
      return seen.has("read by src/gateway.js")
        ? inPart(0, look(seen, "src/gateway.js", "limit"))
        : inPart(0, read("README.md"))
    },
    answer: (seen) => {
      const limit = seen.text.match(/limit = (\d+) \/\/ requests/)?.[1]
      return limit ? `${limit} requests a minute; src/plans.js decides it.` : "I don't know yet."
    },
    notes: (seen) => seen.text.match(/limit = \d+ \/\/ requests/)?.[0].concat(" (src/plans.js)") ?? "",
  },
  async truth({ seed, read: content, answer }) {
    const before = question.files(seed)
    const [plans, gateway] = await Promise.all(["src/plans.js", "src/gateway.js"].map(content))
    const isKept = plans === before["src/plans.js"] && gateway === before["src/gateway.js"]
    return { isDone: isKept && answer.includes(String(limitOf(seed))) && answer.includes("src/plans.js"), isRed: false }
  },
}
