import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import type { Agent } from "../../src/agent.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { RunStore } from "../../src/journal/run-store.ts"
import { ModelError } from "../../src/model/seam/model-error.ts"
import { reply } from "../../src/testing/script-line.ts"
import { analysis, complete, phase, phases, plan, say, task } from "../scenarios/lines.ts"
import { setStage } from "../scenarios/play.ts"
import { entriesOf, heard, type Lines, literal } from "./front-door.ts"

const SECRET = "hunter2-hunter2"
/** Its form changes inside JSON. */
const QUOTED = 'pass"word\\with\nlines'
const VALUES = { API_TOKEN: SECRET, DB_PASSWORD: QUOTED }
const HIDDEN = "{{secret:API_TOKEN}}"

/** Everything that leaves the engine: log, model requests, events, live progress, result, calls as they can be looked into. */
async function everythingSaid(lines: Lines, request = "Do it.") {
  const scenario = literal(lines, { secrets: VALUES })
  await using stage = await setStage({
    ...scenario,
    files: { "notes.txt": `token=${SECRET}\n`, "AGENTS.md": `use ${SECRET}` },
  })
  const store = new MemoryStore()
  const model = heard(scenario.model())
  const agent = await stage.agent(store, model)
  const run = await agent.start(request)
  const live: unknown[] = []
  const events: unknown[] = []
  run.onLive((event) => live.push(event))
  run.onEvent((event) => events.push(event))
  let result = await run.result
  if (result.outcome === "waiting") {
    await agent.answer(run.id, { kind: "clarification", text: `it is ${SECRET}` })
    result = await (await agent.resume(run.id)).result
  }
  const said = {
    log: await entriesOf(store),
    header: await store.listRuns(),
    requests: model.requests,
    live,
    events,
    result,
    calls: await openedCalls(agent, run.id),
    kept: await keptFiles(store, run.id),
  }
  const files = await readFile(join(stage.folder, "out.txt"), "utf8").catch(() => null)
  return { said, files, result }
}

async function openedCalls(agent: Agent, runId: string) {
  return Promise.all((await agent.calls(runId)).map(({ n }) => agent.call(runId, n)))
}

/** The files beside the log, byte for byte. */
async function keptFiles(store: RunStore, runId: string) {
  const files = await store.listBlobs(runId, "")
  return Promise.all(
    files.map(async ({ id }) => [id, Buffer.from((await store.loadBlob(runId, id))?.data ?? []).toString()]),
  )
}

function leaks(said: unknown): string[] {
  const text = JSON.stringify(said)
  return [SECRET, QUOTED, JSON.stringify(QUOTED).slice(1, -1)].filter((value) =>
    text.includes(JSON.stringify(value).slice(1, -1)),
  )
}

const write = (content: string) => say("plan_tool_call", plan(task("write_file", { path: "out.txt", content })))

describe("a secret", () => {
  it("in a file, in the request, in AGENTS.md, in a command's output stays inside", async () => {
    const { said, result } = await everythingSaid(
      {
        "phase-1/round-1/plan/try-1": say(
          "plan_tool_call",
          plan(task("read_file", { path: "notes.txt" }), task("run_in_terminal", { command: "cat notes.txt; exit 3" })),
        ),
        "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1])),
      },
      `Use ${SECRET} to log in.`,
    )
    expect(result.outcome).toBe("done")
    expect(leaks(said)).toEqual([])
    expect(JSON.stringify(said.requests)).toContain(HIDDEN)
    expect(JSON.stringify(said.calls)).toContain(HIDDEN)
  })

  it("that the model says itself goes no further, in whatever form", async () => {
    const { said, files } = await everythingSaid({
      "phase-1/round-1/plan/try-1": reply({
        text: `I know ${SECRET} and ${QUOTED}`,
        calls: [
          {
            call: "plan_tool_call",
            input: plan(task("write_file", { path: "out.txt", content: `${SECRET} ${QUOTED}` })),
          },
        ],
      }),
      "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1], { user_summary: `It wrote ${SECRET} there.` })),
    })
    expect(leaks(said)).toEqual([])
    expect(files).toBe(`${HIDDEN} {{secret:DB_PASSWORD}}`)
  })

  it("is not put back for a tool", async () => {
    const { said, files } = await everythingSaid({
      "phase-1/round-1/plan/try-1": write(`key: ${HIDDEN}\n`),
      "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1])),
    })
    expect(files).toBe(`key: ${HIDDEN}\n`)
    expect(leaks(said)).toEqual([])
  })

  it("in an answer of the user's is kept without it", async () => {
    const { said, result } = await everythingSaid({
      "analysis/try-1": say(
        "request_analyser",
        analysis({ clarification_needed: true, clarification_questions: ["Key?"] }),
      ),
      "analysis-2/try-1": say("request_analyser", analysis()),
      "phases/try-1": say("phase_planner", phases([phase(1)])),
      "phase-1/round-1/plan/try-1": write("x"),
      "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1])),
    })
    expect(result.outcome).toBe("done")
    expect(leaks(said)).toEqual([])
    expect(JSON.stringify(said.requests)).toContain(`it is ${HIDDEN}`)
  })

  it("in an endpoint's error message is not in the report", async () => {
    const { said, result } = await everythingSaid({
      "phases/try-1": new ModelError("auth", `The key ${SECRET} was refused.`),
    })
    expect(result.reason).toBe(`The key ${HIDDEN} was refused.`)
    expect(leaks(said)).toEqual([])
  })
})
