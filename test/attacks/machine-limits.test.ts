import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect } from "vitest"
import { jsonLines, Place, Running } from "../cli/keelson.ts"
import { story } from "../cli/scripts.ts"
import { confinedTest } from "./confined.ts"
import { PROJECTS } from "./home.ts"

const GIGABYTE = 2 ** 30
const LIMITS = [
  ["open files", "--nofile=4096:4096"],
  ["file size", `--fsize=${2 * GIGABYTE}:${2 * GIGABYTE}`],
  ["data", `--data=${3 * GIGABYTE}:${3 * GIGABYTE}`],
  ["processes", "--nproc=500:500"],
] as const

const places: Place[] = []
afterAll(async () => {
  for (const place of places) await place.clear()
})

describe("a bubblewrap that does not work", () => {
  confinedTest.each([
    ["bwrap: No permissions to create new namespace", true],
    ["bwrap: Can't mkdir /proc: Read-only file system", false],
  ])("is told of as it is: %s", async (said, isAboutNamespaces) => {
    const here = new Place(undefined, PROJECTS)
    places.push(here)
    const programs = join(here.root, "programs")
    mkdirSync(programs)
    writeFileSync(join(programs, "bwrap"), `#!/bin/sh\necho "${said}" >&2\nexit 1\n`, { mode: 0o755 })
    const server = await here.serve(story({ plans: [] }))
    const words = ["run", "look", "--require-sandbox", ...here.modelAt(server)]
    const end = await here.start(words, { PATH: `${programs}:${here.environment.PATH}` }).end
    expect(end.code).toBe(2)
    expect(end.stderr).toContain(`bubblewrap does not work here: ${said}.`)
    expect(/user namespaces/.test(end.stderr)).toBe(isAboutNamespaces)
  })
})

describe("limits of the machine below the sandbox's own", () => {
  confinedTest.each(LIMITS)("M2 lim, %s: commands are confined all the same", async (_, limit) => {
    const here = new Place(undefined, PROJECTS)
    places.push(here)
    const mark = join(PROJECTS, `outside-${crypto.randomUUID()}`)
    const command = `echo attack > ${mark}; echo fine > here`
    const server = await here.serve(
      story({ plans: [{ tasks: [{ id: 1, tool: "run_in_terminal", arguments: { command }, depends_on: [] }] }] }),
    )
    const words = ["run", "do it", "--json", "--approve", "full", ...here.modelAt(server)]
    const options = { cwd: here.workspace, env: here.environment }
    const running = new Running(words, options, ["prlimit", limit, "--", ...here.command])
    running.process.stdin?.end()
    const end = await running.end
    expect(jsonLines(end.stdout)[0]?.environment).toMatchObject({ sandbox: "bubblewrap" })
    expect([existsSync(mark), existsSync(join(here.workspace, "here"))]).toEqual([false, true])
    rmSync(mark, { force: true })
  })
})
