import { describe, expect, it } from "vitest"
import { STRATEGIES } from "../../src/strategies/index.ts"
import { type Manner, mind } from "../durability/strategy-minds.ts"
import { oneOf } from "../sample.ts"
import { play } from "./play.ts"

/* Whenever the checks run, every strategy is told what fails and mends it. */

const COMMAND = "grep good state"

/** Writes something bad until it hears that the check fails. */
function learning(manner: Pick<Manner, "complexity">) {
  const bad = mind({ ...manner, content: "bad", ends: "claims" })
  const good = mind({ ...manner, content: "good", ends: "claims" })
  return {
    ...bad,
    stream: (...[request, signal]: Parameters<typeof bad.stream>) => {
      const isTold = JSON.stringify(request.messages).includes(`(${COMMAND}): failed`)
      return (isTold ? good : bad).stream(request, signal)
    },
  }
}

describe.each([...STRATEGIES])("%s", (name, strategy) => {
  it.each(oneOf(`${name} mends`, ["round", "phase", "end"] as const))(
    "mends what fails, with checks at the %s",
    async (verify) => {
      await using played = await play({
        name,
        request: "Make the test pass.",
        model: () => learning(name === "auto" ? { complexity: "simple" } : {}),
        options: { strategy, verify, checks: { test: COMMAND } },
      })
      expect(played.result).toMatchObject({ outcome: "done", verified: true, checks: [{ status: "passed" }] })
      const ends = played.events.flatMap(({ event }) => (event.type === "check.ended" ? [event] : []))
      expect(ends.map(({ status }) => status)).toEqual(["failed", "passed"])
    },
  )

  it("is unverified where checks are switched off", async () => {
    await using played = await play({
      name,
      model: () => mind({ content: "bad", ends: "claims" }),
      options: { strategy, verify: "off", checks: { test: COMMAND } },
    })
    expect(played.result).toMatchObject({ outcome: "done", verified: false, checks: [] })
  })
})
