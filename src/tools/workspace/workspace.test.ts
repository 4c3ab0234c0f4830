import { execFileSync } from "node:child_process"
import { mkdir, readdir, rename, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { makeFixture } from "../../../test/support/tool-fixture.ts"
import { ToolFailure } from "../tool.ts"
import { openWorkspace, WorkspaceError } from "./workspace.ts"

describe("openWorkspace", () => {
  it("refuses a folder that is not there and a file, each in one line", async () => {
    await using fixture = await makeFixture({ "a.txt": "" })
    for (const path of [fixture.path("missing"), fixture.path("a.txt")]) {
      const error = await openWorkspace(path).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(WorkspaceError)
      expect(String(error)).toContain(path)
      expect(String(error)).not.toContain("\n")
    }
  })

  it("knows its root by its real name and by the name that was given", async () => {
    await using fixture = await makeFixture({ "a.txt": "" })
    const link = join(fixture.outside, "link")
    await symlink(fixture.workspace.root, link)
    const workspace = await openWorkspace(link)
    expect(workspace.root).toBe(fixture.workspace.root)
    expect(await workspace.resolve(join(link, "a.txt"))).toBe(fixture.path("a.txt"))
    expect(await workspace.resolve(fixture.path("a.txt"))).toBe(fixture.path("a.txt"))
  })
})

describe("Workspace.resolve", () => {
  it("takes relative paths, absolute ones inside, and files that do not exist yet", async () => {
    await using fixture = await makeFixture({ "src/a.ts": "" })
    const { workspace } = fixture
    expect(await workspace.resolve("src/../src/./a.ts")).toBe(fixture.path("src/a.ts"))
    expect(await workspace.resolve(fixture.path("src/a.ts"))).toBe(fixture.path("src/a.ts"))
    expect(await workspace.resolve("new/deep/b.ts", "write")).toBe(fixture.path("new/deep/b.ts"))
    expect(await workspace.resolve(".")).toBe(workspace.root)
    expect(workspace.relative(workspace.root)).toBe(".")
    expect(workspace.relative(fixture.path("src/a.ts"))).toBe("src/a.ts")
    expect(workspace.normalise(`${fixture.path("src")}/x/../a.ts/`)).toBe("src/a.ts")
  })

  it.each([
    "..",
    "../outside/secret.txt",
    "src/../../outside",
    "/etc/passwd",
    "/",
    "",
    "  ",
    "a\0b",
    "a\nb",
    "~/.ssh/x",
    "~",
  ])("refuses %j", async (path) => {
    await using fixture = await makeFixture()
    await expect(fixture.workspace.resolve(path)).rejects.toThrow(ToolFailure)
  })

  it("refuses a sibling folder whose name starts like the root's", async () => {
    await using fixture = await makeFixture()
    const sibling = `${fixture.workspace.root}-other`
    await mkdir(sibling)
    await expect(fixture.workspace.resolve(join(sibling, "a"))).rejects.toThrow("outside the workspace")
  })

  it("refuses links that lead outside: to files, in parent folders, broken ones, chains and loops", async () => {
    await using fixture = await makeFixture({ "d/": "" })
    const { workspace, outside } = fixture
    await symlink(join(outside, "secret.txt"), fixture.path("file"))
    await symlink(outside, fixture.path("folder"))
    await symlink("folder", fixture.path("chain"))
    await symlink(join(outside, "not-yet"), fixture.path("broken"))
    await symlink("loop", fixture.path("loop"))
    await symlink("../../outside", fixture.path("d/up"))
    for (const path of [
      "file",
      "folder/new.txt",
      "folder/a/b/c",
      "chain/secret.txt",
      "broken",
      "broken/x",
      "loop",
      "d/up/x",
    ]) {
      await expect(workspace.resolve(path, "write"), path).rejects.toThrow(ToolFailure)
    }
    await expect(workspace.resolve("folder/new.txt")).rejects.toThrow(/symbolic link out of the workspace/)
  })

  it("follows links that stay inside to the real file", async () => {
    await using fixture = await makeFixture({ "real/a.ts": "" })
    await symlink("real", fixture.path("alias"))
    expect(await fixture.workspace.resolve("alias/a.ts")).toBe(fixture.path("real/a.ts"))
  })

  it("notices a folder that became a link after it was resolved once", async () => {
    await using fixture = await makeFixture({ "d/a.ts": "" })
    await fixture.workspace.resolve("d/a.ts")
    await rename(fixture.path("d"), fixture.path("e"))
    await symlink(fixture.outside, fixture.path("d"))
    await expect(fixture.workspace.resolve("d/a.ts")).rejects.toThrow(ToolFailure)
  })

  it("refuses secret files by name, also behind a link", async () => {
    await using fixture = await makeFixture({ ".env": "A=1" })
    await symlink(".env", fixture.path("notes.txt"))
    const names = [
      ".env",
      ".env.local",
      "a/.ENV",
      "server.pem",
      "tls.KEY",
      "id_rsa",
      "id_ed25519.old",
      ".npmrc",
      ".netrc",
    ]
    for (const path of [...names, "a.p12", "a.pfx", ".aws/credentials", "notes.txt"]) {
      await expect(fixture.workspace.resolve(path), path).rejects.toThrow(/off limits/)
    }
    for (const path of [".env.example", ".env.sample", ".env.template", "src/credentials/index.ts", "keys.ts", "env"]) {
      await expect(fixture.workspace.resolve(path), path).resolves.toBe(fixture.path(path))
    }
  })

  it("lets git's own files be read but not written", async () => {
    await using fixture = await makeFixture({ ".git/HEAD": "ref", ".gitignore": "" })
    expect(await fixture.workspace.resolve(".git/HEAD")).toBe(fixture.path(".git/HEAD"))
    expect(await fixture.workspace.resolve(".gitignore", "write")).toBe(fixture.path(".gitignore"))
    for (const path of [".git", ".git/hooks/pre-commit", "sub/.GIT/config"]) {
      await expect(fixture.workspace.resolve(path, "write"), path).rejects.toThrow(/git commands/)
    }
  })

  it("refuses pipes and paths through files", async () => {
    await using fixture = await makeFixture({ "a.txt": "" })
    execFileSync("mkfifo", [fixture.path("pipe")])
    await expect(fixture.workspace.resolve("pipe")).rejects.toThrow(/device, pipe or socket/)
    await expect(fixture.workspace.resolve("a.txt/b")).rejects.toThrow(/as if it were a folder/)
  })

  it("never leaves the root, whatever the path", async () => {
    await using fixture = await makeFixture({ "a/b/c.txt": "" })
    await symlink(fixture.outside, fixture.path("a/out"))
    await writeFile(fixture.path("a/plain"), "")
    const part = fc.constantFrom("a", "b", "c.txt", "out", "..", ".", "", "/", "plain", "secret.txt", "~", "\\..")
    const paths = fc.array(part, { maxLength: 8 }).map((parts) => parts.join("/"))
    await fc.assert(
      fc.asyncProperty(paths, async (path) => {
        const resolved = await fixture.workspace.resolve(path, "write").catch((error: unknown) => error)
        if (resolved instanceof ToolFailure) return
        expect(`${resolved}/`.startsWith(`${fixture.workspace.root}/`)).toBe(true)
        expect(`${resolved}/`.startsWith(`${fixture.workspace.root}/a/out/`)).toBe(false)
      }),
    )
    expect(await readdir(fixture.outside)).toEqual(["secret.txt"])
  })
})
