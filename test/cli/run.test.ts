import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import type { ServerScript } from "../../src/testing/index.ts"
import { status } from "../../src/testing/server-reply.ts"
import { neverDone } from "../support/model-scenarios.ts"
import { jsonLines, place } from "./keelson.ts"
import { asked, direct, LIST, story, WRITE_NOTE } from "./scripts.ts"
import { throughShell } from "./through-shell.ts"

const SEPARATE = ["request_analyser", "phase_planner", "plan_tool_call", "judge_tasks", "summarizer"]

test.each([
  ["fused", [], ["request_analyser", "phase_planner", "judge_tasks"]],
  ["separate", ["--no-fuse"], SEPARATE],
  ["literal", ["--literal"], SEPARATE],
])(
  "a %s run writes the file, prints the answer apart from the facts and ends with 0",
  async (_name, flags, controls) => {
    const here = place()
    const server = await here.serve(story({ plans: [WRITE_NOTE] }))
    const end = await here.keelson("run", "write a note", "--approve", "edits", ...flags, ...here.modelAt(server))
    expect(end).toMatchObject({ code: 0, stdout: "The note is written.\n" })
    expect(end.stderr).toMatch(/Files changed:\n {2}note\.md +\+1 −0 {2}new/)
    expect(end.stderr).toMatch(/^\[\d\d:\d\d:\d\d\] run \d{6}-\w{6}$/m)
    expect(end.stderr).toMatch(/^\[.+\] phase: write$/m)
    expect(end.stderr).toMatch(/^\[.+\] 1 Write note.md: done in .+$/m)
    expect(end.stderr).not.toMatch(/state |round 1|model answered/)
    expect(readFileSync(join(here.workspace, "note.md"), "utf8")).toBe("hello\n")
    expect(asked(server.requests)).toEqual(controls)
  },
)

test.each([
  ["by a flag", ["--literal"], {}],
  ["by its config", [], { "keelson.config.json": JSON.stringify({ literal: true }) }],
])("a run is literal %s, which has its own bound of iterations and no gate", async (_name, flags, files) => {
  const here = place(files)
  const server = await here.serve(story({ plans: [LIST] }))
  const lines = jsonLines((await here.keelson("run", "look", "--json", ...flags, ...here.modelAt(server))).stdout)
  const environment = { literal: true, limits: expect.objectContaining({ max_iterations: 30 }) }
  expect(lines[0]).toMatchObject({ type: "run.started", environment })
  expect(lines.filter(({ type }) => type === "gate.ruled")).toEqual([])
  expect(lines.at(-1)).toMatchObject({ type: "result", outcome: "done" })
})

test("react runs too", async () => {
  const here = place()
  const said = { kind: "completion", text: "There is a README." } as const
  const server = await here.serve([said, said])
  const end = await here.keelson("run", "what is here?", "--strategy", "react", "--quiet", ...here.modelAt(server))
  expect(end).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("There is a README.") })
})

test("--json prints events and the result last, and nothing else", async () => {
  const here = place()
  const server = await here.serve(story({ plans: [LIST] }))
  const { code, stdout, stderr } = await here.keelson("run", "look", "--json", ...here.modelAt(server))
  const lines = jsonLines(stdout)
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  const { run_id } = lines.at(-1) ?? {}
  expect(lines[0]).toMatchObject({ type: "run.started", run_id, seq: 1, request: "look" })
  const order = lines.slice(0, -1).map(({ seq }) => Number(seq))
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(lines.at(-1)).toMatchObject({ type: "result", outcome: "done", exit_code: 0, success: true, plain: true })
  expect(lines.at(-1)).toMatchObject({ answer: "The note is written.", facts: expect.stringContaining("Outcome:**") })
})

test("--quiet prints exactly the answer, and --output has it too", async () => {
  const here = place()
  const server = await here.serve(story({ plans: [WRITE_NOTE] }))
  const words = ["run", "look", "--quiet", "--approve", "edits", "--output", "out.md"]
  const end = await here.keelson(...words, ...here.modelAt(server))
  expect(end).toEqual({ code: 0, stdout: "The note is written.\n", stderr: "" })
  expect(readFileSync(join(here.workspace, "out.md"), "utf8")).toBe(end.stdout)
})

