import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { link, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { makeFixture } from "../support/tool-fixture.ts"
import {
  attempt,
  change,
  edit,
  everything,
  fileTools,
  isRefused,
  list,
  make,
  move,
  read,
  search,
  Treacherous,
  untouched,
  use,
  write,
} from "./hostile-files.ts"

/* What a hostile model, or a hostile project, may try on files. The model's calls come in by the front door. */

describe("paths that lead out", () => {
  it.each([
    "../outside/secret.txt",
    "./../outside/secret.txt",
    "a/../../outside/secret.txt",
    "a.txt/../../outside/secret.txt",
    "/etc/passwd",
    "/proc/self/environ",
    "/dev/stdin",
    "//etc/passwd",
    "~/.ssh/config",
    "..",
    "/",
  ])("%s", async (path) => {
    await using fixture = await makeFixture({ "a.txt": "inside" })
    await isRefused(fixture, everything(path))
    await isRefused(fixture, everything(join(fixture.outside, "secret.txt")))
  })

  it("spelled so that only a careless reader decodes them are plain names", async () => {
    await using fixture = await makeFixture()
    for (const path of [
      "%2e%2e/secret.txt",
      "..%2fsecret.txt",
      "..\\outside\\secret.txt",
      "file:/etc/passwd",
      "．．/x",
    ]) {
      await attempt(fixture, [write(path)])
    }
    await untouched(fixture)
    expect((await readdir(fixture.workspace.root, { recursive: true })).length).toBeGreaterThan(0)
  })
})

describe("links", () => {
  it("that lead out are refused, as files, as folders, in chains, broken and in circles", async () => {
    await using fixture = await makeFixture({ "a.txt": "inside", "d/x": "" })
    await symlink(join(fixture.outside, "secret.txt"), fixture.path("file"))
    await symlink(fixture.outside, fixture.path("folder"))
    await symlink("folder", fixture.path("chain"))
    await symlink(join(fixture.outside, "new.txt"), fixture.path("broken"))
    await symlink("circle", fixture.path("circle"))
    await symlink("/proc/self/root", fixture.path("root"))
    for (const path of [
      "file",
      "folder/secret.txt",
      "chain/secret.txt",
      "folder/deep/new.txt",
      "broken",
      "circle",
      "root/etc/passwd",
    ]) {
      await isRefused(fixture, everything(path))
    }
    const [found, listed] = await attempt(fixture, [search("."), list(".")])
    expect(found?.text).not.toContain("secret")
    expect(listed?.text).not.toContain("secret")
  })

  it("that are made between check and use are not followed by a write", async () => {
    await using fixture = await makeFixture({ "d/secret.txt": "inside" })
    const writeFileTool = fileTools.find(({ name }) => name === "write_file")
    if (!writeFileTool) throw new Error("There is no write_file.")
    for (const path of ["d/secret.txt", "d/new.txt", "d/deep/new.txt"]) {
      const change = await fixture.prepare(writeFileTool, { path, content: "taken over" })
      await rename(fixture.path("d"), fixture.path("e"))
      await symlink(fixture.outside, fixture.path("d"))
      await expect(change.apply()).rejects.toThrow()
      await untouched(fixture)
      await rm(fixture.path("d"))
      await rename(fixture.path("e"), fixture.path("d"))
    }
  })

  it.each([
    [read("d/secret.txt"), "inside"],
    [write("d/new.txt"), "inside"],
    [make("d/deep/new.txt"), "inside"],
    [edit("d/secret.txt"), "outside"],
  ])("that come and go in the very moment of use are not followed: %j", async ({ call, input }, content) => {
    const tool = fileTools.find(({ name }) => name === call)
    for (const [moment, isBack] of [1, 2, 3, 4].flatMap((look) => [[look, false] as const, [look, true] as const])) {
      await using fixture = await makeFixture({ "d/secret.txt": content })
      const workspace = new Treacherous(fixture, moment, isBack)
      const context = { workspace, sandbox: null, signal: new AbortController().signal, report: () => {} }
      const text = await use(tool, input, context).catch((error: unknown) => String(error))
      expect(text, `moment ${moment}, back: ${isBack}`).not.toMatch(/^outside/m)
      await untouched(fixture)
    }
  })

  it("between files: a write leaves the other name with its old content", async () => {
    await using fixture = await makeFixture()
    const secret = join(fixture.outside, "secret.txt")
    for (const way of [write, edit, change]) {
      await link(secret, fixture.path("hard.txt"))
      const inode = (await stat(secret)).ino
      expect(await attempt(fixture, [way("hard.txt")])).toMatchObject([{ status: "done" }])
      expect((await readFile(fixture.path("hard.txt"), "utf8")).trim()).toBe("taken over")
      expect((await stat(secret)).ino).toBe(inode)
      await untouched(fixture)
      await rm(fixture.path("hard.txt"))
    }
  })
})

describe("files that are none", () => {
  it("devices, pipes and sockets are refused and hold nothing up", async () => {
    await using fixture = await makeFixture({ "a.txt": "inside" })
    execFileSync("mkfifo", [fixture.path("pipe")])
    await symlink("/dev/zero", fixture.path("zero"))
    await symlink("/dev/stdin", fixture.path("stdin"))
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(fixture.path("socket"), resolve))
    try {
      for (const path of ["pipe", "zero", "stdin", "socket"]) {
        const ended = await attempt(
          fixture,
          [read, write, edit, change, list].map((way) => way(path)),
        )
        for (const { status, text } of ended)
          expect(`${status} ${text}`).toMatch(/^(failed|refused) .*(pipe|link|device)/)
      }
      const [found] = await attempt(fixture, [search(".")])
      expect(found).toEqual({ status: "done", text: "a.txt:1:inside" })
    } finally {
      server.close()
    }
  })

  it("folders are not taken for files", async () => {
    await using fixture = await makeFixture({ "d/x": "" })
    const ended = await attempt(fixture, [read("d"), write("d"), edit("d"), change("d"), make("d/x/y")])
    expect(ended.map(({ status }) => status)).toEqual(Array(5).fill("failed"))
  })
})

