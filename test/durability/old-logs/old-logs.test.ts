import { readdirSync } from "node:fs"
import { describe, expect, it } from "vitest"
import type { Agent } from "../../../src/agent.ts"
import { fromRow } from "../../../src/journal/entry-row.ts"
import type { Limits } from "../../../src/protocol/log/limits.ts"
import type { RunResult } from "../../../src/protocol/log/run.ts"
import { setStage } from "../../scenarios/play.ts"
import { storeWith } from "../logs.ts"
import { mind } from "../strategy-minds.ts"
import { MOMENTS, mannerOf, OLD_RUNS, type OldLog, type OldRun, optionsOf, readLog, WORKSPACE } from "./cases.ts"

/* What a version wrote, in the middle of a run, right before its end and after it, is read and gone on with. */

const VERSIONS = readdirSync(import.meta.dirname).filter((name) => /^\d/.test(name))

/** The run as that moment left it, in a workspace as it was then. */
async function leftAt(version: string, run: OldRun, which: number) {
  const log = await readLog(version, run)
  const files = log.moments[which]?.files ?? {}
  const model = mind(mannerOf(run, "now"))
  const stage = await setStage({ name: run.name, model: () => model, files, options: optionsOf(run) })
  const { moments, rows }: OldLog = JSON.parse(JSON.stringify(log).replaceAll(WORKSPACE, stage.folder))
  const moment = moments[which]
  if (!moment) throw new Error(`${run.name} has no such moment.`)
  const entries = rows.slice(0, moment.entries).map(fromRow)
  const agent = await stage.agent(await storeWith(moment.header, entries), model)
  const recorded = new Set(entries.map(({ key }) => key))
  return {
    agent,
    id: moment.header.id,
    askedAgain: () => model.asked.filter((key) => recorded.has(key)),
    [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose](),
  }
}

/** Resumes it, and allows whatever it asks about. */
async function goOn(agent: Agent, id: string, limits: Partial<Limits>): Promise<RunResult> {
  let result = await agent.result(id)
  do {
    for (const question of result.questions)
      await agent.answer(id, { kind: "approval", decision: "allow" }, question.id)
    result = await (await agent.resume(id, { limits })).result
  } while (result.outcome === "waiting")
  return result
}

describe.each(VERSIONS)("logs of %s", (version) => {
  describe.each(OLD_RUNS)("$name", (run) => {
    const { outcome = "done", more = {} } = run

    it("tells what came of it", async () => {
      await using left = await leftAt(version, run, MOMENTS.indexOf("after its end"))
      expect(await left.agent.result(left.id)).toMatchObject({ outcome })
    })

    // What ended otherwise had its good reasons before its end, too.
    it.each(MOMENTS.filter((moment) => (outcome === "done") !== (moment === "after its end")))(
      "goes on %s",
      async (moment) => {
        await using left = await leftAt(version, run, MOMENTS.indexOf(moment))
        expect(await goOn(left.agent, left.id, more)).toMatchObject({ outcome: "done", verified: true })
        expect(left.askedAgain()).toEqual([])
      },
    )
  })
})
