import { execFileSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { FolderTooLarge } from "../../src/checkouts/folder-too-large.ts"
import { storedCheckpoints } from "../../src/checkouts/library.ts"
import { type Arrived, makeWorkspace, movingFolder } from "../../src/checkouts/moving-folder.ts"
import type { Pack } from "../../src/journal/pack-store.ts"
import { PostgresStore } from "../../src/journal/postgres/postgres-store.ts"
import type { Lease } from "../../src/journal/run-store.ts"
import { LeaseLostError } from "../../src/journal/store-error.ts"
import { parseSource } from "../../src/protocol/log/source.ts"
import { BEN, startRun } from "../../src/testing/run-store-contract/parts.ts"
import { freshDatabase } from "./database.ts"
import { FaultyLine } from "./faulty-line.ts"
import { sql } from "./sql.ts"

const url = await freshDatabase()
const store = await PostgresStore.open(url)
const place = mkdtempSync(join(tmpdir(), "keelson-packs-"))
afterAll(async () => {
  await store.close()
  rmSync(place, { recursive: true, force: true })
})

function packOf(...parts: readonly string[]): Pack {
  const buffers = parts.map((part) => Buffer.from(part))
  return {
    bytes: buffers.reduce((sum, { length }) => sum + length, 0),
    async *parts() {
      yield* buffers
    },
  }
}

const TREES = { base: "a".repeat(40), tree: "b".repeat(40) }

async function loaded(runId: string, number: number): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of store.packs.loadPack(runId, number)) parts.push(part)
  return Buffer.concat(parts).toString()
}

describe("folders in the database", () => {
  it("have a pack and a newer tree, or neither, and go with their run", async () => {
    const lease = await startRun(store, "kept")
    await store.packs.keepFolder(lease, TREES, packOf("one ", "two"))
    const torn: Pack = {
      bytes: 4,
      async *parts() {
        yield Buffer.from("half")
        throw new Error("the disk is gone")
      },
    }
    await expect(store.packs.keepFolder(lease, { ...TREES, tree: "c" }, torn)).rejects.toThrow("the disk is gone")
    expect(await store.packs.findFolder("kept")).toEqual({ ...TREES, packs: 1, bytes: 7 })
    expect([await loaded("kept", 1), await loaded("kept", 2)]).toEqual(["one two", ""])
    expect((await store.sizes()).get("kept")).toBeGreaterThanOrEqual(7)
    await store.release(lease)
    await store.removeRun("kept")
    expect(await sql(url, "SELECT run_id FROM keelson.packs UNION SELECT run_id FROM keelson.folders")).toEqual([])
  })

  it("are not written by whoever lost the run", async () => {
    const stale = await startRun(store, "lost")
    await store.packs.keepFolder(stale, TREES, packOf("first"))
    await store.release(stale)
    const lease = await store.claim("lost", BEN)
    await expect(store.packs.keepFolder(stale, { ...TREES, tree: "late" }, packOf("late"))).rejects.toThrow(
      LeaseLostError,
    )
    await store.packs.keepFolder(lease, { ...TREES, tree: "next" }, packOf("second"))
    expect(await store.packs.findFolder("lost")).toMatchObject({ tree: "next", packs: 2 })
    expect(await loaded("lost", 2)).toBe("second")
  })

  it("are kept once where the answer was lost", async () => {
    const line = await FaultyLine.to(url)
    const far = await PostgresStore.open(line.url)
    const lease = await startRun(far, "doubted")
    line.swallowAnswerTo("COMMIT")
    await far.packs.keepFolder(lease, TREES, packOf("only"))
    expect(line.swallowed).toBe(1)
    expect(await far.packs.findFolder("doubted")).toEqual({ ...TREES, packs: 1, bytes: 4 })
    await far.close()
    await line.close()
  })
})

const git = (folder: string, ...words: readonly string[]) =>
  execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-C", folder, ...words])

function source(): string {
  const folder = join(place, "source")
  mkdirSync(join(folder, "deep", "er"), { recursive: true })
  writeFileSync(join(folder, "deep", "er", "gone.txt"), "gone\n")
  writeFileSync(join(folder, "kept.txt"), "kept\r\n")
  writeFileSync(join(folder, ".gitattributes"), "*.txt text eol=lf\n")
  writeFileSync(join(folder, ".gitignore"), "*.log\n")
  git(place, "init", "--quiet", "--initial-branch=main", folder)
  git(folder, "add", "-A")
  git(folder, "commit", "--quiet", "-m", "first")
  return folder
}

