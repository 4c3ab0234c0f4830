import { execFileSync } from "node:child_process"
import {
  chmod,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises"
import { join } from "node:path"
import { expect, test, vi } from "vitest"
import { type Fixture, makeFixture } from "../../test/support/tool-fixture.ts"
import { contentHash } from "../tools/content-hash.ts"
import { type Checkpoints, openCheckpoints } from "./checkpoints.ts"

type Kept = { readonly fixture: Fixture; readonly root: string; readonly checkpoints: Checkpoints }

async function withWorkspace(
  files: Readonly<Record<string, string | Uint8Array>>,
  work: (kept: Kept) => Promise<void>,
): Promise<void> {
  await using fixture = await makeFixture(files)
  await work({ fixture, root: fixture.workspace.root, checkpoints: openCheckpoints(join(fixture.outside, "shadows")) })
}

function git(folder: string, ...words: string[]): string {
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "init.defaultBranch=main"]
  return execFileSync("git", [...identity, ...words], { cwd: folder, encoding: "utf8" })
}

test("an unchanged workspace has the same id, a changed one another, and the old content the old one", () =>
  withWorkspace({ "a.txt": "one", "b/c.txt": "two" }, async ({ root, checkpoints, fixture }) => {
    const first = await checkpoints.take(root)
    expect(await checkpoints.take(root)).toBe(first)
    await writeFile(fixture.path("a.txt"), "two")
    const second = await checkpoints.take(root)
    expect(second).not.toBe(first)
    await writeFile(fixture.path("a.txt"), "one")
    expect(await checkpoints.take(root)).toBe(first)
  }))

test("changes are told by content hashes; a rename is a deletion and a creation", () =>
  withWorkspace({ "kept.txt": "same", "edited.txt": "old", "gone.txt": "gone", "名 前\n.txt": "cjk" }, async (kept) => {
    const { root, checkpoints, fixture } = kept
    const before = await checkpoints.take(root)
    await writeFile(fixture.path("edited.txt"), "new")
    await rm(fixture.path("gone.txt"))
    await rename(fixture.path("名 前\n.txt"), fixture.path("名 後.txt"))
    await mkdir(fixture.path("deep/er"), { recursive: true })
    await writeFile(fixture.path("deep/er/made.txt"), "made")
    const after = await checkpoints.take(root)
    expect(await checkpoints.changes(root, before, after)).toEqual([
      { path: "deep/er/made.txt", before: null, after: contentHash("made") },
      { path: "edited.txt", before: contentHash("old"), after: contentHash("new") },
      { path: "gone.txt", before: contentHash("gone"), after: null },
      { path: "名 前\n.txt", before: contentHash("cjk"), after: null },
      { path: "名 後.txt", before: null, after: contentHash("cjk") },
    ])
  }))

test("restoring some paths puts back content, permissions and links, and touches nothing else", () =>
  withWorkspace(
    { "a.sh": "#!/bin/sh\n", secret: "s", "crlf.txt": "a\r\nb\r\n", other: "o", "e/": "" },
    async (kept) => {
      const { root, checkpoints, fixture } = kept
      await chmod(fixture.path("a.sh"), 0o755)
      await chmod(fixture.path("secret"), 0o600)
      await symlink("a.sh", fixture.path("link"))
      await writeFile(fixture.path("binary"), new Uint8Array([0, 1, 2, 255, 254]))
      await writeFile(fixture.path(".gitattributes"), "* text eol=lf\n*.txt ident working-tree-encoding=UTF-16\n")
      const before = await checkpoints.take(root)
      for (const name of ["a.sh", "secret", "link", "binary", "crlf.txt"]) await rm(fixture.path(name))
      await rm(fixture.path("e"), { recursive: true })
      await mkdir(fixture.path("new/sub"), { recursive: true })
      await writeFile(fixture.path("new/sub/file"), "n")
      await writeFile(fixture.path("other"), "changed by somebody else")
      const other = await lstat(fixture.path("other"), { bigint: true })
      const after = await checkpoints.take(root)
      const paths = (await checkpoints.differences(root, before, after)).map(({ path }) => path)
      expect(paths).toEqual(["a.sh", "binary", "crlf.txt", "e/", "link", "new/sub/file", "other", "secret"])

      await checkpoints.restore(
        root,
        before,
        paths.filter((path) => path !== "other"),
      )

      expect((await lstat(fixture.path("a.sh"))).mode & 0o777).toBe(0o755)
      expect((await lstat(fixture.path("secret"))).mode & 0o777).toBe(0o600)
      expect(await readlink(fixture.path("link"))).toBe("a.sh")
      expect([...(await readFile(fixture.path("binary")))]).toEqual([0, 1, 2, 255, 254])
      expect(await readFile(fixture.path("crlf.txt"), "utf8")).toBe("a\r\nb\r\n")
      expect((await lstat(fixture.path("e"))).isDirectory()).toBe(true)
      await expect(lstat(fixture.path("new"))).rejects.toThrow("ENOENT")
      const left = await lstat(fixture.path("other"), { bigint: true })
      expect([left.ino, left.mtimeNs, left.ctimeNs]).toEqual([other.ino, other.mtimeNs, other.ctimeNs])
      await writeFile(fixture.path("other"), "o")
      expect(await checkpoints.take(root)).toBe(before)
    },
  ))

