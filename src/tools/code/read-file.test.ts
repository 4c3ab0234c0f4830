import { symlink, truncate } from "node:fs/promises"
import { expect, it } from "vitest"
import { makeFixture } from "../../../test/support/tool-fixture.ts"
import { readFile } from "./read-file.ts"

const numbered = (amount: number) => Array.from({ length: amount }, (_, index) => `line ${index + 1}`)

it("shows a whole file as it is, without byte order mark and carriage returns", async () => {
  await using fixture = await makeFixture({ "a.txt": "\uFEFFone\r\ntwo\r\n", "empty.txt": "" })
  expect(await fixture.run(readFile, { path: "a.txt" })).toBe("one\ntwo")
  expect(await fixture.run(readFile, { path: "./empty.txt" })).toBe("(empty.txt is empty)")
})

it("shows ranges of lines and says where to read on", async () => {
  await using fixture = await makeFixture({ "a.txt": numbered(10).join("\n") })
  const range = (start_line?: number, end_line?: number) =>
    fixture.run(readFile, { path: "a.txt", start_line, end_line })
  expect(await range(3, 4)).toBe("line 3\nline 4\n[a.txt: lines 3-4 of 10. Read on with start_line 5.]")
  expect(await range(9)).toBe("line 9\nline 10\n[a.txt: lines 9-10 of 10.]")
  expect(await range(10, 99)).toBe("line 10\n[a.txt: lines 10-10 of 10.]")
  expect(await range(-5, 99)).toBe(`${numbered(10).join("\n")}\n[start_line -5 was taken as 1, the first line.]`)
  expect(await fixture.fail(readFile, { path: "a.txt", start_line: 11 })).toContain("only 10 lines")
  expect(await fixture.fail(readFile, { path: "a.txt", start_line: 5, end_line: 4 })).toContain("before start_line")
})

it("stops at 2000 lines, at 100 KB, and inside a line that is longer", async () => {
  const wide = Array.from({ length: 300 }, () => "x".repeat(999)).join("\n")
  await using fixture = await makeFixture({
    "long.txt": numbered(2500).join("\n"),
    "wide.txt": wide,
    "one.txt": "y".repeat(150_000),
  })
  expect(await fixture.run(readFile, { path: "long.txt" })).toMatch(
    /line 2000\n\[.*1-2000 of 2500, for 2,000 lines are the most at once\. Read on with start_line 2001\.\]$/,
  )
  expect(await fixture.run(readFile, { path: "wide.txt" })).toMatch(
    /lines 1-100 of 300, for 100,000 characters are the most at once\. Read on with start_line 101\.\]$/,
  )
  const one = await fixture.run(readFile, { path: "one.txt" })
  expect(one.length).toBeLessThan(100_200)
  expect(one).toMatch(
    /\[one\.txt: lines 1-1 of 1\. Line 1 is cut after 100,000 characters; search_code shows parts of it\.\]$/,
  )
})

it("numbers lines on request", async () => {
  await using fixture = await makeFixture({ "a.txt": "one\n\nthree\n" })
  expect(await fixture.run(readFile, { path: "a.txt", line_numbers: true })).toBe("1| one\n2| \n3| three")
  expect(await fixture.run(readFile, { path: "a.txt", start_line: 3, line_numbers: true })).toBe(
    "3| three\n[a.txt: lines 3-3 of 3.]",
  )
})

it("reads a range of a file that is too large to hold", async () => {
  const line = `${"x".repeat(99)}\r\n`
  await using fixture = await makeFixture({ "huge.log": `\uFEFF${line.repeat(250_000)}the last line` })
  const range = (start_line?: number, end_line?: number) =>
    fixture.run(readFile, { path: "huge.log", start_line, end_line })
  expect(await range(200_000, 200_001)).toBe(
    `${"x".repeat(99)}\n${"x".repeat(99)}\n[huge.log: lines 200000-200001 of a file of 25250016 bytes. Read on with start_line 200002.]`,
  )
  expect(await range(250_001)).toBe(
    "the last line\n[huge.log: lines 250001-250001 of a file of 25250016 bytes. The end.]",
  )
  expect(await range()).toMatch(
    /lines 1-1000 of a file of 25250016 bytes, for 100,000 characters are the most at once\. Read on with start_line 1001\.\]$/,
  )
  expect(await fixture.fail(readFile, { path: "huge.log", start_line: 250_002 })).toContain("only 250001 lines")
})

it("reads other encodings and says which", async () => {
  await using fixture = await makeFixture({
    "utf16.txt": Buffer.from("\uFEFFgrüße\r\n你好\r\n", "utf16le"),
    "latin.txt": Buffer.from("gr\xfc\xdfe aus K\xf6ln \x80", "latin1"),
    "gbk.txt": Buffer.from("c4e3bac3a3accac0bde7a3a1", "hex"),
    "utf32.txt": Buffer.from("fffe00006700000072000000", "hex"),
  })
  const read = (path: string) => fixture.run(readFile, { path })
  expect(await read("utf16.txt")).toBe("grüße\n你好\n[utf16.txt: read as UTF-16LE.]")
  expect(await read("latin.txt")).toBe("grüße aus Köln €\n[latin.txt: read as Windows-1252.]")
  expect(await read("gbk.txt")).toBe("你好，世界！\n[gbk.txt: read as GBK.]")
  expect(await fixture.fail(readFile, { path: "utf32.txt" })).toContain("UTF-32 text")
})

it("refuses binary files with their kind and size", async () => {
  await using fixture = await makeFixture({
    "a.png": Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    "b.bin": Buffer.from("ab\0c"),
  })
  expect(await fixture.fail(readFile, { path: "a.png" })).toBe(
    '"a.png" is a binary file (PNG image, 8 bytes), not text.',
  )
  expect(await fixture.fail(readFile, { path: "b.bin" })).toContain("unknown type, 4 bytes")
})

it("refuses folders, huge binary files, secrets and links out of the workspace", async () => {
  await using fixture = await makeFixture({ "src/a.ts": "", "huge.bin": "", ".env": "A=1" })
  await truncate(fixture.path("huge.bin"), 30_000_000)
  await symlink(`${fixture.outside}/secret.txt`, fixture.path("link"))
  expect(await fixture.fail(readFile, { path: "src" })).toContain("list_files")
  expect(await fixture.fail(readFile, { path: "huge.bin" })).toContain("binary file (unknown type, 30000000 bytes)")
  expect(await fixture.fail(readFile, { path: ".env" })).toContain("off limits")
  expect(await fixture.fail(readFile, { path: "link" })).toContain("symbolic link")
})

it("says that a file is missing and what is there instead", async () => {
  await using fixture = await makeFixture({ "src/index.ts": "", "src/idx.ts": "", "src/other.md": "" })
  expect(await fixture.fail(readFile, { path: "src/indx.ts" })).toBe(
    'File "src/indx.ts" does not exist. Names like it in that folder: "idx.ts", "index.ts".',
  )
  expect(await fixture.fail(readFile, { path: "src/zzzzzzzzz" })).toContain("list_files")
  expect(await fixture.fail(readFile, { path: "nope/deep/a.ts" })).toContain('its folder "nope/deep"')
})

it("names its path in one spelling and a short title", () => {
  expect(readFile.paths?.({ path: "./src//x/../a.ts" })).toEqual(["src/a.ts"])
  expect(readFile.title?.({ path: "a.ts", start_line: 3 })).toBe("Read a.ts (lines 3-end)")
})
