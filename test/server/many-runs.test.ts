import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { LAST_SEQ_HEADER } from "../../src/protocol/api/last-seq-header.ts"
import { busyRinger, gated, ringer } from "./models.ts"
import { ended, type Place, place, QUICK } from "./place.ts"

type Told = { readonly run: string; readonly name: string; readonly data: unknown }

/** Reads a stream of many runs to its end. */
async function readMany(there: Place, ...runs: readonly string[]): Promise<Told[]> {
  const reply = await there.fetch(`/api/events?${runs.map((run) => `run=${encodeURIComponent(run)}`).join("&")}`)
  let run = ""
  return (await reply.text()).split("\n\n").flatMap((block) => {
    const [, name] = /^event: (.*)$/m.exec(block) ?? []
    const [, data] = /^data: (.*)$/m.exec(block) ?? []
    if (name === undefined || data === undefined) return []
    if (name === "run") run = JSON.parse(data) as string
    return name === "run" ? [] : [{ run, name, data: JSON.parse(data) as unknown }]
  })
}

const seqsOf = (told: readonly Told[], run: string) =>
  told.flatMap((each) => (each.run === run && each.name === "fact" ? [(each.data as { seq: number }).seq] : []))

describe("many runs over one connection", () => {
  it("are told each from its own number on, until all have ended", async () => {
    const model = gated(busyRinger(3), "turn-2/reply")
    await using there = await place({ model, agent: { settings: { reflection: "off" } } })
    const live = await there.start()
    await model.reached
    model.open()
    await ended(there, live)
    const quiet = await there.start()
    await ended(there, quiet)
    const whole = await readMany(there, `${live}@0`, `${quiet}@4`)
    const inLog = async (id: string) =>
      (await there.store.load(id)).flatMap(({ seq, record }) => (record.kind === "event" ? [seq] : []))
    expect(seqsOf(whole, live)).toEqual(await inLog(live))
    expect(seqsOf(whole, quiet)).toEqual((await inLog(quiet)).filter((seq) => seq > 4))
    expect(whole.filter(({ name }) => name === "end").map(({ run }) => run)).toEqual(
      expect.arrayContaining([live, quiet]),
    )
  })

  it("don't suffer from one that is not there; what is no run and number is refused", async () => {
    await using there = await place({ model: ringer() })
    const id = await there.start()
    await ended(there, id)
    const told = await readMany(there, "nobody@0", `${id}@0`)
    expect(told.find(({ name }) => name === "refused")).toMatchObject({
      run: "nobody",
      data: { status: 404, error: { code: "not_found" } },
    })
    expect(told.find(({ name }) => name === "end")?.run).toBe(id)
    for (const query of ["", "?run=abc", "?run=a@b"])
      expect((await there.fetch(`/api/events${query}`)).status).toBe(400)
  })
})

describe("what a page loads", () => {
  it("a log comes in lines, with the number of the last event ahead", async () => {
    await using there = await place({ model: ringer() })
    const id = await there.start()
    await ended(there, id)
    const plain = (await (await there.fetch(`/api/runs/${id}/log`)).json()) as { events: { seq: number }[] }
    const reply = await there.fetch(`/api/runs/${id}/log`, { headers: { accept: "application/x-ndjson" } })
    const lines = (await reply.text()).trim().split("\n")
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(plain.events)
    expect(reply.headers.get(LAST_SEQ_HEADER)).toBe(String(plain.events.at(-1)?.seq))
  })

  it("files are compressed where they have a way to go, and only there", async () => {
    await using there = await place({ model: ringer() })
    const consoleFolder = join(there.root, "console")
    await mkdir(consoleFolder)
    await writeFile(join(consoleFolder, "index.html"), "<p>the console</p>".repeat(100))
    const encodings = []
    for (const hosts of [["127.0.0.1"], ["0.0.0.0"]]) {
      const server = await there.another({ consoleFolder, hosts, tuning: QUICK })
      const reply = await fetch(`http://127.0.0.1:${server.port}/`)
      encodings.push([reply.headers.get("content-encoding"), (await reply.text()).length])
    }
    expect(encodings).toEqual([
      [null, 1800],
      ["gzip", 1800],
    ])
  })
})
