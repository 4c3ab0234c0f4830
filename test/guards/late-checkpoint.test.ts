import { existsSync } from "node:fs"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Checkpoints, openCheckpoints } from "../../src/checkpoints/checkpoints.ts"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { calls } from "../../src/testing/script-line.ts"
import { type Played, play, type Scenario } from "../scenarios/play.ts"
import { ManualClock } from "../support/manual-clock.ts"
import { eventsOf } from "./front-door.ts"

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "keelson-late-"))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Nobody's patience is enough for the first look, until somebody lets it come to its end. */
function slowAtFirst(): { readonly checkpoints: Checkpoints; release(): Promise<void> } {
  // Its own way to follow a signal would lead past the one that is held up here.
  const { under: _under, ...real } = openCheckpoints(folder)
  const held = Promise.withResolvers<void>()
  const taken: Promise<unknown>[] = []
  const take: Checkpoints["take"] = (...given) => {
    const tree = held.promise.then(() => real.take(...given))
    taken.push(tree)
    return tree
  }
  const release = async () => {
    held.resolve()
    // One look leads to another: over is what no look follows.
    for (let known = 0; known < taken.length; ) {
      known = taken.length
      await Promise.allSettled(taken)
      await new Promise(setImmediate)
    }
  }
  return { checkpoints: { ...real, take }, release }
}

/** A command in each of two turns; before the second one is asked for the folder is read at last. */
function twoTurns(options: Scenario["options"], beforeSecond = async () => {}): Scenario {
  const command = (line: string) => ({ call: "run_in_terminal", input: { command: line } })
  const model = () => {
    const lines = keyedModel({
      "turn-1/reply": calls([command("echo one > one.txt; echo out > src/a.ts")]),
      "turn-2/reply": calls([command("echo two > two.txt")]),
      "turn-3/reply": { call: "task_done", input: { summary: "Both are there." } },
    })
    return {
      ...lines,
      async *stream(...asked: Parameters<typeof lines.stream>) {
        if (asked[0].purpose.key.startsWith("turn-2")) await beforeSecond()
        yield* lines.stream(...asked)
      },
    }
  }
  return {
    name: "late",
    model,
    files: { "src/a.ts": "export {}\n" },
    options: { strategy: react, checks: {}, ...options },
  }
}

const WAIT_MS = 5555
/** When it is said that a checkpoint takes long. */
const SAID_AFTER_MS = 800

const named = ({ result }: Played) => result.files.map(({ path }) => path)

describe("a checkpoint that takes longer than the run waits for it", () => {
  it("costs the undo of what it would have covered, and says so; later ones cover the rest", async () => {
    const { checkpoints, release } = slowAtFirst()
    const clock = new ManualClock()
    const timeIsUp = clock.armed(WAIT_MS).then(() => clock.advance(WAIT_MS))
    const limits = { checkpoint_wait_ms: WAIT_MS }
    await using played = await play(twoTurns({ checkpoints, limits, clock }, release))
    await timeIsUp
    expect(await eventsOf(played.store, "checkpoint.missed")).toEqual([
      { type: "checkpoint.missed", stage: "turn-1", ms: WAIT_MS },
    ])
    expect(played.result.outcome).toBe("done")
    expect(played.result.facts).toMatch(/\*\*No undo:\*\* turn 1.* not kept within 5.555 s/)
    expect(named(played)).toEqual(["two.txt"])
    await played.agent.undo(played.result.run_id)
    expect(existsSync(join(played.folder, "two.txt"))).toBe(false)
    expect(existsSync(join(played.folder, "one.txt"))).toBe(true)
  })

  it("is waited for where it holds the run to its scope", async () => {
    const { checkpoints, release } = slowAtFirst()
    const clock = new ManualClock()
    const isOver = clock.armed(SAID_AFTER_MS).then(() => {
      clock.advance(2 * WAIT_MS)
      return release()
    })
    const limits = { checkpoint_wait_ms: WAIT_MS }
    await using played = await play(twoTurns({ checkpoints, limits, clock, scope: ["*.txt"] }))
    await isOver
    expect(await eventsOf(played.store, "checkpoint.missed")).toEqual([])
    expect(await readFile(join(played.folder, "src/a.ts"), "utf8")).toBe("export {}\n")
    expect(named(played)).toEqual(["one.txt", "two.txt"])
  })
})
