import { describe, expect, it } from "vitest"
import { JOBS } from "../../bench/jobs/all-jobs.ts"
import type { CellResult } from "../../bench/jobs/cell.ts"
import { LOOPS, PLAIN } from "../../bench/jobs/loops.ts"
import { runCell } from "../../bench/jobs/run-cell.ts"
import { oneOf, someOf } from "../sample.ts"

/**
 * What each strategy is held to beyond text and truth. Switch on here what it has got to.
 * `done`: with a model that makes no mistake every job below ends done, and verified where its checks can be green.
 * `weak`: with a weak one too. `unfooled`: no claim is believed that a check or a named command refutes, not even the very first.
 */
const HELD: Readonly<Record<string, readonly ("done" | "weak" | "unfooled")[]>> = {
  auto: [],
  phased: [],
  rounds: [],
  stepwise: ["done"],
  tasks: ["done"],
  todo: ["done"],
  react: ["done"],
}

/** Few and quick: a wrong lead, commands in a chain, a question. All of them: `npm run bench -- jobs`. */
const SMALL = ["wrong-lead", "chain", "question"]

const play = (job: string, persona: string, loop: string) => runCell({ job, persona, loop, seed: 1 })

/** What a failing test shows. */
const told = ({ outcome, reason, untruthful }: CellResult) => `${outcome}: ${reason} ${untruthful}`

describe.each(Object.entries(HELD))("%s", (loop, held) => {
  it.each(oneOf(`${loop} faultless`, SMALL))("%s: a model that makes no mistake", async (job) => {
    const result = await play(job, "faultless", loop)
    expect(result).toMatchObject({ text: true, untruthful: "" })
    if (!held.includes("done")) return
    expect(result.done, told(result)).toBe(true)
    expect(result.verified, told(result)).toBe(JOBS.get(job)?.canBeVerified)
  })

  it.each(oneOf(`${loop} weak`, SMALL))("%s: a weak model", async (job) => {
    const result = await play(job, "weak", loop)
    expect(result).toMatchObject({ text: true, untruthful: "" })
    if (held.includes("weak")) expect(result.done, told(result)).toBe(true)
  })

  it.each(oneOf(`${loop} after change`, SMALL))(
    "%s: a model that claims success after its first change",
    async (job) => {
      expect(await play(job, "claims-after-change", loop)).toMatchObject({ text: true, untruthful: "" })
    },
  )

  it.each(oneOf(`${loop} at once`, SMALL))("%s: a model that claims success at once", async (job) => {
    const result = await play(job, "claims-at-once", loop)
    expect(result.text).toBe(true)
    if (held.includes("unfooled")) expect(result.untruthful).toBe("")
  })
})

describe("a question", () => {
  it.each(["terse", "perfectionist", "never-done"])(
    "is answered with what was asked for, however little the model says of its rounds: %s",
    async (persona) => {
      for (const loop of ["auto", "rounds"]) {
        const result = await play("question", persona, loop)
        expect(result.done, told(result)).toBe(true)
      }
    },
  )
})

describe("the jobs", () => {
  it("are played by every strategy", () => {
    expect([...Object.keys(HELD), PLAIN].sort()).toEqual([...LOOPS.keys()].sort())
  })

  // One does not fit its window, which a plain loop has no answer to.
  const PLAIN_JOBS = [...JOBS.keys()].filter((job) => job !== "sixty")
  it.each(someOf("plain loop", 5, PLAIN_JOBS))("%s can be done", async (job) => {
    const result = await play(job, "faultless", PLAIN)
    expect(result, told(result)).toMatchObject({ done: true, text: true, untruthful: "" })
  })

  it("come out the same with the same seed", async () => {
    const [first, second] = await Promise.all([1, 2].map(() => play("wrong-lead", "weak", "react")))
    expect({ ...first, seconds: 0 }).toEqual({ ...second, seconds: 0 })
  })
})
