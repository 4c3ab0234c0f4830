import {
  readFile as readBytes,
  readdir,
  readFile as readText,
  rename,
  symlink,
  writeFile as writeBytes,
} from "node:fs/promises"
import { expect, it } from "vitest"
import { makeFixture } from "../../../test/support/tool-fixture.ts"
import { contentHash, fileHash } from "../content-hash.ts"
import { ToolFailure } from "../tool.ts"
import { writeFile } from "./write-file.ts"

it("works out a new file without touching anything, then writes it", async () => {
  await using fixture = await makeFixture()
  const change = await fixture.prepare(writeFile, { path: "./src/a.ts", content: "one\ntwo\n" })
  expect(await readdir(fixture.workspace.root)).toEqual([])
  expect(change.changes).toEqual([{ path: "src/a.ts", before: null, after: contentHash("one\ntwo\n") }])
  expect(change.output).toBe("Wrote src/a.ts (2 lines, new file).")
  expect(change.preview).toBe("--- /dev/null\n+++ b/src/a.ts\n@@ -0,0 +1,2 @@\n+one\n+two\n")
  await change.apply()
  expect(await fileHash(fixture.path("src/a.ts"))).toBe(change.changes[0]?.after)
})

it("replaces a file and shows the difference", async () => {
  await using fixture = await makeFixture({ "a.txt": "one\ntwo\n" })
  const change = await fixture.prepare(writeFile, { path: "a.txt", content: "one\n2\n" })
  expect(change.changes).toEqual([{ path: "a.txt", before: contentHash("one\ntwo\n"), after: contentHash("one\n2\n") }])
  expect(change.preview).toBe("--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n")
  expect(change.output).toBe("Wrote a.txt (2 lines, replaced).")
})

it("changes nothing where the content is there already", async () => {
  await using fixture = await makeFixture({ "a.txt": "same" })
  const change = await fixture.prepare(writeFile, { path: "a.txt", content: "same" })
  expect(change).toMatchObject({ changes: [], preview: "", output: "a.txt has this content already." })
  await change.apply()
})

it.each<[string, Uint8Array | string, string, Uint8Array | string, string]>([
  ["line ends", "a\r\nb\r\n", "x\ny\n", "x\r\ny\r\n", "CRLF kept"],
  ["the final line end", "a\nb\n", "x\ny", "x\ny\n", "final line end kept"],
  ["the byte order mark", "\uFEFFa", "b", "\uFEFFb", "byte order mark kept"],
  ["UTF-16", Buffer.from("\uFEFFa", "utf16le"), "ü", Buffer.from("\uFEFFü", "utf16le"), "still UTF-16LE"],
  ["nothing that it can't", Buffer.from("\xfc", "latin1"), "你", "你", "now UTF-8, was Windows-1252"],
])("keeps %s of a file that it replaces", async (_name, before, content, after, note) => {
  await using fixture = await makeFixture({ "a.txt": before })
  expect(await fixture.run(writeFile, { path: "a.txt", content })).toContain(note)
  expect(await readBytes(fixture.path("a.txt"))).toEqual(Buffer.from(after as string))
})

it("takes line ends that come with the content, and adds a final one where there was none", async () => {
  await using fixture = await makeFixture({ "a.txt": "a\r\nb" })
  await fixture.run(writeFile, { path: "a.txt", content: "x\r\ny\n" })
  expect(await readText(fixture.path("a.txt"), "utf8")).toBe("x\r\ny\n")
})

it("does not overwrite what somebody else wrote in the meantime", async () => {
  await using fixture = await makeFixture({ "a.txt": "old" })
  const change = await fixture.prepare(writeFile, { path: "a.txt", content: "new" })
  await writeBytes(fixture.path("a.txt"), "theirs")
  await expect(change.apply()).rejects.toThrow('"a.txt" changed in this moment; nothing was written. Read it again.')
  expect(await readText(fixture.path("a.txt"), "utf8")).toBe("theirs")
})

it("does not show binary content, and gives up on a difference that takes too long", async () => {
  const lines = (word: string) =>
    Array.from({ length: 60_000 }, (_, index) => `${word} ${(index * 7919) % 60_013}`).join("\n")
  await using fixture = await makeFixture({ "a.bin": Buffer.from([0, 1, 2]), "large.txt": lines("before") })
  const binary = await fixture.prepare(writeFile, { path: "a.bin", content: "x" })
  expect(binary.preview).toBe("Binary file a.bin: 3 bytes before, 1 bytes after.\n")
  const large = await fixture.prepare(writeFile, { path: "large.txt", content: lines("after") })
  expect(large.preview).toBe("large.txt: too large a change to show (60000 lines before, 60000 lines after).\n")
})

it("writes through links inside the workspace, and never to a place that became a link out of it", async () => {
  await using fixture = await makeFixture({ "real.txt": "old", "d/x.txt": "old" })
  await symlink("real.txt", fixture.path("alias.txt"))
  expect(await fixture.run(writeFile, { path: "alias.txt", content: "new" })).toBe("Wrote real.txt (1 line, replaced).")
  expect(await readText(fixture.path("real.txt"), "utf8")).toBe("new")

  const change = await fixture.prepare(writeFile, { path: "d/y.txt", content: "new" })
  await rename(fixture.path("d"), fixture.path("e"))
  await symlink(fixture.outside, fixture.path("d"))
  await expect(change.apply()).rejects.toThrow(ToolFailure)
  expect(await readdir(fixture.outside)).toEqual(["secret.txt"])
})

it("refuses folders, secrets and git's own files", async () => {
  await using fixture = await makeFixture({ "src/a.ts": "" })
  for (const path of ["src", ".env", ".git/hooks/pre-commit", "../outside/x", "src/a.ts/b"]) {
    expect(await fixture.fail(writeFile, { path, content: "x" })).toContain(path)
  }
})
