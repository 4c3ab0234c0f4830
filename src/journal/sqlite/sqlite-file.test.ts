import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { DatabaseSync } from "node:sqlite"
import { afterAll, describe, expect, it } from "vitest"
import { header, startRun, step } from "../../testing/run-store-contract/parts.ts"
import { LogUnreadableError, StoreUnusableError } from "../store-error.ts"
import { guard } from "./sqlite-error.ts"
import { SqliteStore } from "./sqlite-store.ts"

const folder = mkdtempSync(join(tmpdir(), "keelson-file-"))
let files = 0
const newPath = () => join(folder, `${++files}`, "keelson.db")
afterAll(() => rmSync(folder, { recursive: true }))

const MODULE = new URL("./sqlite-store.ts", import.meta.url).href
const isRoot = process.getuid?.() === 0
const isWindows = process.platform === "win32"

describe.skipIf(isWindows)("the files", () => {
  it("are their owner's alone, also after somebody opened them up", async () => {
    const path = newPath()
    const store = await SqliteStore.open(path)
    await store.append(await startRun(store), [step("a", 1)])
    const place = join(path, "..")
    const modes = () => readdirSync(place).map((name) => [name, (statSync(join(place, name)).mode & 0o777).toString(8)])
    const expected = ["keelson.db", "keelson.db-shm", "keelson.db-wal"].map((name) => [name, "600"])
    expect(statSync(place).mode & 0o777).toBe(0o700)
    expect(modes()).toEqual(expected)

    for (const name of readdirSync(place)) chmodSync(join(place, name), 0o644)
    const again = await SqliteStore.open(path)
    expect(modes()).toEqual(expected)
    await again.close()
    await store.close()
  })
})

describe("after kill -9", () => {
  it("every entry that was reported as appended is there, and the next process goes on at once", async () => {
    const path = newPath()
    const reported = await appendUntilKilled(path, 200)
    const store = await SqliteStore.open(path)
    const entries = await store.load("run-1")
    expect(entries.slice(0, reported.length).map((entry) => entry.key)).toEqual(reported)
    expect(entries.map((entry) => entry.seq)).toEqual(entries.map((_, index) => index + 1))
    // Two entries per append: the last append is there as a whole or not at all.
    expect(entries.length % 2).toBe(0)
    const lease = await store.claim("run-1", { host: "elsewhere", pid: 1, startedAt: "1" })
    expect(lease.token).toBe(2)
    await store.close()
  })
})

describe("processes that open a new file at once", () => {
  it("all find it usable", async () => {
    const path = newPath()
    const script = `
      import { SqliteStore } from ${JSON.stringify(MODULE)}
      const store = await SqliteStore.open(${JSON.stringify(path)})
      const owner = { host: "here", pid: process.pid, startedAt: "1" }
      await store.createRun({ ...${JSON.stringify(header(""))}, id: String(process.pid) }, { owner, entries: [] })
      await store.close()`
    const children = Array.from({ length: 4 }, () => runScript(script))
    const exits = await Promise.all(children.map(async (child) => (await once(child, "exit"))[0]))
    expect(exits).toEqual([0, 0, 0, 0])
    const store = await SqliteStore.open(path)
    expect(await store.listRuns()).toHaveLength(4)
    await store.close()
  })
})

describe("a file that cannot be used", () => {
  it("is refused when a newer Keelson wrote it", async () => {
    const path = newPath()
    await (await SqliteStore.open(path)).close()
    change(path, "PRAGMA user_version = 99")
    await expect(SqliteStore.open(path)).rejects.toThrow(LogUnreadableError)
    await expect(SqliteStore.open(path)).rejects.toThrow(/written by a newer Keelson \(schema 99\)/)
  })

  it("is refused when it is no database, and left as it was", async () => {
    const path = newPath()
    mkdirSync(join(path, ".."))
    writeFileSync(path, "dear diary, ".repeat(500))
    await expect(SqliteStore.open(path)).rejects.toThrow(StoreUnusableError)
    await expect(SqliteStore.open(path)).rejects.toThrow(`${path}: it is not a SQLite database. Move it away`)
    expect(readdirSync(join(path, ".."))).toEqual(["keelson.db"])
  })

  it("is refused when it is another program's database", async () => {
    const path = newPath()
    mkdirSync(join(path, ".."))
    change(path, "CREATE TABLE diary (day TEXT)")
    await expect(SqliteStore.open(path)).rejects.toThrow(/it belongs to another program/)
  })

  it("is refused when its folder is a file, or it is a folder", async () => {
    const file = join(folder, "file")
    writeFileSync(file, "")
    await expect(SqliteStore.open(join(file, "keelson.db"))).rejects.toThrow(
      /cannot be opened and written.*KEELSON_STATE/,
    )
    await expect(SqliteStore.open(folder)).rejects.toThrow(StoreUnusableError)
  })

  it("is refused when its folder is not writable", async () => {
    const place = isRoot ? "/proc/self/fdinfo" : join(folder, "read-only")
    if (!isRoot) mkdirSync(place, { mode: 0o500 })
    await expect(SqliteStore.open(join(place, "keelson.db"))).rejects.toThrow(StoreUnusableError)
  })

  it("is reported in one line when the disk is full", () => {
    const database = new DatabaseSync(":memory:")
    database.exec("PRAGMA max_page_count = 2; CREATE TABLE t (body TEXT)")
    const fill = () => database.exec("INSERT INTO t VALUES (zeroblob(100000))")
    expect(() => guard("/state/keelson.db", fill)).toThrow(
      new StoreUnusableError("/state/keelson.db", "the disk is full", "Free some space, then resume the run."),
    )
  })
})

it("opening prints no warning", () => {
  const script = `import { SqliteStore } from ${JSON.stringify(MODULE)}; await SqliteStore.open(${JSON.stringify(newPath())})`
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" })
  expect(status).toBe(0)
  // Node 22 warns of TypeScript too, which only these tests make it run.
  expect(stderr).not.toContain("SQLite")
})

function change(path: string, sql: string): void {
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
}

function runScript(script: string) {
  return spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "inherit"] })
}

/** Starts a process that appends and reports without end, and kills it in the middle; gives back the keys it reported. */
async function appendUntilKilled(path: string, lines: number): Promise<string[]> {
  const child = runScript(`
    import { SqliteStore } from ${JSON.stringify(MODULE)}
    import { currentOwner } from ${JSON.stringify(new URL("../owner.ts", import.meta.url).href)}
    const store = await SqliteStore.open(${JSON.stringify(path)})
    const lease = await store.createRun(${JSON.stringify(header("run-1"))}, { owner: currentOwner(), entries: [] })
    const entry = (key) => ({ key, at: 1, record: { kind: "step", digest: "d1", value: "x".repeat(1000) } })
    for (let n = 0; ; n++) {
      const entries = await store.append(lease, [entry("a-" + n), entry("b-" + n)])
      process.stdout.write(entries.map((logged) => logged.key + "\\n").join(""))
    }`)
  const exit = once(child, "exit")
  const reported: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    reported.push(line)
    if (reported.length === lines) child.kill("SIGKILL")
  }
  await exit
  return reported
}
