import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { crashStore } from "../../src/testing/crash-store.ts"
import { entriesOf } from "../guards/front-door.ts"
import { commandsInPlace, noDeployPhased, noDeployReact, noDeployRounds } from "./order-scenarios.ts"
import { type Played, play, REQUEST, setStage } from "./play.ts"

/** Each task with its end and the last line that the log has of it. */
function endsOf({ events }: Played) {
  return events
    .flatMap(({ event }) => (event.type === "task.ended" ? [event] : []))
    .toSorted((one, other) => one.id - other.id)
    .map(({ status, digest }) => [status, digest.split("\n").at(-1)])
}

describe("the tasks of one batch", () => {
  it("keep their place where a command stands among them", async () => {
    await using played = await play(commandsInPlace)
    expect(endsOf(played).map(([status]) => status)).toEqual(["done", "done", "done", "done", "done"])
    expect(await readFile(join(played.folder, "log.txt"), "utf8")).toBe("one\nthree\n")
    const texts = played.events.flatMap(({ event }) => (event.type === "task.ended" ? [event.digest] : []))
    expect(texts[2]).toBe("one\ntwo")
    expect(texts[4]).toContain("one\nthree")
  })

  it.each([noDeployPhased, noDeployReact])("$name: everything else goes on", async (scenario) => {
    await using played = await play(scenario)
    expect(endsOf(played)).toEqual([
      ["failed", expect.anything()],
      [
        "skipped",
        "Not run: task 1, a command before it, did not succeed, and this one reaches outside of this machine.",
      ],
      ["done", "I was here before."],
      ["done", "Wrote note.txt (1 line, new file)."],
      ["done", expect.stringMatching(/^Exit code 0, /)],
    ])
    expect(await readFile(join(played.folder, "note.txt"), "utf8")).toBe("kept\nmore\n")
    expect(await readdir(played.folder)).not.toContain("deployed.txt")
  })

  it("in rounds nothing after it runs", async () => {
    await using played = await play(noDeployRounds)
    const stopped = ["skipped", "Not run: task 1 did not succeed, which stops the round."]
    expect(endsOf(played).slice(0, 5)).toEqual([["failed", expect.anything()], stopped, stopped, stopped, stopped])
    expect((await readdir(played.folder)).toSorted()).toEqual(["deploy.sh", "there.txt"])
    expect(played.result.outcome).not.toBe("done")
  })
})

describe("a command that only reads", () => {
  it("runs again after a crash hid its outcome; any other is unknown", async () => {
    const seen = new Set<string>()
    for (let write = 2; ; write++) {
      await using stage = await setStage(commandsInPlace)
      let now = 0
      const store = new MemoryStore({ now: () => now })
      const dying = crashStore(store, write)
      await (await stage.agent(dying, commandsInPlace.model())).run(REQUEST).catch(() => undefined)
      if (!dying.hasCrashed) break
      now += 60_000
      const [header] = await store.listRuns()
      await (await (await stage.agent(store, commandsInPlace.model())).resume(header?.id ?? "")).result.catch(() => {})
      for (const { record } of await entriesOf(store))
        if (record.kind === "event" && record.event.type === "task.ended")
          seen.add(`${record.event.id} ${record.event.status}`)
    }
    expect(seen).toContain("1 unknown")
    expect(seen).not.toContain("5 unknown")
  })
})
