import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import type { EmulatedThought, HeardRequest } from "../../support/emulators/mind.ts"
import type { Place } from "../keelson.ts"
import { place } from "../keelson.ts"
import { at, MODELS, mind, STRATEGIES, writeJobs } from "./jobs.ts"

/** Three processes, sixty runs: on a busy machine that takes its time. */
const LONG_MS = 1_200_000

const copiesIn = (here: Place) => {
  const folder = join(here.root, "state-copies")
  return existsSync(folder) ? readdirSync(folder) : []
}

test(
  "ten jobs, two models, three strategies, killed twice: what is done is not done again, and what was begun goes on",
  async () => {
    const here = place()
    const { url } = await here.emulate("ollama", { mind })
    const words = ["eval", writeJobs(here), ...MODELS, ...STRATEGIES, "--concurrency", "4", ...at(url)]
    for (const sign of ["[15/60]", "[40/60]"]) {
      const killed = here.start(words)
      await killed.hears("stderr", sign)
      killed.process.kill("SIGKILL")
      await killed.end
    }
    const end = await here.keelson(...words, "--json", "--output", "results.json", "--html", "report.html")
    expect(end, end.stderr).toMatchObject({ code: 0 })
    expect(end.stderr.match(/ · kept$/gm)?.length).toBeGreaterThanOrEqual(39)
    const { rows, controls, cells, left } = JSON.parse(end.stdout)
    expect(left).toEqual([])
    expect(controls[0]).toEqual({ job: "write-alpha", counts: true, nothing: "failed", solution: "passed", why: "" })
    expect(rows).toHaveLength(6)
    expect(rows[0]).toMatchObject({
      model: "ollama:able",
      strategy: "react",
      runs: 10,
      done: { value: 1, high: 1 },
      truthful: { value: 1 },
      pass_at: [{ k: 1, value: 1 }],
    })
    const careless = rows.filter(({ model }: { model: string }) => model === "ollama:careless")
    for (const row of careless)
      expect(row, row.strategy).toMatchObject({ done: { value: 0.4 }, truthful: { value: 0.4 } })
    const lie = cells.find((cell: { truthful: boolean }) => !cell.truthful)
    expect(lie).toMatchObject({
      outcome: "done",
      passed: false,
      done: false,
      patch: expect.stringContaining("+something"),
    })
    // No cell has two runs: what was broken off was gone on with.
    const runs = JSON.parse((await here.keelson("runs", "--all", "--json")).stdout)
    expect(runs).toHaveLength(60)
    expect(copiesIn(here)).toEqual([])
    const page = readFileSync(join(here.workspace, "report.html"), "utf8")
    expect(page.match(/<svg/g)?.length).toBeGreaterThanOrEqual(5)
    expect(page).not.toContain("<script")
    expect(JSON.parse(readFileSync(join(here.workspace, "results.json"), "utf8")).rows).toEqual(rows)
  },
  LONG_MS,
)

test("a regression is told with the chance that it is none, and decides the exit code", async () => {
  const here = place()
  let isWorse = false
  const changing = (asked: HeardRequest): EmulatedThought => mind(isWorse ? { ...asked, model: "careless" } : asked)
  const { url } = await here.emulate("ollama", { mind: changing })
  const words = ["eval", writeJobs(here, 6), "--models", "ollama:able", "--strategies", "react", ...at(url)]
  const before = await here.keelson(...words, "--output", "before.json")
  expect(before, before.stderr).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^ollama:able +react +6 +100%/m),
  })
  const same = await here.keelson(...words, "--against", "before.json")
  expect(same).toMatchObject({ code: 0, stdout: expect.stringContaining("Nothing that counts became worse.") })
  isWorse = true
  // What is kept is not asked again: for that there is --fresh.
  expect(await here.keelson(...words, "--against", "before.json")).toMatchObject({ code: 0 })
  const after = await here.keelson(...words, "--against", "before.json", "--fresh")
  expect(after.code).toBe(1)
  expect(after.stdout).toContain("worse: ollama:able · react: done 100% → 67% (by chance: 45%)")
  expect(after.stdout).toContain("worse: ollama:able · react · write-echo: done 100% → 0%")
  expect(after.stdout).toContain("Worse than before.")
})

test("money and time end it where they are up; with more it goes on", async () => {
  const here = place({
    "keelson.config.json": JSON.stringify({ prices: { "openai-compatible:able": { prompt: 1000, completion: 1000 } } }),
  })
  const { url } = await here.emulate("ollama", { mind })
  const words = ["eval", writeJobs(here, 3), "--models", "openai-compatible:able", "--strategies", "react", ...at(url)]
  const poor = await here.keelson(...words, "--json", "--concurrency", "1", "--budget", "0.01")
  expect(poor, poor.stderr).toMatchObject({ code: 4 })
  expect(JSON.parse(poor.stdout)).toMatchObject({
    cells: [],
    left: [
      { kind: "limit", why: "the budget was spent on its way; it goes on from there" },
      { kind: "limit", why: "the budget was spent before it began" },
      { kind: "limit" },
    ],
  })
  const rich = await here.keelson(...words, "--json", "--budget", "1000")
  expect(rich, rich.stderr).toMatchObject({ code: 0 })
  const { cells, left, spent } = JSON.parse(rich.stdout)
  expect({ left, done: cells.map(({ done }: { done: boolean }) => done) }).toEqual({
    left: [],
    done: [true, true, true],
  })
  expect(spent).toBeCloseTo(cells.reduce((sum: number, { cost }: { cost: number }) => sum + cost, 0))
  expect(await here.keelson(...words, "--fresh", "--models", "openai-compatible:other", "--budget", "1")).toMatchObject(
    {
      stderr: expect.stringContaining("the price of openai-compatible:other is not known"),
    },
  )
})

