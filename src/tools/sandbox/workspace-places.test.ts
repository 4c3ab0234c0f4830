import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join, relative } from "node:path"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { placesIn } from "./workspace-places.ts"

const FILES = [
  ".env",
  "a/.env",
  "a/b/server.key",
  "node_modules/x/.env",
  "target/debug/.env",
  "c/README.md",
  "c/.envrc",
]

describe("placesIn", () => {
  it("finds secrets, repositories and settings in every folder, and no repository within a .git", async () => {
    await using folder = await makeFolder([
      ...FILES,
      ".git/.env",
      ".git/x/.git/a",
      ".git/x/.envrc",
      "vendor/lib/.git/config",
      "sub/.git",
    ])
    expect(await found(folder.root)).toEqual({
      secrets: [".env", ".git/.env", "a/.env", "a/b/server.key", "node_modules/x/.env", "target/debug/.env"],
      repositories: [".git", "sub/.git", "vendor/lib/.git"],
      settings: ["c/.envrc"],
      unreadable: [],
    })
  })

  it("a link by a secret's name hides what it leads to", async () => {
    await using folder = await makeFolder(["settings.txt"])
    await symlink("settings.txt", join(folder.root, ".env"))
    await symlink("nowhere", join(folder.root, ".env.local"))
    expect((await found(folder.root)).secrets).toEqual(["settings.txt"])
  })

  it("settings of npm count only with a credential", async () => {
    await using folder = await makeFolder([".npmrc", "a/.npmrc"])
    await writeFile(join(folder.root, "a/.npmrc"), "//packages.example/:_authToken=x\n")
    expect((await found(folder.root)).secrets).toEqual(["a/.npmrc"])
  })

  it("more secret files than can be covered are refused", async () => {
    await using folder = await makeFolder(Array.from({ length: 513 }, (_, index) => `keys/${index}.key`))
    await expect(placesIn(folder.root)).rejects.toThrow("has 513 files that may hold secrets")
  })

  it("after any moves a second look finds what a first look finds", async () => {
    const names = fc.constantFrom("a", "a/b", "c", "node_modules", "node_modules/x", "target", "venv", "deep/er")
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(names, names), { maxLength: 6 }), async (moves) => {
        await using folder = await makeFolder(FILES)
        await placesIn(folder.root)
        for (const [from, to] of moves) await move(join(folder.root, from), join(folder.root, to))
        const cached = await found(folder.root)
        // Another name for the same folder has no cache yet.
        expect(cached).toEqual(await found(`${folder.root}/.`))
      }),
      { numRuns: 30, seed: Number(process.env.KEELSON_TEST_SEED ?? 7) },
    )
  })
})

async function found(root: string): Promise<Record<string, string[]>> {
  const places = Object.entries(await placesIn(root))
  return Object.fromEntries(places.map(([kind, paths]) => [kind, paths.map((path) => relative(root, path)).toSorted()]))
}

async function move(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await rename(from, to).catch(() => {})
}

async function makeFolder(files: readonly string[]) {
  const root = await mkdtemp(join(tmpdir(), "keelson-places-"))
  for (const file of files) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), "")
  }
  return { root, [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }) }
}
