import { appendFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { CHECKS } from "./checks.ts"
import { diskState } from "./disk.ts"
import { drawInside, playInside } from "./inside-trial.ts"
import type { Observed } from "./observed.ts"
import { CANARIES } from "./work.ts"

/* The campaign sees what is wrong: a sound trial, spoiled in one way after the other. */

let sound: Observed
beforeAll(async () => {
  const trial = drawInside(1, 0)
  sound = await playInside({ ...trial, fault: { group: "none", name: "none" }, strategy: "react" })
})
afterAll(() => sound.place.clear())

const found = (observed: Observed) =>
  Object.entries(CHECKS).flatMap(([promise, check]) => (check(observed).length > 0 ? [promise] : []))

const log = () => sound.logs.at(-1) ?? []
const without = (type: string) =>
  log()
    .filter(({ record }) => !(record.kind === "event" && record.event.type === type))
    .map((entry, index) => ({ ...entry, seq: index + 1 }))
const file = (name: string) => join(sound.place.workspace, name)

describe("the campaign's checks", () => {
  it("find nothing in a sound trial", () => expect(found(sound)).toEqual([]))

  it.each([
    ["an entry that was there before", () => ({ logs: [log(), log().slice(0, -1)] }), "nothing recorded is lost"],
    ["a summary", () => ({ logs: [without("summary.made")] }), "one summary for each end"],
    ["an end", () => ({ logs: [without("run.ended")] }), "one summary for each end"],
    ["a task's own record", () => ({ logs: [without("checkpoint.made")] }), "the facts are what is on the disk"],
  ])("miss %s", (_what, spoiled, promise) => expect(found({ ...sound, ...spoiled() })).toContain(promise))

  it("see what is on the disk and should not be there", async () => {
    const ran = file("ran.txt")
    appendFileSync(ran, "t1\nt999\n")
    expect(found(sound)).toEqual(expect.arrayContaining(["nothing is done twice", "what is recorded is what was done"]))
    writeFileSync(file("stolen.txt"), Buffer.from(CANARIES.inFile).toString("base64"))
    const after = await diskState(sound.place.workspace)
    expect(found({ ...sound, after })).toEqual(
      expect.arrayContaining(["no secret gets out", "the facts are what is on the disk"]),
    )
  })
})
