import { readdir, readFile } from "node:fs/promises"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Fixture, makeFixture } from "../../../../test/support/tool-fixture.ts"
import { applyPatch } from "../apply-patch.ts"

const read = (fixture: Fixture, name: string) => readFile(fixture.path(name), "utf8")
const patch = (fixture: Fixture, text: string) => fixture.run(applyPatch, { patch: text })

describe("whatever two texts differ in", () => {
  const text = fc
    .tuple(
      fc.array(fc.constantFrom("a", "b", "c", "", "-- x", "++ y", "--- x", "@@"), { maxLength: 12 }),
      fc.constantFrom("", "\n"),
    )
    .map(([lines, end]) => (lines.length === 0 ? "" : lines.join("\n") + (lines.at(-1) === "" ? "\n" : end)))

  it("the patch that a diff makes of them leads from one to the other", async () => {
    const { createTwoFilesPatch } = await import("diff")
    await fc.assert(
      fc.asyncProperty(text, text, async (before, after) => {
        fc.pre(before !== after)
        await using fixture = await makeFixture({ "f.txt": before })
        await patch(
          fixture,
          createTwoFilesPatch("a/f.txt", "b/f.txt", before, after, undefined, undefined, { context: 1 }),
        )
        expect(await read(fixture, "f.txt")).toBe(after)
      }),
      { seed: 20261115, numRuns: 200 },
    )
  })

  it("holds for folders too: files come, go and change in one patch", async () => {
    const { createTwoFilesPatch } = await import("diff")
    const folder = fc.dictionary(fc.constantFrom("a.txt", "d/b.txt", "d/c.txt", "e"), text, { noNullPrototype: true })
    await fc.assert(
      fc.asyncProperty(folder, folder, async (before, after) => {
        const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
        const changed = names.filter((name) => before[name] !== after[name])
        fc.pre(changed.length > 0)
        await using fixture = await makeFixture(before)
        const parts = changed.map((name) =>
          createTwoFilesPatch(
            name in before ? `a/${name}` : "/dev/null",
            name in after ? `b/${name}` : "/dev/null",
            before[name] ?? "",
            after[name] ?? "",
          ),
        )
        await patch(fixture, parts.join(""))
        const entries = await readdir(fixture.workspace.root, { recursive: true, withFileTypes: true })
        const left = entries.filter((entry) => entry.isFile()).map(({ name, parentPath }) => `${parentPath}/${name}`)
        expect(left.sort()).toEqual(
          Object.keys(after)
            .map((name) => fixture.path(name))
            .sort(),
        )
        for (const [name, content] of Object.entries(after)) expect(await read(fixture, name)).toBe(content)
      }),
      { seed: 20261115, numRuns: 100 },
    )
  })
})