test("a change of permissions alone is a change, and can be taken back", () =>
  withWorkspace({ "a.txt": "a", "b.txt": "b" }, async ({ root, checkpoints, fixture }) => {
    const before = await checkpoints.take(root)
    await chmod(fixture.path("a.txt"), 0o600)
    await chmod(fixture.path("b.txt"), 0o755)
    const after = await checkpoints.take(root)
    expect(await checkpoints.changes(root, before, after)).toEqual([
      { path: "a.txt", before: contentHash("a"), after: contentHash("a") },
      { path: "b.txt", before: contentHash("b"), after: contentHash("b") },
    ])
    await checkpoints.restore(root, before, ["a.txt", "b.txt"])
    expect(await checkpoints.take(root)).toBe(before)
  }))

test("a file that became a folder, and a folder that became a link out of the workspace, are put back", () =>
  withWorkspace({ thing: "file", "folder/inside": "inside" }, async ({ root, checkpoints, fixture }) => {
    const before = await checkpoints.take(root)
    await rm(fixture.path("thing"))
    await mkdir(fixture.path("thing"))
    await writeFile(fixture.path("thing/new"), "new")
    await rm(fixture.path("folder"), { recursive: true })
    await symlink(fixture.outside, fixture.path("folder"))
    await writeFile(join(fixture.outside, "inside"), "not yours")
    const after = await checkpoints.take(root)
    const paths = (await checkpoints.differences(root, before, after)).map(({ path }) => path)
    await checkpoints.restore(root, before, paths)
    expect(await checkpoints.take(root)).toBe(before)
    expect(await readFile(join(fixture.outside, "inside"), "utf8")).toBe("not yours")
    await checkpoints.restore(root, after, paths)
    expect(await checkpoints.take(root)).toBe(after)
  }))

test("ignored files are left out, unless they are named; then they are kept from there on", () =>
  withWorkspace({ ".gitignore": "*.local\n", "a.local": "1", "node_modules/x/index.js": "x" }, async (kept) => {
    const { root, checkpoints, fixture } = kept
    const plain = await checkpoints.take(root)
    await writeFile(fixture.path("a.local"), "2")
    await writeFile(fixture.path("node_modules/x/index.js"), "y")
    expect(await checkpoints.take(root)).toBe(plain)
    const before = await checkpoints.take(root, ["a.local", "b.local"])
    await writeFile(fixture.path("a.local"), "3")
    await writeFile(fixture.path("b.local"), "made")
    const after = await checkpoints.take(root, ["a.local", "b.local"])
    expect(await checkpoints.changes(root, before, after)).toEqual([
      { path: "a.local", before: contentHash("2"), after: contentHash("3") },
      { path: "b.local", before: null, after: contentHash("made") },
    ])
  }))

test("what is named through a link is kept where it really is; outside the workspace and in .git nothing is", () =>
  withWorkspace({ ".gitignore": "*.local\n", "real/a.local": "1", ".git/x": "1" }, async (kept) => {
    const { root, checkpoints, fixture } = kept
    await symlink("real", fixture.path("link"))
    await symlink(fixture.outside, fixture.path("away"))
    const before = await checkpoints.take(root, ["link/a.local", "away/secret.txt", "../outside/secret.txt", ".git/x"])
    await writeFile(fixture.path("real/a.local"), "2")
    await writeFile(join(fixture.outside, "secret.txt"), "2")
    expect(await checkpoints.changes(root, before, await checkpoints.take(root))).toEqual([
      { path: "real/a.local", before: contentHash("1"), after: contentHash("2") },
    ])
  }))

