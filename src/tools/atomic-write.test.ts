import { chmod, readdir, readFile, stat } from "node:fs/promises"
import { expect, it } from "vitest"
import { writeAtomically } from "./atomic-write.ts"
import { makeFixture } from "./fixture.ts"

it("creates folders and replaces content as a whole", async () => {
  await using fixture = await makeFixture()
  await writeAtomically(fixture.path("a/b/c.txt"), "one")
  await writeAtomically(fixture.path("a/b/c.txt"), Buffer.from("two"))
  expect(await readFile(fixture.path("a/b/c.txt"), "utf8")).toBe("two")
  expect(await readdir(fixture.path("a/b"))).toEqual(["c.txt"])
})

it("keeps the mode of an existing file and gives a new one the usual mode", async () => {
  await using fixture = await makeFixture({ "run.sh": "" })
  await chmod(fixture.path("run.sh"), 0o751)
  await writeAtomically(fixture.path("run.sh"), "echo")
  await writeAtomically(fixture.path("new.txt"), "new")
  expect((await stat(fixture.path("run.sh"))).mode & 0o7777).toBe(0o751)
  expect((await stat(fixture.path("new.txt"))).mode & 0o7777).toBe(0o666 & ~process.umask())
})

it("leaves nothing behind when it fails", async () => {
  await using fixture = await makeFixture({ "folder/x": "" })
  await expect(writeAtomically(fixture.path("folder"), "text")).rejects.toThrow()
  expect(await readdir(fixture.workspace.root)).toEqual(["folder"])
})

it("writes names of the greatest length", async () => {
  await using fixture = await makeFixture()
  const name = "n".repeat(255)
  await writeAtomically(fixture.path(name), "text")
  expect(await readdir(fixture.workspace.root)).toEqual([name])
})
