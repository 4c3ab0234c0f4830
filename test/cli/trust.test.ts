import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { oneOf } from "../sample.ts"
import { type Place, place } from "./keelson.ts"
import { LIST, story } from "./scripts.ts"

const MODULES = fileURLToPath(new URL("../../node_modules", import.meta.url))

/** Tells that it was run, and brings a tool and a strategy along. */
const CODE = `
import { z } from "zod"
import { appendFileSync } from "node:fs"
appendFileSync(new URL("ran.txt", import.meta.url), "ran\\n")
type Greeting = { name: string }
export const config = { strategy: "greet", limits: { max_iterations: 7 } }
export const tools = [{
  name: "greet", description: "Greet.", input: z.object({ name: z.string() }), access: "read", repeat: "safe",
  execute: async ({ name }: Greeting) => "hello " + name,
}]
export const strategies = [{
  name: "greet", summary: "Greets.", settings: z.looseObject({}),
  async run(run) {
    const { outcomes } = await run.execute([{ id: 1, tool: "greet", arguments: { name: "you" }, depends_on: [], why: "" }])
    run.summariseWith(async () => ({ layer: "closing", text: outcomes[0].text, highlights: [] }))
    await run.enter("EXECUTING")
    return { kind: "done" }
  },
}]
`

function withCode(code = CODE): Place {
  const here = place()
  here.write("keelson.config.ts", code)
  symlinkSync(MODULES, join(here.workspace, "node_modules"))
  return here
}

function hasRun(here: Place): boolean {
  return statSync(join(here.workspace, "ran.txt"), { throwIfNoEntry: false }) !== undefined
}

test("a stranger's code is not run before keelson trust, and is used after it", async () => {
  const here = withCode()
  const server = await here.serve(story({ plans: [LIST] }))
  const before = await here.keelson("run", "look", ...here.modelAt(server))
  expect(before).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("keelson.config.ts is code of this workspace"),
  })
  expect(before.stderr).toContain("keelson trust")
  expect(hasRun(here)).toBe(false)

  const trusted = await here.keelson("trust")
  expect(trusted).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Trusted: .+\n {2}keelson\.config\.ts {2}\w{12}\n/),
  })
  expect(hasRun(here)).toBe(false)
  const after = await here.keelson("run", "greet me", ...here.modelAt(server))
  expect(after).toMatchObject({ code: 0, stdout: expect.stringContaining("hello you") })
  expect(after.stderr).not.toContain("keelson trust")
  expect((await here.keelson("config", "--json")).stdout).toContain(
    '"key": "limits.max_iterations",\n    "value": 7,\n    "from": "project"',
  )
})

test("what a trusted strategy asks for can have a model of its own, by its name", async () => {
  const here = withCode(CODE.replace('summary: "Greets.",', 'summary: "Greets.", controls: ["critique"],'))
  const modelFor = (control: string) =>
    here.write("keelson.config.json", JSON.stringify({ models: { [control]: "ollama:m" } }))
  modelFor("critique")
  expect((await here.keelson("config")).code).toBe(0)
  await here.keelson("trust")
  expect((await here.keelson("config", "--json")).stdout).toContain('"key": "models.critique"')
  modelFor("critic")
  const refused = await here.keelson("config")
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/no control "critic"; .+critique/) })
})

test("code that changed is not run before it is trusted anew, and one line says so", async () => {
  const here = withCode()
  await here.keelson("trust")
  here.write("keelson.config.ts", `${CODE}\n// changed`)
  const end = await here.keelson("config")
  expect(end.stderr).toMatch(/^keelson: keelson\.config\.ts changed since you trusted this folder; .+keelson trust$/m)
  expect(hasRun(here)).toBe(false)
  await here.keelson("trust")
  expect((await here.keelson("config")).stderr).not.toContain("changed")
  expect(hasRun(here)).toBe(true)
})

test("trust is this folder's alone, can be listed and taken back, and is kept private", async () => {
  const here = withCode()
  await here.keelson("trust")
  expect(statSync(join(here.root, "state", "trust.json")).mode & 0o777).toBe(0o600)
  expect((await here.keelson("trust", "--list")).stdout).toContain(`${here.workspace}  `)

  const copy = join(here.root, "copy")
  mkdirSync(copy)
  writeFileSync(join(copy, "keelson.config.ts"), readFileSync(join(here.workspace, "keelson.config.ts")))
  const elsewhere = await here.keelson("run", "x", "-C", copy, "--rehearse", "none.jsonl")
  expect(elsewhere.stderr).toContain("is not run")

  expect(await here.keelson("trust", "--remove")).toMatchObject({ code: 0 })
  expect((await here.keelson("config")).stderr).toContain("is not run")
  expect(await here.keelson("trust", "--remove")).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^keelson: .+\n$/),
  })
})

const NOT_USABLE = [
  ["throw new Error('no luck\\nat all')", "keelson.config.ts: can't be run: no luck"],
  ["export default { modell: 'x' }", 'keelson.config.ts: Unrecognized key: "modell"'],
  ["export const tools = [{ name: 'x' }]", "keelson.config.ts: tools.0: expected a list of tools"],
] as const

test.each(oneOf("trusted code", NOT_USABLE))(
  "trusted code that can't be used is refused in one line: %s",
  async (code, said) => {
    const here = withCode(code)
    await here.keelson("trust")
    const end = await here.keelson("config")
    expect(end).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(/^keelson: .+\n$/) })
    expect(end.stderr).toContain(said)
  },
)

test("a folder without anything to run needs no trust", async () => {
  const here = place()
  here.write("keelson.config.json", '{ "strategy": "react" }')
  expect(await here.keelson("trust")).toMatchObject({ code: 2, stderr: expect.stringContaining("nothing to trust") })
  const config = await here.keelson("config")
  expect(config.stdout).toMatch(/^strategy +project +react$/m)
})