test("very large files are left out, and named", () =>
  withWorkspace({ "a.txt": "a", "grows.bin": "small" }, async ({ root, checkpoints, fixture }) => {
    const before = await checkpoints.take(root)
    await writeFile(fixture.path("huge.bin"), "")
    await truncate(fixture.path("huge.bin"), 21 * 1024 * 1024)
    expect(await checkpoints.take(root)).toBe(before)
    expect(await checkpoints.leftOut(root)).toEqual([{ path: "huge.bin", reason: "too large" }])
  }))

test("repositories inside the workspace are plain folders, at any depth, without their .git", () =>
  withWorkspace(
    { "inner/x": "x", "inner/deep/y": "y", "bare/.gitkeep": "" },
    async ({ root, checkpoints, fixture }) => {
      git(root, "init", "-q")
      git(fixture.path("inner/deep"), "init", "-q")
      git(fixture.path("inner"), "init", "-q")
      git(fixture.path("inner"), "add", "x")
      git(fixture.path("inner"), "commit", "-q", "-m", "inner")
      const before = await checkpoints.take(root)
      await writeFile(fixture.path("inner/x"), "xx")
      await writeFile(fixture.path("inner/deep/y"), "yy")
      git(fixture.path("inner"), "commit", "-q", "--allow-empty", "-m", "again")
      const after = await checkpoints.take(root)
      expect((await checkpoints.changes(root, before, after)).map(({ path }) => path)).toEqual([
        "inner/deep/y",
        "inner/x",
      ])
      await checkpoints.restore(root, before, ["inner/x", "inner/deep/y"])
      expect(await checkpoints.take(root)).toBe(before)
    },
  ))

test("the diff is for people: text as lines, binary files by name", () =>
  withWorkspace({ "é.txt": "old\n", "b.bin": new Uint8Array([0, 1]) }, async ({ root, checkpoints, fixture }) => {
    const before = await checkpoints.take(root)
    await writeFile(fixture.path("é.txt"), "new\n")
    await writeFile(fixture.path("b.bin"), new Uint8Array([0, 2]))
    const diff = await checkpoints.diff(root, before, await checkpoints.take(root))
    expect(diff).toContain("--- a/é.txt\n+++ b/é.txt\n@@ -1 +1 @@\n-old\n+new\n")
    expect(diff).toContain("Binary files a/b.bin and b/b.bin differ")
  }))

test("the user's repository is not touched: neither its index nor its objects nor its status", () =>
  withWorkspace({ "a.txt": "a", "staged.txt": "s" }, async ({ root, checkpoints, fixture }) => {
    git(root, "init", "-q")
    git(root, "add", "staged.txt")
    const index = await readFile(fixture.path(".git/index"))
    const objects = git(root, "count-objects", "-v")
    const status = git(root, "status", "--porcelain")
    await writeFile(fixture.path("a.txt"), "b")
    const tree = await checkpoints.take(root)
    await writeFile(fixture.path("a.txt"), "c")
    await checkpoints.restore(root, tree, ["a.txt"])
    expect(await readFile(fixture.path(".git/index"))).toEqual(index)
    expect(git(root, "count-objects", "-v")).toBe(objects)
    expect(git(root, "status", "--porcelain")).toBe(status)
  }))

test("several at a time don't disturb each other", () =>
  withWorkspace({ "a.txt": "a" }, async ({ root, checkpoints, fixture }) => {
    const other = openCheckpoints(join(fixture.outside, "shadows"))
    const first = await Promise.all([checkpoints, other, checkpoints, other].map((one) => one.take(root)))
    expect(new Set(first).size).toBe(1)
    await writeFile(fixture.path("b.txt"), "b")
    const second = await Promise.all([other, checkpoints, other, checkpoints].map((one) => one.take(root)))
    expect(new Set(second).size).toBe(1)
    expect(await checkpoints.take(root)).toBe(second[0])
  }))

test("a state folder inside the workspace is not part of it", async () => {
  await using fixture = await makeFixture({ "a.txt": "a", ".state/keelson.db": "1" })
  const root = fixture.workspace.root
  const checkpoints = openCheckpoints(fixture.path(".state/checkpoints"))
  const first = await checkpoints.take(root)
  await writeFile(fixture.path(".state/keelson.db"), "2")
  expect(await checkpoints.take(root)).toBe(first)
})

