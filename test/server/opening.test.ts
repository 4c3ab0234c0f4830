import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { RunStore } from "../../src/journal/run-store.ts"
import { LAST_SEQ_HEADER } from "../../src/protocol/api/last-seq-header.ts"
import type { LoggedEvent } from "../../src/protocol/log/event.ts"
import { briefOf, partOf } from "../../src/view/brief.ts"
import { EMPTY_PICTURE, pictureAfter, type RunPicture } from "../../src/view/picture.ts"
import { longRun } from "../console/logs/long-run.ts"
import { keep } from "../console/stored.ts"
import { ringer } from "./models.ts"
import { type Place, place } from "./place.ts"

const LONG = longRun(12_000).events
const pictureOf = (events: readonly LoggedEvent[]) => pictureAfter(EMPTY_PICTURE, events)

async function placeWith(id: string, events: readonly LoggedEvent[], secrets = {}): Promise<Place> {
  const there = await place({ model: ringer(), secrets })
  await keep(there.store, id, there.workspace, events)
  return there
}

async function opening(there: Place, query = "") {
  const reply = await there.fetch(`/api/runs/run/opening${query}`)
  const lines = (await reply.text()).trimEnd().split("\n")
  return { total: Number(reply.headers.get(LAST_SEQ_HEADER)), lines: lines.map((line) => JSON.parse(line)) }
}

const json = async (there: Place, path: string) => (await there.fetch(`/api/runs/run/${path}`)).json()

let there: Place
beforeAll(async () => {
  there = await placeWith("run", LONG)
})
afterAll(() => there?.[Symbol.asyncDispose]())

describe("what a run is opened with", () => {
  it("is the log, where it is short", async () => {
    const short = longRun(300).events
    await using own = await placeWith("run", short)
    expect(await opening(own)).toEqual({ total: short.at(-1)?.seq, lines: short })
    expect((await opening(own, `?after=${short.length - 2}`)).lines).toEqual(short.slice(-2))
  })

  it("is a picture of it, where it is long, and before that how far the reading is", async () => {
    const { total, lines } = await opening(there)
    expect(total).toBe(LONG.length)
    const read = lines.slice(0, -1).map(({ read }) => read as number)
    expect(read.length).toBeGreaterThan(3)
    expect(read).toEqual([...read].sort((a, b) => a - b))
    expect(read.at(-1)).toBe(LONG.length)
    expect(lines.at(-1)).toEqual(plain({ picture: briefOf(pictureOf(LONG)) }))
  })

  it("is the log again for who has most of it", async () => {
    expect((await opening(there, `?after=${LONG.length - 100}`)).lines).toEqual(LONG.slice(-100))
  })

  it("says in its place why it could not be read", async () => {
    await using own = await placeWith("run", LONG)
    failAfter(own.store, 3)
    const { lines } = await opening(own)
    expect(lines.slice(0, -1).map((line) => Object.keys(line))).toContainEqual(["read"])
    expect(lines.at(-1)).toMatchObject({ error: { code: "internal_error" } })
  })
})

describe("a long run in parts", () => {
  it("has its pictures, its events and its stages at any place", async () => {
    for (const at of [0, 1, 4999, 5000, 7321]) {
      const picture = (await json(there, `picture?at=${at}`)) as RunPicture
      expect(picture).toEqual(plain(briefOf(pictureOf(LONG.slice(0, at)))))
      expect(await json(there, `log?at=${at}&limit=20`)).toEqual({ events: LONG.slice(at, at + 20) })
    }
    expect(await json(there, "picture")).toEqual(plain(briefOf(pictureOf(LONG))))
    expect(await json(there, "part?stage=turn-7")).toEqual(plain(partOf(pictureOf(LONG), "turn-7")))
    expect(await json(there, `log?at=${LONG.length}`)).toEqual({ events: [] })
  })

  it("is brought up to date with what was added", async () => {
    const begun = LONG.slice(0, -3)
    await using own = await placeWith("run", begun)
    expect(((await json(own, "picture")) as RunPicture).position).toBe(begun.length)
    for (const { key, at, event } of LONG.slice(-3))
      await own.store.signal("run", { key, at, record: { kind: "event", event } })
    expect(await json(own, "picture")).toEqual(plain(briefOf(pictureOf(LONG))))
  })

  it("shows no secret", async () => {
    const events = longRun(5000, "Use hunter2-hunter2 for it.").events
    await using own = await placeWith("run", events, { API_TOKEN: "hunter2-hunter2" })
    for (const path of ["opening", "picture", "part?stage=turn-1", "log?at=0&limit=2"])
      expect(await (await own.fetch(`/api/runs/run/${path}`)).text()).not.toContain("hunter2")
  })

  it("is nobody's who has no token, and is refused where it is not known", async () => {
    for (const path of ["opening", "picture", "part?stage=a"]) {
      expect((await there.fetch(`/api/runs/run/${path}`, { headers: { authorization: "" } })).status).toBe(401)
      expect((await there.fetch(`/api/runs/nobody/${path}`)).status).toBe(404)
    }
    expect((await there.fetch("/api/runs/run/part")).status).toBe(400)
  })
})

describe("the stream of a long run", () => {
  it("begins where each of its readers is, and ends as the run did", async () => {
    const read = async (seq: number) => (await there.fetch(`/api/runs/run/events?after=${seq}`)).text()
    const [late, early] = await Promise.all([read(LONG.length - 2), read(LONG.length - 2000)])
    const seqs = (text: string) => [...text.matchAll(/^id: (\d+)$/gm)].map(([, seq]) => Number(seq))
    expect(seqs(late)).toEqual([LONG.length - 1, LONG.length])
    expect(seqs(early)).toHaveLength(2000)
    for (const text of [late, early, await read(LONG.length)])
      expect(text).toContain('event: end\ndata: {"state":"DONE","outcome":"done","live":false}')
  })
})

/** As it comes over the wire. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

/** A store that breaks after so many reads. */
function failAfter(store: RunStore, reads: number): void {
  const load = store.load.bind(store)
  let count = 0
  store.load = (...asked) => (++count > reads ? Promise.reject(new Error("The disk is gone.")) : load(...asked))
}
