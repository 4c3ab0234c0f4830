import { readFile as readBytes } from "node:fs/promises"
import { expect, it } from "vitest"
import { makeFixture } from "../fixture.ts"
import { editFile } from "./edit-file.ts"

it("edits a passage and leaves every other byte alone", async () => {
  await using fixture = await makeFixture({ "a.ts": "\uFEFFone\r\ntwo\r\nthree" })
  const output = await fixture.run(editFile, { path: "a.ts", old_text: "two\nthree", new_text: "2\n3" })
  expect(output).toBe("Edited a.ts (1 replacement, line 2).")
  expect(await readBytes(fixture.path("a.ts"), "utf8")).toBe("\uFEFFone\r\n2\r\n3")
})

it("replaces all on request", async () => {
  await using fixture = await makeFixture({ "a.ts": "x\nx\n" })
  const input = { path: "a.ts", old_text: "x", new_text: "y" }
  expect(await fixture.fail(editFile, input)).toContain("at lines 1, 2")
  expect(await fixture.run(editFile, { ...input, replace_all: true })).toBe("Edited a.ts (2 replacements, lines 1, 2).")
})

it("refuses what is missing, binary, or not UTF-8, and leaves it as it is", async () => {
  const latin = Buffer.from("gr\xfc\xdfe", "latin1")
  await using fixture = await makeFixture({ "latin.txt": latin, "a.bin": Buffer.from("ab\0") })
  const edit = (path: string) => fixture.fail(editFile, { path, old_text: "gr", new_text: "x" })
  expect(await edit("latn.txt")).toContain('Names like it in that folder: "latin.txt"')
  expect(await edit("a.bin")).toContain("binary file")
  expect(await edit("latin.txt")).toContain("not UTF-8")
  expect(await readBytes(fixture.path("latin.txt"))).toEqual(latin)
})
