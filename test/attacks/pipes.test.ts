import { execFileSync } from "node:child_process"
import { mkdirSync, rmSync, symlinkSync } from "node:fs"
import { dirname, join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { Place } from "../cli/keelson.ts"
import { story } from "../cli/scripts.ts"
import { type BoundedEnd, bounded } from "./bounded.ts"
import { PROJECTS } from "./home.ts"

const places: Place[] = []
afterAll(async () => {
  for (const place of places) await place.clear()
})

function project(files: Readonly<Record<string, string>> = {}): Place {
  const place = new Place({ "README.md": "A small project.\n", ...files }, PROJECTS)
  places.push(place)
  return place
}

/** Puts a pipe that nobody ever writes into in the place of a file. */
function pipeAt(here: Place, name: string): string {
  const path = join(here.workspace, name)
  rmSync(path, { force: true })
  mkdirSync(dirname(path), { recursive: true })
  execFileSync("mkfifo", [path])
  return path
}

const WRITE = { id: 1, tool: "write_file", arguments: { path: "done.txt", content: "done" }, depends_on: [] }
const command = (text: string) => ({ id: 1, tool: "run_in_terminal", arguments: { command: text }, depends_on: [] })

/** Runs to its end; what does not come to one is killed and told so. */
async function runIn(here: Place, plans: readonly object[], ...words: string[]): Promise<BoundedEnd> {
  const server = await here.serve(story({ plans }))
  return bounded(here.start(["run", "do it", "--approve", "full", ...words, ...here.modelAt(server)]))
}

/** Files of a project that Keelson, git or ripgrep reads by name while a run goes on. */
const READ_BY_NAME = [
  ".gitignore",
  "sub/.gitignore",
  ".gitattributes",
  "sub/.gitattributes",
  "vendor/lib/.git/HEAD",
  ".ignore",
  "sub/.rgignore",
  ".git/info/exclude",
  ".git/HEAD",
  ".git/config",
  "package.json",
  "Makefile",
  "pyproject.toml",
  "Cargo.toml",
  ".npmrc",
  ".env",
  ".git",
  "keelson.config.ts",
]

const LOOKS = [
  { id: 2, tool: "search_code", arguments: { pattern: "small" }, depends_on: [1] },
  { id: 3, tool: "list_files", arguments: { path: "." }, depends_on: [1] },
]

describe.runIf(process.platform !== "win32")("pipes and devices in the place of files", () => {
  it.each(READ_BY_NAME)("A9 fifo: a pipe named %s does not hold a run up", async (name) => {
    const here = project({ "sub/a.txt": "a", "vendor/lib/b.txt": "b" })
    pipeAt(here, name)
    const { code, isEnded, stderr } = await runIn(here, [{ tasks: [WRITE, ...LOOKS] }], "--max-time", "30s")
    expect({ code, isEnded }, stderr).toEqual({ code: 0, isEnded: true })
  })

  it("keelson.config.json as a pipe, a folder or a device is refused at once", async () => {
    const here = project()
    const path = pipeAt(here, "keelson.config.json")
    const words = ["run", "do it", "--model", "openai-compatible:none"]
    const refused = async () => {
      const { code, stderr, isEnded } = await bounded(here.start(words))
      expect({ code, isEnded }).toEqual({ code: 2, isEnded: true })
      return stderr
    }
    expect(await refused()).toContain("keelson.config.json: is a named pipe, not a plain file.")
    rmSync(path)
    symlinkSync("/dev/zero", path)
    expect(await refused()).toContain("keelson.config.json: is a device, not a plain file.")
    rmSync(path)
    mkdirSync(path)
    expect(await refused()).toContain("keelson.config.json: is a folder, not a plain file.")
  })

  it.each([
    ["A9 fifo2", "mkfifo .gitignore"],
    ["A9 fifo3", "mkdir -p sub; touch sub/a; mkfifo sub/.gitignore"],
    ["a repository's HEAD", "mkdir -p inner/.git; touch inner/a; mkfifo inner/.git/HEAD"],
  ])("%s: a command that leaves a pipe costs its checkpoint, not the run; the next run works too", async (_, text) => {
    const here = project()
    const plans = [{ tasks: [command(text)] }, { tasks: [WRITE, ...LOOKS] }]
    for (const round of [1, 2]) {
      const { code, isEnded, stderr } = await runIn(here, round === 1 ? plans : [{ tasks: [WRITE] }])
      expect({ code, isEnded }, stderr).toEqual({ code: 0, isEnded: true })
      expect(stderr).toContain("is not a plain file and would block git; remove it")
    }
  })

  it("A9: --max-time holds beside a pipe, and one SIGTERM or SIGINT ends the run with a summary", async () => {
    const here = project()
    pipeAt(here, ".gitignore")
    const slow = { tasks: [command("sleep 300")] }
    const timed = await runIn(here, [slow], "--max-time", "3s")
    expect({ code: timed.code, isEnded: timed.isEnded }, timed.stderr).toEqual({ code: 4, isEnded: true })
    expect(timed.stderr).toContain("time limit")
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      const server = await here.serve(story({ plans: [slow] }))
      const run = here.start(["run", "do it", "--approve", "full", ...here.modelAt(server)])
      await run.hears("stderr", "phase")
      run.process.kill(signal)
      const { isEnded, stderr } = await bounded(run)
      expect(isEnded).toBe(true)
      expect(stderr).toContain("cancelled")
      expect(stderr).toContain("keelson resume")
    }
  })

  it("a device in the workspace is never opened", async () => {
    const here = project()
    for (const name of [".gitignore", "zero.csv", "a.md"]) {
      rmSync(join(here.workspace, name), { force: true })
      makeDevice(join(here.workspace, name))
    }
    const reads = [
      { id: 1, tool: "read_file", arguments: { path: "zero.csv" }, depends_on: [] },
      { id: 2, tool: "search_code", arguments: { pattern: "x", path: "zero.csv" }, depends_on: [] },
      { id: 3, tool: "edit_file", arguments: { path: "a.md", old_string: "a", new_string: "b" }, depends_on: [] },
    ]
    const { isEnded } = await runIn(here, [{ tasks: reads }], "--max-time", "30s")
    expect(isEnded).toBe(true)
  })
})

/** Endless zeros; where only root may make devices, a link to one. */
function makeDevice(path: string): void {
  try {
    execFileSync("mknod", [path, "c", "1", "5"], { stdio: "ignore" })
  } catch {
    symlinkSync("/dev/zero", path)
  }
}
