import { symlink } from "node:fs/promises"
import { expect, it } from "vitest"
import { makeFixture } from "../../../test/support/tool-fixture.ts"
import { listFiles } from "./list-files.ts"

const PROJECT = {
  ".gitignore": "dist/\nout.ts\n",
  ".git/HEAD": "ref",
  ".github/ci.yml": "",
  ".keelson-0123.tmp": "",
  "README.md": "",
  "dist/a.ts": "",
  "out.ts": "",
  "src/a.ts": "",
  "src/deep/b.tsx": "",
  "src/deep/er/c.ts": "",
}

it("lists folders and files in order, without what git ignores and without git's own", async () => {
  await using fixture = await makeFixture(PROJECT)
  expect((await fixture.run(listFiles, {})).split("\n")).toEqual([
    ".github/",
    ".github/ci.yml",
    ".gitignore",
    "README.md",
    "src/",
    "src/a.ts",
    "src/deep/",
    "src/deep/b.tsx",
    "src/deep/er/",
    "src/deep/er/c.ts",
  ])
})

it("counts what is below the depth, from the folder that is listed", async () => {
  await using fixture = await makeFixture(PROJECT)
  expect(await fixture.run(listFiles, { depth: 1 })).toContain("README.md\nsrc/ (3 files)")
  expect(await fixture.run(listFiles, { path: "src", depth: 1 })).toBe("src/\nsrc/a.ts\nsrc/deep/ (2 files)")
  const shallow = await fixture.run(listFiles, { path: "src/deep/", depth: 0 })
  expect(shallow).toContain("src/deep/er/ (1 file)\n[depth 0 was taken as 1, the least.]")
})

it.each([
  ["*.ts", undefined, ["src/a.ts", "src/deep/er/c.ts"]],
  ["**/*.{ts,tsx}", undefined, ["src/a.ts", "src/deep/b.tsx", "src/deep/er/c.ts"]],
  ["./src/*.ts", undefined, ["src/a.ts"]],
  ["src/deep/", undefined, ["src/deep/b.tsx", "src/deep/er/c.ts"]],
  ["deep/*", "src", ["src/deep/b.tsx"]],
  ["!*.ts", "src", ["src/deep/b.tsx"]],
])("filters by %s in %s, without bringing ignored files back", async (glob, path, expected) => {
  await using fixture = await makeFixture(PROJECT)
  const lines = (await fixture.run(listFiles, { glob, path })).split("\n")
  expect(lines.filter((line) => !line.endsWith("/"))).toEqual(expected)
})

const ALLOW_LIST = {
  ".gitignore": "*\n!.gitignore\n!src/\n!src/**\n!README*\nsrc/secret.ts\n",
  "README.md": "needle",
  "build/out.ts": "needle",
  "src/a.ts": "needle",
  "src/deep/b.md": "needle",
  "src/secret.ts": "needle",
}

it("filters by globs where ignore files allow instead of forbid, and shows what they leave out when asked", async () => {
  await using fixture = await makeFixture(ALLOW_LIST)
  const files = async (input: object) =>
    (await fixture.run(listFiles, input)).split("\n").filter((line) => !line.endsWith("/"))
  expect(await files({ glob: "**/*.ts" })).toEqual(["src/a.ts"])
  expect(await files({ glob: "**/*.nosuchending" })).toEqual(["No files match **/*.nosuchending in the workspace."])
  expect(await files({})).toEqual([".gitignore", "README.md", "src/a.ts", "src/deep/b.md"])
  expect(await files({ glob: "*.ts", include_ignored: true })).toEqual(["build/out.ts", "src/a.ts", "src/secret.ts"])
})

it("folds deep folders when there is too much, and says so", async () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`a/${index % 5}/${index}.txt`, ""]))
  await using fixture = await makeFixture({ ...many, "z.txt": "" })
  expect(await fixture.run(listFiles, {})).toBe(
    [
      "a/",
      ...[0, 1, 2, 3, 4].map((n) => `a/${n}/ (100 files)`),
      "z.txt",
      "[Shown to depth 2, for 400 lines are the most; give a path, a glob or a depth to see more.]",
    ].join("\n"),
  )
})

it("cuts what cannot be folded and says how much is missing", async () => {
  const many = Object.fromEntries(Array.from({ length: 405 }, (_, index) => [`${1000 + index}.txt`, ""]))
  await using fixture = await makeFixture(many)
  const lines = (await fixture.run(listFiles, {})).split("\n")
  expect(lines).toHaveLength(401)
  expect(lines.at(-1)).toBe("[5 more not shown, for 400 are the most; give a glob or a path.]")
})

it("tells empty, missing and wrong places apart", async () => {
  await using fixture = await makeFixture({ "a.txt": "", "empty/": "" })
  await symlink(fixture.outside, fixture.path("out"))
  expect(await fixture.run(listFiles, { path: "empty" })).toBe("No files in empty.")
  expect(await fixture.run(listFiles, { glob: "*.rs" })).toBe("No files match *.rs in the workspace.")
  expect(await fixture.fail(listFiles, { path: "nowhere" })).toContain("does not exist")
  expect(await fixture.fail(listFiles, { path: "a.txt" })).toContain("read_file")
  expect(await fixture.fail(listFiles, { path: "out" })).toContain("symbolic link")
  expect(await fixture.run(listFiles, {})).toBe("a.txt")
})