test("packing the shadow and throwing away what nothing names loses no checkpoint", () =>
  withWorkspace({ "a.txt": "first", "e/": "", "b/c.txt": "c" }, async ({ root, checkpoints, fixture }) => {
    await chmod(fixture.path("a.txt"), 0o640)
    const first = await checkpoints.take(root)
    await writeFile(fixture.path("a.txt"), "second")
    await rm(fixture.path("b"), { recursive: true })
    const second = await checkpoints.take(root)
    const [name = ""] = await readdir(join(fixture.outside, "shadows"))
    execFileSync("git", ["--git-dir", join(fixture.outside, "shadows", name), "gc", "--quiet", "--prune=now"])
    await checkpoints.restore(root, first, ["a.txt", "b/c.txt"])
    expect(await checkpoints.take(root)).toBe(first)
    await checkpoints.restore(root, second, ["a.txt", "b/c.txt"])
    expect(await checkpoints.take(root)).toBe(second)
  }))

test("a package of a larger repository leaves out what the whole does", async () => {
  await using fixture = await makeFixture({ ".gitignore": "*.tmp\n/rooted\n", ".git/HEAD": "", "package/a.txt": "a" })
  const root = fixture.path("package")
  const checkpoints = openCheckpoints(join(fixture.outside, "shadows"))
  const first = await checkpoints.take(root)
  await writeFile(join(root, "b.tmp"), "b")
  expect(await checkpoints.take(root)).toBe(first)
  await writeFile(join(root, "rooted"), "b")
  expect(await checkpoints.take(root)).not.toBe(first)
})

test("a path that leads out of the workspace, or into .git, is not put back", () =>
  withWorkspace({ "a.txt": "a" }, async ({ root, checkpoints }) => {
    const tree = await checkpoints.take(root)
    for (const path of ["../outside/x", "/etc/x", ".git/config", "a/../../x"]) {
      await expect(checkpoints.restore(root, tree, [path])).rejects.toThrow("is no path that a checkpoint could hold")
    }
    await expect(checkpoints.restore(root, "--output=x", ["a.txt"])).rejects.toThrow("is no checkpoint")
  }))

test("settings and surroundings of the user's git don't reach the shadow", () =>
  withWorkspace({ "a.txt": "a\r\n" }, async ({ root, checkpoints, fixture }) => {
    const config = join(fixture.outside, "gitconfig")
    await writeFile(config, "[core]\n\tautocrlf = input\n\tbare = true\n[index]\n\tversion = 99\n")
    for (const [name, value] of [
      ["GIT_CONFIG_GLOBAL", config],
      ["GIT_DIR", fixture.outside],
      ["GIT_INDEX_FILE", "/nowhere/index"],
      ["GIT_OBJECT_DIRECTORY", "/nowhere"],
    ] as const) {
      vi.stubEnv(name, value)
    }
    try {
      const tree = await checkpoints.take(root)
      await rm(fixture.path("a.txt"))
      await checkpoints.restore(root, tree, ["a.txt"])
      expect(await readFile(fixture.path("a.txt"), "utf8")).toBe("a\r\n")
    } finally {
      vi.unstubAllEnvs()
    }
  }))

test("many new files go into one pack, told as they are read; a second look reads what changed", () => {
  const names = Array.from({ length: 1500 }, (_, index) => `f${index}.txt`)
  return withWorkspace(Object.fromEntries(names.map((name) => [name, `${name}\n`])), async (kept) => {
    const { root, checkpoints, fixture } = kept
    const told: number[] = []
    const first = await checkpoints.take(root, [], {
      onProgress: (done, of) => {
        told.push(done)
        expect(of).toBe(names.length)
      },
    })
    expect(told.at(-1)).toBe(names.length)
    const shadows = join(fixture.outside, "shadows")
    const [shadow = ""] = await readdir(shadows)
    const objects = await readdir(join(shadows, shadow, "objects"))
    expect(
      (await readdir(join(shadows, shadow, "objects", "pack"))).filter((name) => name.endsWith(".pack")),
    ).toHaveLength(1)
    // Beside the pack there are trees alone.
    expect(objects.length).toBeLessThan(8)

    await writeFile(fixture.path("f7.txt"), "other\n")
    const read: number[] = []
    const second = await checkpoints.take(root, [], { onProgress: (_done, of) => read.push(of) })
    expect(new Set(read)).toEqual(new Set([1]))
    expect((await checkpoints.changes(root, first, second)).map(({ path }) => path)).toEqual(["f7.txt"])
    await checkpoints.restore(root, first, ["f7.txt"])
    expect(await readFile(fixture.path("f7.txt"), "utf8")).toBe("f7.txt\n")
    expect(await checkpoints.diff(root, first, second)).toContain("+other")
  })
})
