import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import type { LogRecord } from "../../../src/journal/run-store.ts"
import { readEvent } from "../../../src/journal/upgrade-event.ts"
import { setStage } from "../../scenarios/play.ts"
import { storeWith } from "../logs.ts"
import { mind } from "../strategy-minds.ts"
import { mannerOf, OLD_RUNS, type OldEntry, type OldLog, type OldRun, optionsOf } from "./cases.ts"

/* What an earlier version wrote, in the middle of a run, right before its end and after it, is read and gone on with. */

const VERSIONS = readdirSync(import.meta.dirname).filter((name) => /^\d/.test(name))

function readLine(version: string, { name }: OldRun, which: number): string {
  const text = readFileSync(join(import.meta.dirname, version, `${name}.jsonl`), "utf8")
  return text.split("\n")[which] ?? ""
}

/** As the store reads it. */
function upgraded({ record, version }: OldEntry): LogRecord {
  return record.kind === "event" ? { kind: "event", event: readEvent(version, record.event) } : record
}

async function goOn(version: string, run: OldRun, which: number) {
  const line = readLine(version, run, which)
  const model = mind(mannerOf(run))
  const { files } = JSON.parse(line) as OldLog
  await using place = await setStage({ name: run.name, model: () => model, files, options: optionsOf(run) })
  const log: OldLog = JSON.parse(line.replaceAll("$WORKSPACE", place.folder))
  const entries = log.entries.map((entry) => ({ ...entry, record: upgraded(entry) }))
  const agent = await place.agent(await storeWith(log.header, entries), model)
  const { id, state } = log.header
  const result = state === "DONE" ? await agent.result(id) : await (await agent.resume(id)).result
  const recorded = new Set(log.entries.map(({ key }) => key))
  return { result, again: model.asked.filter((key) => recorded.has(key)) }
}

describe.each(VERSIONS)("logs of %s", (version) => {
  describe.each(OLD_RUNS)("$name", (run) => {
    it.each([
      ["in its middle", 0],
      ["right before its end", 1],
      ["after its end", 2],
    ])("%s", async (_moment, which) => {
      const { result, again } = await goOn(version, run, which)
      expect(result).toMatchObject({ outcome: "done", verified: true })
      expect(again).toEqual([])
    })
  })
})