describe("strange names", () => {
  it("with line breaks and control characters are refused, and never shown as if they were lines", async () => {
    await using fixture = await makeFixture({ "a.txt": "inside" })
    await writeFile(fixture.path("x\nsrc_fake.ts"), "planted")
    await mkdir(fixture.path("\u001b[2Jfolder"))
    await writeFile(fixture.path("\u001b[2Jfolder/b.txt"), "planted")
    for (const path of ["x\nsrc_fake.ts", "a\0b", "a\u001b[2J.txt", "a\rb", "a\u007fb"]) {
      const ended = await attempt(
        fixture,
        [read, write, edit, list, search].map((way) => way(path)),
      )
      expect(ended.map(({ status }) => status)).toEqual(Array(5).fill("failed"))
    }
    const [listed, found] = await attempt(fixture, [list("."), search(".")])
    expect(listed?.text).toBe("a.txt")
    expect(found?.text).toBe("a.txt:1:inside")
  })

  it("that look like options are plain names", async () => {
    await using fixture = await makeFixture({ "--pre=sh": "outside" })
    for (const path of ["-rf", "--version", "-"]) {
      expect(await attempt(fixture, [write(path), read(path), search(path)])).toMatchObject([
        { status: "done" },
        { status: "done", text: expect.stringContaining("") },
        { status: "done" },
      ])
    }
    expect(await attempt(fixture, [edit("--pre=sh")])).toMatchObject([{ status: "done" }])
    expect(await attempt(fixture, [search("--pre=sh")])).toEqual([{ status: "done", text: "--pre=sh:1:taken over" }])
  })

  it("that are too long fail in words", async () => {
    await using fixture = await makeFixture()
    for (const path of ["n".repeat(300), "d/".repeat(3000).concat("x"), `${"n".repeat(255)}/`.repeat(20).concat("x")]) {
      for (const { status, text } of await attempt(fixture, [read(path), write(path), make(path)])) {
        expect(status).toBe("failed")
        expect(text).toMatch(/ENAMETOOLONG|does not exist/)
      }
    }
    expect(await readdir(fixture.workspace.root)).toEqual([])
  })
})

describe("files that are off limits", () => {
  it("git's own: hooks would run as the user", async () => {
    await using fixture = await makeFixture({
      ".git/config": "outside\n",
      ".git/hooks/x": "",
      "sub/.git/HEAD": "outside\n",
    })
    await symlink(".git/hooks", fixture.path("hooks"))
    const paths = [
      ".git/hooks/pre-commit",
      ".GIT/hooks/pre-commit",
      "hooks/pre-commit",
      ".git/config",
      "sub/.git/HEAD",
      "./.git//config",
    ]
    for (const path of paths)
      await isRefused(fixture, [write(path), edit(path), make(path), change(path), move(path, "mine")])
    await isRefused(fixture, [write(".git"), make("x/.git/hooks/pre-push")])
    expect(existsSync(fixture.path(".git/hooks/pre-commit"))).toBe(false)
    expect(await readFile(fixture.path(".git/config"), "utf8")).toBe("outside\n")
  })

  it("secrets: by no tool, under no spelling, behind no link, and not by another name", async () => {
    const names = [
      ".env",
      ".env.local",
      "server.pem",
      "tls.key",
      "id_rsa",
      ".npmrc",
      ".netrc",
      "deep/.ENV",
      ".aws/credentials",
    ]
    await using fixture = await makeFixture(Object.fromEntries(names.map((name) => [name, "TOKEN=outside\n"])))
    await symlink(".env", fixture.path("notes.txt"))
    for (const path of [...names, "notes.txt", "./.env", "deep/../.env"]) {
      const ways = [read, write, edit, make, change, search].map((way) => way(path))
      const ended = await attempt(fixture, [...ways, move(path, "mine.txt")])
      for (const { status, text } of ended) expect(`${status} ${text}`).toMatch(/^failed/)
      expect(ended.map(({ text }) => text).join()).not.toContain("TOKEN")
    }
    const [found] = await attempt(fixture, [search(".")])
    expect(found?.text).not.toContain("TOKEN")
    expect(existsSync(fixture.path("mine.txt"))).toBe(false)
  })
})