test("standard output has the answer alone, and the engine's own report where there is none", async () => {
  const here = place()
  const run = async (script: ServerScript, ...flags: readonly string[]) => {
    const server = await here.serve(script)
    return here.keelson("run", "write a note", ...flags, ...here.modelAt(server))
  }
  const done = await run(story({ plans: [WRITE_NOTE] }), "--approve", "full")
  expect(done).toMatchObject({ code: 0, stdout: "The note is written.\n" })
  expect(done.stderr).toMatch(/Files changed:\n {2}note\.md/)
  expect(await run(direct("Yes."), "--print")).toEqual({ code: 0, stdout: "Yes.\n", stderr: "" })
  const refused = await run(() => status(401))
  expect(refused).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("Goal: write a note"),
    stderr: expect.stringContaining("Outcome: failed"),
  })
  const waiting = await run(story({ plans: [WRITE_NOTE] }), "--approve", "ask")
  expect(waiting).toMatchObject({
    code: 3,
    stdout: expect.stringContaining("needs your approval"),
    stderr: expect.stringContaining("keelson answer"),
  })
})

test("the request can come from a file or from standard input", async () => {
  const here = place({ "request.txt": "look around\n" })
  const server = await here.serve(direct("Yes."))
  const words = ["--json", ...here.modelAt(server)]
  const fromFile = await here.keelson("run", "--file", "request.txt", ...words)
  const named = await here.start(["run", "--file", "-", ...words], {}, "look around\n").end
  const piped = await here.start(words, {}, "look around\n").end
  for (const { code, stdout } of [fromFile, named, piped]) {
    expect(code).toBe(0)
    expect(jsonLines(stdout)[0]).toMatchObject({ request: "look around\n" })
  }
})

test.each([
  ["a file", `"$@" < notes.txt`, "look\n\nStandard input, as data:\n```\nall of it\n```"],
  ["a here-document", `"$@" <<END\nall of it\nEND`, "look\n\nStandard input, as data:\n```\nall of it\n```"],
  ["an empty file", `"$@" < empty.txt`, "look"],
  ["/dev/null", `"$@" < /dev/null`, "look"],
  ["nothing at all", `"$@" <&-`, "look"],
])("B2: standard input from %s", async (_, script, request) => {
  const here = place({ "notes.txt": "all of it\n", "empty.txt": "" })
  const server = await here.serve(direct("Yes."))
  const end = await throughShell(here, script, ["look", "--json", ...here.modelAt(server)])
  expect(end).toMatchObject({ code: 0, stderr: "" })
  expect(jsonLines(end.stdout)[0]).toMatchObject({ request })
})

test("a request that is nothing but a file on standard input", async () => {
  const here = place({ "request.txt": "look around\n" })
  const server = await here.serve(direct("Yes."))
  const end = await throughShell(here, `"$@" < request.txt`, ["--json", ...here.modelAt(server)])
  expect(end).toMatchObject({ code: 0 })
  expect(jsonLines(end.stdout)[0]).toMatchObject({ request: "look around\n" })
})

test("what is piped in joins the words, in their language; what is cut of it is said", async () => {
  const here = place()
  const server = await here.serve(direct("Yes."))
  const text = `first line\n${"a middle line\n".repeat(20_000)}last line\n`
  const script = `cat big.txt | "$@"`
  here.write("big.txt", text)
  const end = await throughShell(here, script, ["审阅这个", "--json", ...here.modelAt(server)])
  expect(end.stderr).toMatch(
    /^keelson: standard input is long: of 280021 characters the first 100000 and the last 100000/,
  )
  const [{ request, environment }] = jsonLines(end.stdout) as [{ request: string; environment: object }]
  expect(request).toMatch(
    /^审阅这个\n\nStandard input, as data:\n```\nfirst line\n.*\[… 80021 characters left out …\].*last line\n```$/s,
  )
  expect(environment).toMatchObject({ language: "zh" })
})

