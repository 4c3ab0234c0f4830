import { spawn } from "node:child_process"
import { once } from "node:events"
import { statSync } from "node:fs"
import { connect, type Socket } from "node:net"
import { totalmem } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { ChildPool } from "../../src/tools/child/child-pool.ts"
import { queryData } from "../../src/tools/data/query-data.ts"
import { Place } from "../cli/keelson.ts"
import { KEELSON } from "../cli/program.ts"
import { story } from "../cli/scripts.ts"
import { makeFixture } from "../support/tool-fixture.ts"
import { bounded } from "./bounded.ts"
import { comesTrue, isAlive, parsersOf, watchParsers } from "./child-memory.ts"
import { PROJECTS } from "./home.ts"

const places: Place[] = []
afterAll(async () => {
  for (const place of places) await place.clear()
})

function project(): Place {
  const place = new Place({ "README.md": "A small project.\n", "a.csv": "x\n1\n2\n" }, PROJECTS)
  places.push(place)
  return place
}

const query = (sql: string, id = 1) => ({
  id,
  tool: "query_data",
  arguments: { files: ["a.csv"], sql },
  depends_on: id > 1 ? [id - 1] : [],
})
const write = (id: number) => ({
  id,
  tool: "write_file",
  arguments: { path: "done.txt", content: "done" },
  depends_on: [],
})

const SLOW = "SELECT length(rpad('a', 2147483000, 'b'))"
const LIMIT = Math.min(2 ** 31, totalmem() / 2)
/** What the kernel lets a process ask for beyond what it may use; and code, which no limit counts. */
const CODE = (1024 + 300) * 2 ** 20

async function start(here: Place, tasks: readonly object[], ...words: string[]) {
  const server = await here.serve(story({ plans: [{ tasks }] }))
  return here.start(["run", "do it", "--approve", "full", "--tools", "code,data", ...words, ...here.modelAt(server)])
}

describe.runIf(process.platform === "linux")("queries that want all memory or all time", () => {
  it("A10 rpad: the run ends by its own limit, within the parser's limit of memory, and leaves no process", async () => {
    const run = await start(project(), [query(SLOW)], "--max-time", "8s")
    const stop = watchParsers(run.process.pid ?? 0)
    const { code, isEnded, stderr } = await bounded(run)
    const { seen, most } = stop()
    expect({ code, isEnded }, stderr).toEqual({ code: 4, isEnded: true })
    expect(seen.size).toBeGreaterThan(0)
    expect(most).toBeLessThan(LIMIT + CODE)
    expect(await comesTrue(() => ![...seen].some(isAlive))).toBe(true)
  })

  it("A10: format, list_resize and others fail alone; the run goes on to its end", async () => {
    const hungry = [
      "SELECT length(format('{:>2000000000}', 1))",
      "SELECT len(list_resize([1], 2000000000))",
      "SELECT length(printf('%2000000000d', 1))",
    ]
    const tasks = [...hungry.map((sql, at) => query(sql, at + 1)), write(4)]
    const here = project()
    const run = await start(here, tasks, "--max-time", "200s")
    const stop = watchParsers(run.process.pid ?? 0)
    // Each fills all the memory that it may have before it fails, which takes a loaded machine half a minute.
    const { code, isEnded, stderr } = await bounded(run, 250_000)
    expect({ code, isEnded }, stderr).toEqual({ code: 0, isEnded: true })
    expect(statSync(join(here.workspace, "done.txt")).size).toBe(4)
    expect(stop().most).toBeLessThan(LIMIT + CODE)
  })

  it("what reaches a small limit says which, and the next query has a process again", async () => {
    await using fixture = await makeFixture({ "a.csv": "x\n1\n" })
    for (const useSystem of [true, false]) {
      await using children = new ChildPool({ memoryBytes: 500 * 2 ** 20, useSystem })
      const ask = (sql: string) => ({ files: ["a.csv"], sql })
      const said = await fixture.fail(queryData, ask("SELECT length(format('{:>1500000000}', 1))"), { children })
      expect(said).toMatch(/[Mm]emory/)
      expect(await fixture.run(queryData, ask("SELECT 42 AS answer"), { children })).toContain("42")
    }
  })

  it("kill -9 of the engine leaves no parser behind", async () => {
    const run = await start(project(), [query(SLOW)])
    const id = run.process.pid ?? 0
    expect(await comesTrue(() => parsersOf(id).length > 0)).toBe(true)
    const parsers = parsersOf(id)
    run.process.kill("SIGKILL")
    await run.end
    expect(await comesTrue(() => !parsers.some(isAlive))).toBe(true)
  })
})

