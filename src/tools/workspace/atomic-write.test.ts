import { chmod, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises"
import { join } from "node:path"
import { expect, it } from "vitest"
import { makeFixture } from "../../../test/support/tool-fixture.ts"
import { stageFile, writeAtomically } from "./atomic-write.ts"
import { holdFolder, openFolder } from "./workspace-folder.ts"

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

it("clears away what a killed process left under its name, and follows no link there", async () => {
  await using fixture = await makeFixture({ "a.txt": "old" })
  await using folder = await openFolder(fixture.workspace.root)
  await stageFile({ folder, name: "a.txt" }, "never finished")
  const [left] = (await readdir(fixture.workspace.root)).filter((name) => name !== "a.txt")
  await rm(fixture.path(left ?? ""))
  await symlink(join(fixture.outside, "secret.txt"), fixture.path(left ?? ""))
  await writeAtomically(fixture.path("a.txt"), "new")
  expect(await readdir(fixture.workspace.root)).toEqual(["a.txt"])
  expect(await readFile(fixture.path("a.txt"), "utf8")).toBe("new")
  expect(await readFile(join(fixture.outside, "secret.txt"), "utf8")).toBe("outside")
})

it.runIf(process.platform === "linux")(
  "puts a staged file into the folder that is held, wherever its path leads by then",
  async () => {
    await using fixture = await makeFixture({ "d/x.txt": "" })
    await using folder = await holdFolder(fixture.workspace.root, fixture.path("d"))
    const staged = await stageFile({ folder, name: "new.txt" }, "new")
    await rename(fixture.path("d"), fixture.path("e"))
    await symlink(fixture.outside, fixture.path("d"))
    await staged.commit()
    expect(await readdir(fixture.path("e"))).toEqual(["new.txt", "x.txt"])
    expect(await readdir(fixture.outside)).toEqual(["secret.txt"])
  },
)