test("words that name no command are a request; -c knows the one before, -p prints the answer alone", async () => {
  const here = place()
  const server = await here.serve(direct("Yes."))
  expect(await here.keelson("is", "it", "green?", "-p", ...here.modelAt(server))).toEqual({
    code: 0,
    stdout: "Yes.\n",
    stderr: "",
  })
  const next = await here.keelson("--continue", "and now?", "--json", ...here.modelAt(server))
  expect(jsonLines(next.stdout)[0]).toMatchObject({
    request: "and now?",
    environment: { conversation: [{ request: "is it green?", outcome: "done", summary: "Yes." }] },
  })
  const slip = await here.keelson("resmue", "261115-abc")
  expect(slip).toMatchObject({ code: 2, stderr: expect.stringContaining("Did you mean: keelson resume?") })
})

test("a recorded run can be rehearsed without its server", async () => {
  const here = place()
  const server = await here.serve(story({ plans: [WRITE_NOTE] }))
  const flags = ["run", "write a note", "--approve", "full", "--json"]
  const first = await here.keelson(...flags, "--record", "replies.jsonl", ...here.modelAt(server))
  await server.close()
  const second = await here.keelson(...flags, "--rehearse", "replies.jsonl")
  const [one, two] = [first, second].map(({ stdout }) => jsonLines(stdout).at(-1))
  expect(one).toMatchObject({ outcome: "done", usage: { calls: 3 } })
  const volatile = {
    run_id: undefined,
    limits: undefined,
    files: undefined,
    message: undefined,
    facts: undefined,
    plain: undefined,
    figures: undefined,
  }
  expect({ ...two, ...volatile }).toEqual({ ...one, ...volatile })
})

test("a reader that goes away does not end in a stack", async () => {
  const here = place()
  const server = await here.serve(story({ plans: [LIST] }))
  const running = here.start(["run", "look", "--json", ...here.modelAt(server)])
  running.process.stdout?.destroy()
  expect(await running.end).toMatchObject({ code: 0, stderr: "" })
})

test("a model that never finishes is stopped at 30 iterations and asked once for a summary", async () => {
  const here = place()
  // Reflection would end the phase before the limit does.
  here.write("keelson.config.json", JSON.stringify({ settings: { reflection: "off" } }))
  const server = await here.serve(neverDone("advance"))
  const end = await here.keelson("run", "look for ever", "--max-iterations", "30", "--quiet", ...here.modelAt(server))
  const [{ id }] = JSON.parse((await here.keelson("runs", "--json")).stdout)
  const { result, events } = JSON.parse((await here.keelson("show", id, "--json")).stdout)
  expect(end).toMatchObject({ code: 4, stdout: expect.stringContaining("but the work was not finished.") })
  expect(end.stderr).toContain(`Go on with: keelson resume ${id} --max-iterations …`)
  expect(result).toMatchObject({ outcome: "incomplete", summary_layer: "summarizer" })
  expect(result.reason).toContain("needs more than the 2 left (28 of 30 used)")
  expect(result.limits.used.iterations).toBeGreaterThan(27)
  expect(result.limits.used.iterations).toBeLessThanOrEqual(30)
  const called = (events as { event: { type: string; control: string } }[]).filter(
    ({ event }) => event.type === "model.called",
  )
  expect(called.filter(({ event }) => event.control === "summarizer")).toHaveLength(1)
  expect(asked(server.requests).filter((control) => control === "summarizer")).toHaveLength(1)
})

/** Says at the end whether Node's own `fetch` was loaded. */
const LOADED_FETCH = `process.on("exit", () => process.stderr.write(String(process.moduleLoadList.some((name) => name.endsWith("undici/undici")))))`

test("a run with a server of this machine does without Node's fetch, which takes longer to load than all of it", async () => {
  const here = place()
  const server = await here.serve(direct("Yes."))
  const words = ["run", "is it?", "--quiet", ...here.modelAt(server)]
  const watched = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(LOADED_FETCH)}` }
  expect(await here.start(words, watched).end).toEqual({ code: 0, stdout: "Yes.\n", stderr: "false" })
})