/** Runs a command line with at most so many descriptors. */
function limited(here: Place, descriptors: number, words: readonly string[]) {
  const [program, ...first] = KEELSON
  const child = spawn("/bin/sh", ["-c", `ulimit -n ${descriptors}; exec "$@"`, "sh", program, ...first, ...words], {
    cwd: here.workspace,
    env: here.environment,
    stdio: ["ignore", "pipe", "pipe"],
  })
  const said = { stdout: "", stderr: "" }
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => {
      said[name] += text
    })
  return { child, said, end: once(child, "close").then(([code]) => ({ code: code as number | null, ...said })) }
}

/** What Node prints of an error that nobody caught: a line of the bundle, and where it stands. */
const DUMP = /dist\/bundle\/\S+:\d+|Unhandled|Node\.js v\d/

describe.runIf(process.platform === "linux")("too few descriptors", () => {
  it.each([30, 36, 64])(
    "A11 ulimit -n %i: a run ends with a summary or an honest line, never with a dump",
    async (limit) => {
      const here = project()
      const server = await here.serve(story({ plans: [{ tasks: [write(1)] }] }))
      const words = ["run", "do it", "--approve", "full", ...here.modelAt(server)]
      const { code, stdout, stderr } = await limited(here, limit, words).end
      expect(stderr).not.toMatch(DUMP)
      expect([0, 1, 2, 4]).toContain(code)
      if (code === 0) expect(`${stdout}${stderr}`).toContain("The note is written.")
      else expect(stderr).toMatch(/EMFILE|too many|can't|cannot|error/i)
    },
  )

  it("A11 srvfd: 400 idle connections without a token don't end a server that has 256 descriptors", async () => {
    const here = project()
    const { child, said, end } = limited(here, 256, ["serve", "--port", "0"])
    const sockets: Socket[] = []
    try {
      expect(await comesTrue(() => /http:\/\/\S+/.test(said.stdout)), said.stderr).toBe(true)
      const url = new URL(/http:\/\/\S+/.exec(said.stdout)?.[0] ?? "")
      for (let count = 0; count < 400; count++)
        sockets.push(
          connect(Number(url.port), "127.0.0.1")
            .on("error", () => {})
            .resume(),
        )
      expect(await comesTrue(() => sockets.filter(({ pending }) => !pending).length > 60)).toBe(true)
      // Those that say nothing are sent away; then somebody else gets in.
      expect(
        await comesTrue(() => sockets.every(({ destroyed, readyState }) => destroyed || readyState !== "open")),
      ).toBe(true)
      const answer = await fetch(new URL("/api/health", url)).catch(() => undefined)
      expect(answer?.status).toBeLessThan(500)
      expect(child.exitCode, said.stderr).toBeNull()
    } finally {
      for (const socket of sockets) socket.destroy()
      child.kill("SIGTERM")
      expect((await end).stderr).not.toMatch(DUMP)
    }
  })
})

/** Throws where nobody catches it, once the run has said that its phase began. */
const BOOM = `data:text/javascript,${encodeURIComponent(`
  const write = process.stderr.write.bind(process.stderr)
  process.stderr.write = (text, ...rest) => {
    if (String(text).includes("phase: ")) setImmediate(() => { throw new Error("boom") })
    return write(text, ...rest)
  }`)}`

describe("an error that nobody caught", () => {
  it("ends a run with one line that says how to go on, and the run can be resumed", async () => {
    const here = project()
    const server = await here.serve(story({ plans: [{ tasks: [write(1)] }] }))
    const words = ["run", "do it", "--approve", "full", ...here.modelAt(server)]
    const run = here.start(words, { NODE_OPTIONS: `--import=${BOOM}` })
    const { code, stderr, isEnded } = await bounded(run)
    expect({ code, isEnded }).toEqual({ code: 1, isEnded: true })
    expect(stderr).not.toMatch(DUMP)
    const [, id = ""] = /keelson: internal error: boom .*go on with: keelson resume (\S+)$/m.exec(stderr) ?? []
    const resumed = await bounded(here.start(["resume", id, ...here.modelAt(server)]))
    expect({ code: resumed.code, isEnded: resumed.isEnded }, resumed.stderr).toEqual({ code: 0, isEnded: true })
  })
})

it("what is remembered of the sandbox is for its user alone", async () => {
  const here = project()
  const server = await here.serve(story({ plans: [{ tasks: [write(1)] }] }))
  await here.keelson("run", "do it", "--approve", "full", ...here.modelAt(server))
  const found = statSync(join(here.root, "state", "sandbox.json"), { throwIfNoEntry: false })
  if (found) expect(found.mode & 0o077).toBe(0)
})