test("Ctrl-C leaves everything so that the same command goes on", async () => {
  const here = place()
  const waiting = Promise.withResolvers<void>()
  let asked = 0
  const { url } = await here.emulate("ollama", {
    mind: async (request) => {
      asked += 1
      if (asked === 2) await waiting.promise
      return mind(request)
    },
  })
  const words = ["eval", writeJobs(here, 1), "--models", "ollama:able", "--strategies", "react", ...at(url)]
  const stopped = here.start(words)
  await expect.poll(() => asked).toBe(2)
  stopped.process.kill("SIGINT")
  const end = await stopped.end
  waiting.resolve()
  expect(end, end.stderr).toMatchObject({ code: 130, stderr: expect.stringContaining("it goes on from there") })
  expect(await here.keelson(...words)).toMatchObject({ code: 0 })
  expect(JSON.parse((await here.keelson("runs", "--all", "--json")).stdout)).toHaveLength(1)
})

test("a job that can't tell done from not done is left out, and says why", async () => {
  const here = place()
  const { url } = await here.emulate("ollama", { mind })
  const job = (name: string, told: object, files: Record<string, string> = {}) => {
    here.write(`jobs/${name}/job.json`, JSON.stringify({ request: "Write the word alpha.", ...told }))
    for (const [path, content] of Object.entries(files)) here.write(`jobs/${name}/${path}`, content)
  }
  job("always", { checks: { any: "true" } })
  job("never", { checks: { any: "false" } }, { "solution/alpha.txt": "alpha\n" })
  job("unset", { checks: { any: "false" }, setup: "echo no such thing; exit 3" })
  job("elsewhere", { checks: { any: "false" }, workspace: { git: "./nowhere" } })
  job("lacking", { checks: { any: "no-such-program-here --version" } })
  const end = await here.keelson(
    "eval",
    "jobs",
    "--models",
    "ollama:able",
    "--strategies",
    "react",
    "--json",
    ...at(url),
  )
  const { controls, cells } = JSON.parse(end.stdout)
  expect(cells).toEqual([])
  expect(Object.fromEntries(controls.map(({ job: name, why }: { job: string; why: string }) => [name, why]))).toEqual({
    always: "it passes when nothing is done",
    never: "its own solution does not pass: any: it ended with 1",
    unset: "its set-up failed: it ended with 3: no such thing",
    elsewhere: expect.stringContaining("does not exist"),
    lacking: expect.stringMatching(/^it can't be checked here: check any: .*not found/),
  })
})

test("a run works in the one commit that its job names, and what decides is not in its reach", async () => {
  const here = place()
  const git = (...words: string[]) => execFileSync("git", words, { cwd: join(here.workspace, "origin") })
  here.write("origin/a.txt", "first\n")
  git("init", "-q")
  git("add", ".")
  git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "first")
  here.write("origin/alpha.txt", "alpha\n")
  git("add", ".")
  git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "the fix")
  here.write(
    "jobs.json",
    JSON.stringify({
      name: "mine",
      jobs: [
        {
          name: "fix",
          request: "Write the word alpha into alpha.txt.",
          workspace: { git: "./origin", ref: "HEAD~1" },
          setup: "git log --oneline --all > log.txt; ls > names.txt",
          checks: {
            content: "grep -qx alpha alpha.txt",
            alone: 'test "$(wc -l < log.txt)" = 1 && ! grep -q alpha.txt names.txt',
          },
        },
      ],
    }),
  )
  const { url } = await here.emulate("ollama", { mind })
  const end = await here.keelson(
    "eval",
    "jobs.json",
    "--models",
    "ollama:able",
    "--strategies",
    "react",
    "--json",
    ...at(url),
  )
  expect(end, end.stderr).toMatchObject({ code: 0 })
  const { cells } = JSON.parse(end.stdout)
  expect(cells[0]).toMatchObject({ done: true, checks: [{ passed: true }, { passed: true }] })
  // The patch is the run's work alone.
  expect(cells[0].patch).toContain("alpha.txt")
  expect(cells[0].patch).not.toContain("log.txt")
})

test.each([
  ["nowhere", "There is no"],
  ["empty", "has no jobs"],
  ["undecided", "nothing decides whether it is done"],
])("jobs in %s are refused before anything runs", async (folder, why) => {
  const here = place()
  here.write("empty/README.md", "")
  here.write("undecided/a/job.json", '{"request": "x"}')
  expect(await here.keelson("eval", folder, "--models", "ollama:a")).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining(why),
  })
})
