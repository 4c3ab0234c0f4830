import { existsSync, rmSync } from "node:fs"
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

describe("limits of the machine below the sandbox's own", () => {
  confinedTest.each(LIMITS)("%s: commands are confined all the same", async (_, limit) => {
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
