import { readFile as readBytes } from "node:fs/promises"
import { expect, it } from "vitest"
import { makeFixture } from "../../../test/support/tool-fixture.ts"
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

it("makes several edits or none", async () => {
  await using fixture = await makeFixture({ "a.ts": "one\ntwo\nthree\n" })
  const edits = [
    { old_text: "one", new_text: "1" },
    { old_text: "three", new_text: "3" },
  ]
  expect(editFile.title?.({ path: "a.ts", edits })).toBe("Edit a.ts (2 edits)")
  const failing = { path: "a.ts", edits: [...edits, { old_text: "four", new_text: "4" }] }
  expect(await fixture.fail(editFile, failing)).toContain("Edit 3: old_text is not in")
  expect(await readBytes(fixture.path("a.ts"), "utf8")).toBe("one\ntwo\nthree\n")
  expect(await fixture.run(editFile, { path: "a.ts", edits })).toBe("Edited a.ts (2 replacements, lines 1, 3).")
  expect(await readBytes(fixture.path("a.ts"), "utf8")).toBe("1\ntwo\n3\n")
})

it.each([
  ["Windows-1252", Buffer.from("gr\xfc\xdfe\r\n", "latin1"), Buffer.from("hall\xf6chen\xfc\xdfe\r\n", "latin1")],
  ["UTF-16", utf16("grüße\r\n"), utf16("hallöchenüße\r\n")],
  ["UTF-16, big end first", utf16("grüße").swap16(), utf16("hallöchenüße").swap16()],
])("keeps the encoding: %s", async (_name, before, after) => {
  await using fixture = await makeFixture({ "a.txt": before })
  await fixture.run(editFile, { path: "a.txt", old_text: "gr", new_text: "hallöchen" })
  expect(await readBytes(fixture.path("a.txt"))).toEqual(after)
})

it("keeps GBK, and refuses what it can't write", async () => {
  const before = Buffer.from("c4e3bac3a3accac0bde7a3a1", "hex")
  await using fixture = await makeFixture({ "a.txt": before })
  await fixture.run(editFile, { path: "a.txt", old_text: "世界", new_text: "中国" })
  expect(new TextDecoder("gbk").decode(await readBytes(fixture.path("a.txt")))).toBe("你好，中国！")
  expect(await fixture.fail(editFile, { path: "a.txt", old_text: "中国", new_text: "👋" })).toContain("is GBK")
})

it("refuses what is missing, binary, or in no clean encoding, and leaves it as it is", async () => {
  const broken = Buffer.concat([utf16("gr"), Buffer.from("x")])
  await using fixture = await makeFixture({ "latin.txt": broken, "a.bin": Buffer.from("ab\0") })
  const edit = (path: string) => fixture.fail(editFile, { path, old_text: "gr", new_text: "x" })
  expect(await edit("latn.txt")).toContain('Names like it in that folder: "latin.txt"')
  expect(await edit("a.bin")).toContain("binary file")
  expect(await edit("latin.txt")).toContain("binary file")
  expect(await readBytes(fixture.path("latin.txt"))).toEqual(broken)
})

function utf16(text: string): Buffer {
  return Buffer.from(`\uFEFF${text}`, "utf16le")
}