const SOURCE = parseSource(`${source()}#main`)

async function arrivedAt(name: string, lease: Lease, more: { readonly commit?: string; readonly most?: number } = {}) {
  const where = { folder: join(place, name), mayPush: false, most: more.most }
  const folder = await makeWorkspace(where, SOURCE)
  const arriving = { lease, packs: store.packs, signal: new AbortController().signal, commit: more.commit }
  const arrived: Arrived = await movingFolder(where, SOURCE).arrive(arriving)
  return { folder, arrived }
}

/** All that is in a folder but its repository: names, permissions, contents, where links lead. */
function contentsOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true }).map(String)
  const own = names.filter((name) => !/^\.git(?:$|\/)/.test(name)).sort()
  return Object.fromEntries(
    own.map((name) => {
      const path = join(folder, name)
      const found = lstatSync(path)
      if (found.isSymbolicLink()) return [name, `-> ${readlinkSync(path)}`]
      if (found.isDirectory()) return [relative(folder, path), "folder"]
      return [name, `${(found.mode & 0o7777).toString(8)} ${readFileSync(path, "base64")}`]
    }),
  )
}

describe("a folder that moves", () => {
  it("is elsewhere exactly what it was, and any two of its states can be compared without its source", async () => {
    const lease = await startRun(store, "moved")
    const { folder, arrived } = await arrivedAt("here", lease)
    const before = await arrived.checkpoints.take(folder)
    rmSync(join(folder, "deep"), { recursive: true })
    mkdirSync(join(folder, "empty", "within"), { recursive: true })
    writeFileSync(join(folder, 'line\nbreak "ü".txt'), "a\r\nb\n")
    writeFileSync(join(folder, "secret.bin"), randomBytes(3000), { mode: 0o600 })
    writeFileSync(join(folder, "ignored.log"), "written by a tool\n")
    symlinkSync("kept.txt", join(folder, "link"))
    chmodSync(join(folder, "kept.txt"), 0o755)
    await arrived.checkpoints.keep?.(folder, ["ignored.log"])
    writeFileSync(join(folder, "kept.txt"), "changed\n")
    const after = await arrived.checkpoints.take(folder)

    await store.release(lease)
    const next = await store.claim("moved", BEN)
    const other = await arrivedAt("there", next, { commit: arrived.commit })
    expect(contentsOf(other.folder)).toEqual(contentsOf(folder))
    expect(await other.arrived.checkpoints.take(other.folder)).toBe(after)
    const stored = storedCheckpoints(store.packs, "moved")
    expect(await stored.diff("", before, after, "patch")).toBe(
      await arrived.checkpoints.diff(folder, before, after, "patch"),
    )
    expect((await stored.changes("", before, after)).map(({ path }) => path)).toContain("deep/er/gone.txt")
    // What was sent is not sent again: to go back costs a tree, not the contents.
    const { bytes = 0 } = (await store.packs.findFolder("moved")) ?? {}
    rmSync(join(other.folder, "secret.bin"))
    await other.arrived.checkpoints.take(other.folder)
    writeFileSync(join(other.folder, "again.bin"), readFileSync(join(folder, "secret.bin")))
    await other.arrived.checkpoints.take(other.folder)
    expect(((await store.packs.findFolder("moved"))?.bytes ?? 0) - bytes).toBeLessThan(2500)
    // Whoever was first may not put the folder back.
    writeFileSync(join(folder, "late.txt"), "late\n")
    await expect(arrived.checkpoints.take(folder)).rejects.toThrow(LeaseLostError)
  })

  it("says so where it is too large to be kept", async () => {
    const lease = await startRun(store, "large")
    const { folder, arrived } = await arrivedAt("large", lease, { most: 50_000 })
    writeFileSync(join(folder, "large.bin"), randomBytes(60_000))
    await expect(arrived.checkpoints.keep?.(folder, [])).rejects.toThrow(FolderTooLarge)
    expect(await store.packs.findFolder("large")).toBeUndefined()
  })
})
