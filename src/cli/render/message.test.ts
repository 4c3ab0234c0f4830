import { describe, expect, it } from "vitest"
import type { OpenQuestion, RunResult } from "../../protocol/log/run.ts"
import { runResult } from "../../run/lifecycle/result.ts"
import { EMPTY_RUN } from "../../view/run-view.ts"
import { messageInShell } from "./message.ts"

const RUNNING = runResult("r1", EMPTY_RUN, 0)

function ended(part: Partial<RunResult>): string {
  return messageInShell({ ...RUNNING, outcome: "incomplete", message: "Half of it.\n\n---\n- **Outcome:** …", ...part })
}

const waiting = (...questions: OpenQuestion[]) => messageInShell({ ...RUNNING, outcome: "waiting", questions })

const APPROVAL = { kind: "approval", id: "a", tool: "ring", summary: "the bell", detail: '{ "name": "x" }' } as const
const WORDS = { kind: "clarification", id: "c", questions: ["Which?", "When?"] } as const

describe("an end in the shell", () => {
  it.each([
    ["max_iterations", "`keelson resume r1 --max-iterations …`"],
    ["max_cost", "`keelson resume r1 --max-cost …`"],
    ["max_prompt_tokens", "`keelson resume r1 --max-tokens …`"],
    ["max_completion_tokens", "`keelson resume r1 --limit max_completion_tokens=…`"],
    ["rounds", "`keelson resume r1`"],
  ])("names the flag that raises %s, where it needs one", (limit, command) => {
    expect(ended({ limit })).toBe(`Half of it.\n\n---\n- **Outcome:** …\n- **Go on with:** ${command}`)
  })

  it("goes on as a fork where code and log disagree", () => {
    expect(ended({ outcome: "blocked", blocked_at: "round-1/plan" })).toContain("`keelson resume r1 --fork`")
  })

  it("names the conversation's own command there, unless flags are needed", () => {
    const stopped = { ...RUNNING, outcome: "cancelled", message: "Stopped." } as const
    expect(messageInShell(stopped, "conversation")).toBe("Stopped.\n- **Go on with:** `/resume`")
    const limited = { ...stopped, limit: "max_cost" }
    expect(messageInShell(limited, "conversation")).toContain("`keelson resume r1 --max-cost …`")
    const asked = { ...RUNNING, outcome: "waiting", questions: [WORDS] } as const
    expect(messageInShell(asked, "conversation")).toMatch(/Answer with: \/resume$/)
  })

  it("speaks the run's language", () => {
    expect(ended({ outcome: "failed", language: "zh" })).toContain("- **继续执行:** `keelson resume r1`")
  })

  it("has nothing to add where all is done", () => {
    expect(ended({ outcome: "done", message: "All." })).toBe("All.")
  })
})

describe("questions in the shell", () => {
  it("each have their command", () => {
    expect(waiting(WORDS, APPROVAL)).toBe(
      [
        "The run needs answers before it can go on:",
        "1. Which?",
        "2. When?",
        'Answer with: keelson answer r1 -q 1 "…"',
        "",
        "The run needs your approval: ring the bell",
        "```",
        "name: x",
        "```",
        'Answer with: keelson answer r1 -q 2 --allow | --always | --deny "…"',
      ].join("\n"),
    )
  })

  it.each([
    [{ about: "plan" }, '--allow | --edit | --plan FILE | --deny "…"'],
    [{ about: "exception" }, '--allow | --deny "…"'],
    [{ rule: { do: "allow", tool: "ring" } }, '--allow | --always | --remember | --deny "…"'],
  ] as const)("offer what can be said to them: %j", (part, ways) => {
    expect(waiting({ ...APPROVAL, ...part } as OpenQuestion)).toContain(`Answer with: keelson answer r1 ${ways}`)
  })
})

it("a run that stopped can be gone on with", () => {
  expect(messageInShell(RUNNING)).toBe("The run has not ended.\nGo on with: keelson resume r1")
})
