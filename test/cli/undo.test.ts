import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { type Place, place } from "./keelson.ts"
import { LIST, story } from "./scripts.ts"

const WORK = {
  tasks: [
    { id: 1, tool: "write_file", arguments: { path: "made.md", content: "made\n" }, depends_on: [] },
    { id: 2, tool: "write_file", arguments: { path: "README.md", content: "Rewritten.\n" }, depends_on: [] },
    { id: 3, tool: "run_in_terminal", arguments: { command: "rm old.txt" }, depends_on: [] },
  ],
}

async function afterRun(plans: readonly object[] = [WORK]): Promise<Place> {
  const here = place({ "README.md": "A small project.\n", "old.txt": "old\n", "mine.txt": "mine\n" })
  const server = await here.serve(story({ plans }))
  const end = await here.keelson("run", "tidy up", "--approve", "full", ...here.modelAt(server))
  expect(end.code).toBe(0)
  return here
}

const read = (here: Place, name: string) => readFileSync(join(here.workspace, name), "utf8")

test("undo takes the newest run back and says so file by file; --redo brings it back; then there is nothing more", async () => {
  const here = await afterRun()
  expect(existsSync(join(here.workspace, "old.txt"))).toBe(false)
  const undone = await here.keelson("undo", "-y")
  expect(undone).toMatchObject({
    code: 0,
    stdout: "changed back  README.md\nremoved       made.md\nrestored      old.txt\n",
    stderr: expect.stringMatching(/^Take this back with: keelson undo \S+ --redo\n$/),
  })
  expect([read(here, "README.md"), read(here, "old.txt")]).toEqual(["A small project.\n", "old\n"])
  expect(await here.keelson("undo", "-y")).toMatchObject({
    code: 0,
    stdout: "",
    stderr: expect.stringMatching(/^Run \S+ has nothing to be taken back\.\n$/),
  })
  const redone = await here.keelson("undo", "-y", "--redo", "--json")
  expect(redone).toMatchObject({ code: 0, stderr: "" })
  expect(JSON.parse(redone.stdout)).toMatchObject({
    undo: "undo-2#undo.made",
    files: [
      { path: "README.md", deed: "changed back" },
      { path: "made.md", deed: "restored" },
      { path: "old.txt", deed: "removed" },
    ],
    conflicts: [],
  })
  expect(await here.keelson("undo", "-y", "--redo")).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^keelson: Run \S+ has no undo that could be taken back\.\n$/),
  })
  const { events } = JSON.parse((await here.keelson("show", await newest(here), "--json")).stdout)
  expect(events.map(({ key }: { key: string }) => key).slice(-2)).toEqual(["undo-1#undo.made", "undo-2#undo.made"])
})

test("a file that was changed since is left alone and named, with 1; --force overwrites it", async () => {
  const here = await afterRun()
  here.write("README.md", "Mine now.\n")
  const undone = await here.keelson("undo", "-y", "--yes")
  expect(undone.code).toBe(1)
  expect(undone.stdout).toContain("left alone    README.md: it was changed since\n")
  expect(undone.stderr).toContain("--force")
  expect(read(here, "README.md")).toBe("Mine now.\n")
  expect(await here.keelson("undo", "-y", "--force")).toMatchObject({ code: 0, stdout: "changed back  README.md\n" })
  expect(read(here, "README.md")).toBe("A small project.\n")
})

test("diff shows what a run changed, as a patch, as figures, by round", async () => {
  const here = await afterRun()
  const diff = await here.keelson("diff")
  expect(diff).toMatchObject({ code: 0, stderr: "" })
  expect(diff.stdout).toContain("-A small project.\n+Rewritten.\n")
  expect((await here.keelson("diff", "--stat")).stdout).toContain("3 files changed")
  expect((await here.keelson("diff", "--round", "phase-1/round-1")).stdout).toBe(diff.stdout)
  const refused = await here.keelson("diff", "--round", "phase-9")
  expect(refused).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining('has no round "phase-9"') })
})

test("a run that wrote nothing: one line, nothing else", async () => {
  const here = await afterRun([LIST])
  expect(await here.keelson("diff")).toMatchObject({
    code: 0,
    stdout: "",
    stderr: expect.stringMatching(/^Run \S+ changed no files\.\n$/),
  })
  expect(await here.keelson("undo", "-y")).toMatchObject({ code: 0, stdout: "" })
})

async function newest(here: Place): Promise<string> {
  const [run] = JSON.parse((await here.keelson("runs", "--json")).stdout) as { id: string }[]
  return run?.id ?? ""
}
