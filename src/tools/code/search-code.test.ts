import { symlink } from "node:fs/promises"
import { expect, it } from "vitest"
import { makeFixture } from "../../../test/support/tool-fixture.ts"
import { searchCode } from "./search-code.ts"

const PROJECT = {
  ".gitignore": "dist/\n",
  ".env": "needle",
  "dist/a.js": "needle",
  "src/a.ts": "one\r\nneedle 1\r\nthree\r\n",
  "src/b.md": "Needle 2\n",
  "z.bin": Buffer.from("needle\0"),
}

it("shows path, line and text, without ignored, secret and binary files", async () => {
  await using fixture = await makeFixture(PROJECT)
  expect(await fixture.run(searchCode, { pattern: "needle" })).toBe("src/a.ts:2:needle 1")
  expect(await fixture.run(searchCode, { pattern: "NEEDLE", ignore_case: true })).toBe(
    "src/a.ts:2:needle 1\nsrc/b.md:1:Needle 2",
  )
  expect(await fixture.run(searchCode, { pattern: "needle", glob: "*.ts", ignore_case: true })).toBe(
    "src/a.ts:2:needle 1",
  )
  expect(await fixture.run(searchCode, { pattern: "needle", path: "src/a.ts" })).toBe("src/a.ts:2:needle 1")
})

it("shows lines around matches", async () => {
  await using fixture = await makeFixture({ ...PROJECT, "src/c.ts": "needle\n\n\n\n\nneedle" })
  const text = await fixture.run(searchCode, { pattern: "needle \\d", context: 1 })
  expect(text).toBe("src/a.ts-1-one\nsrc/a.ts:2:needle 1\nsrc/a.ts-3-three")
  const groups = await fixture.run(searchCode, { pattern: "needle", context: 1 })
  expect(groups).not.toContain(".env")
  expect(groups.split("\n").filter((line) => line === "--")).toHaveLength(2)
})

it("knows look-around, several lines, and line ends of both kinds", async () => {
  await using fixture = await makeFixture(PROJECT)
  expect(await fixture.run(searchCode, { pattern: "(?<=one\\r\\n)needle" })).toContain("needle 1")
  expect(await fixture.run(searchCode, { pattern: "(?!x)needle 1$" })).toBe("src/a.ts:2:needle 1")
  expect(await fixture.run(searchCode, { pattern: "1$" })).toBe("src/a.ts:2:needle 1")
  expect(await fixture.run(searchCode, { pattern: "Needle 2\\n", path: "src" })).toBe("src/b.md:1:Needle 2")
})

it("says that there are no matches, and what is wrong with a regex", async () => {
  await using fixture = await makeFixture(PROJECT)
  expect(await fixture.run(searchCode, { pattern: "absent", glob: "*.ts" })).toBe(
    "No matches for absent in the workspace (*.ts).",
  )
  expect(await fixture.fail(searchCode, { pattern: "(a" })).toContain("unclosed group")
  expect(await fixture.fail(searchCode, { pattern: "" })).toContain("empty")
  expect(await fixture.fail(searchCode, { pattern: "a", path: "nowhere" })).toContain("does not exist")
})

it("takes patterns and paths that look like options literally", async () => {
  await using fixture = await makeFixture({ "-v": "--files\n" })
  expect(await fixture.run(searchCode, { pattern: "--files", path: "-v" })).toBe("-v:1:--files")
  expect(await fixture.run(searchCode, { pattern: "--pre=sh", glob: "--pre=sh" })).toContain("No matches")
})

it("keeps out of other folders and secret files", async () => {
  await using fixture = await makeFixture(PROJECT)
  await symlink(fixture.outside, fixture.path("out"))
  for (const path of ["..", "/etc", "out", ".env"]) {
    expect(await fixture.fail(searchCode, { pattern: ".", path })).toContain(path)
  }
  expect(await fixture.run(searchCode, { pattern: "outside" })).toContain("No matches")
})

it("cuts long results and long lines, and says so", async () => {
  await using fixture = await makeFixture({
    "a.txt": "hit\n".repeat(205),
    "b.txt": `x${"y".repeat(10_000)}`,
    "c.txt": "many\n".repeat(9000),
  })
  const hits = (await fixture.run(searchCode, { pattern: "hit" })).split("\n")
  expect(hits).toHaveLength(201)
  expect(hits.at(-1)).toBe(
    "[5 matches not shown: 200 lines and 50,000 characters are the most; narrow the search with path, glob or pattern.]",
  )
  expect((await fixture.run(searchCode, { pattern: "xy" })).length).toBeLessThan(500)
  expect(await fixture.run(searchCode, { pattern: "many" })).toContain("[5000 or more matches not shown")
})

it("shows matches before the lines around them, the nearest of those, and says what was left out", async () => {
  const block = (index: number) => [`before ${index}`, `near ${index}`, `hit ${index}`, `after ${index}`]
  const many = Array.from({ length: 150 }, (_, index) => block(index)).flat()
  await using fixture = await makeFixture({ "a.txt": many.join("\n") })
  const lines = (await fixture.run(searchCode, { pattern: "hit", context: 50 })).split("\n")
  expect(lines.filter((line) => /:\d+:hit/.test(line))).toHaveLength(150)
  expect(lines.filter((line) => /-\d+-/.test(line))).toHaveLength(50)
  expect(lines.filter((line) => /-\d+-before/.test(line))).toHaveLength(0)
  expect(lines.slice(-2)).toEqual([
    "[400 lines around matches not shown: 200 lines and 50,000 characters are the most; narrow the search with path, glob or pattern.]",
    "[context 50 was taken as 20, the most.]",
  ])
})

it("filters by globs where ignore files allow instead of forbid, and looks into what they leave out when asked", async () => {
  await using fixture = await makeFixture({
    ".gitignore": "*\n!*/\n!/src/**\n!/CHANGELOG*\n",
    "CHANGELOG.md": "needle",
    "dist/a.js": "needle",
    "src/a.js": "needle",
    "src/b.md": "needle",
  })
  const search = (input: object) => fixture.run(searchCode, { pattern: "needle", ...input })
  expect(await search({ glob: "**/*.js" })).toBe("src/a.js:1:needle")
  expect(await search({ glob: "src/**" })).toBe("src/a.js:1:needle\nsrc/b.md:1:needle")
  expect(await search({})).toBe("CHANGELOG.md:1:needle\nsrc/a.js:1:needle\nsrc/b.md:1:needle")
  expect(await search({ glob: "*.js", include_ignored: true })).toBe("dist/a.js:1:needle\nsrc/a.js:1:needle")
})

it("stops when it is aborted", async () => {
  await using fixture = await makeFixture(PROJECT)
  const signal = AbortSignal.abort(new Error("cancelled"))
  await expect(fixture.run(searchCode, { pattern: "a" }, { signal })).rejects.toThrow("cancelled")
})
