import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { attachmentsOf } from "./attachments.ts"

const folder = mkdtempSync(join(tmpdir(), "keelson-attach-"))
mkdirSync(join(folder, "shots"))
for (const name of ["a.png", "shots/b 1.jpg", "notes.txt"]) writeFileSync(join(folder, name), name)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const named = (request: string, flagged: readonly string[] = []) =>
  attachmentsOf(request, flagged, folder).map(({ data }) => Buffer.from(data).toString())

describe("pictures that come with a request", () => {
  it("are those of the flag, and those that the request names and that are there, each once", () => {
    expect(named("See @a.png, and @a.png.", ["shots/b 1.jpg"])).toEqual(["shots/b 1.jpg", "a.png"])
    expect(named('Compare @"shots/b 1.jpg" and @a.png')).toEqual(["shots/b 1.jpg", "a.png"])
    expect(named(`What is this?\n${folder}/a.png`)).toEqual(["a.png"])
    expect(named(`What is this?\n${folder}/shots/b\\ 1.jpg `)).toEqual(["shots/b 1.jpg"])
  })

  it("are no other files, and nothing that is only spoken of", () => {
    expect(named("Read @notes.txt, make @new.png, send a mail to me@a.png")).toEqual([])
    expect(() => named("See.", ["missing.png"])).toThrow('--attach: "missing.png" is no file.')
  })
})
