import { describe, expect, test } from "vitest"
import { modelRequest } from "../../../test/support/model-requests.ts"
import { reply } from "../../testing/script-line.ts"
import { ScriptedModel } from "../../testing/scripted-model.ts"
import type { Model, ModelRequest } from "../seam/model.ts"
import { ModelError } from "../seam/model-error.ts"
import { readReply } from "../seam/read-reply.ts"
import { withRetry } from "../wrappers/retry.ts"
import { recorded, rehearsal } from "./recording.ts"
import { type RehearsalLine, readRehearsal, renderRehearsal } from "./rehearsal-file.ts"

const HERE = "/people/ann/project"
const THERE = "/tmp/other place"

function at(key: string, text = `Work in ${HERE}.`): ModelRequest {
  return modelRequest({ purpose: { key, control: "plan_tool_call" }, messages: [{ role: "user", text }] })
}

function ask(model: Model, request: ModelRequest) {
  return readReply(model, request, new AbortController().signal)
}

async function record(...lines: ConstructorParameters<typeof ScriptedModel>[0]): Promise<RehearsalLine[]> {
  const sink: RehearsalLine[] = []
  const model = recorded(new ScriptedModel(lines), (line) => sink.push(line), HERE)
  for (const index of lines.keys()) await ask(model, at(`round-${index + 1}/plan`))
  return sink
}

const CALL = { call: "read_file", input: { path: `${HERE}/a.ts`, note: `one\n${HERE}\ntwo` } }

describe("recorded", () => {
  test("writes the reply with the workspace hidden, and passes it on unchanged", async () => {
    const sink: RehearsalLine[] = []
    const said = reply({ text: `See ${HERE}/b.`, calls: [CALL], usage: { prompt: 1, completion: 2, cached: 0 } })
    const model = recorded(new ScriptedModel([said]), (line) => sink.push(line), HERE)
    expect((await ask(model, at("plan"))).text).toBe(`See ${HERE}/b.`)
    expect(sink).toEqual([
      {
        key: "plan",
        control: "plan_tool_call",
        prompt_digest: expect.stringMatching(/^[0-9a-f]{16}$/),
        choice: { kind: "auto" },
        reply: {
          text: "See $WORKSPACE/b.",
          calls: [
            {
              id: "call-1",
              name: "read_file",
              arguments: '{"path":"$WORKSPACE/a.ts","note":"one\\n$WORKSPACE\\ntwo"}',
            },
          ],
          usage: { prompt: 1, completion: 2, cached: 0 },
          finish: "calls",
        },
      },
    ])
  })

  test("nothing of a failed attempt is recorded", async () => {
    const sink: RehearsalLine[] = []
    const script = new ScriptedModel([reply({ text: "half", failure: new ModelError("broken", "Dead.") }), "whole"])
    const model = recorded(
      withRetry(script, { pace: { elapsed: () => 0, pause: async () => {} } }),
      (line) => sink.push(line),
      HERE,
    )
    await ask(model, at("plan"))
    expect(sink.map((line) => line.reply.text)).toEqual(["whole"])
  })
})

describe("rehearsal", () => {
  test("says the same in another workspace, after a trip through the file", async () => {
    const lines = await record(CALL, `Done in ${HERE}, not in ${HERE}2; $WORKSPACE is a variable.`)
    const file = renderRehearsal({ model: "openai:x", recorded_at: "2026-11-01T00:00:00Z", lines })
    const warnings: string[] = []
    const model = rehearsal(readRehearsal(file).lines, THERE, { onWarning: (warning) => warnings.push(warning) })
    const prompt = `Work in ${THERE}.`
    const first = await ask(model, at("round-1/plan", prompt))
    expect(JSON.parse(first.calls[0]?.arguments ?? "")).toEqual({ path: `${THERE}/a.ts`, note: `one\n${THERE}\ntwo` })
    const second = await ask(model, at("round-2/plan", prompt))
    expect(second.text).toBe(`Done in ${THERE}, not in ${HERE}2; $WORKSPACE is a variable.`)
    expect(warnings).toEqual([])
    expect(model.unused()).toEqual([])
  })

  test("the same key may be asked again; unused lines are listed", async () => {
    const lines = await record("one", "two")
    const model = rehearsal(lines, HERE)
    expect((await ask(model, at("round-1/plan"))).text).toBe("one")
    expect((await ask(model, at("round-1/plan"))).text).toBe("one")
    expect(model.unused().map((line) => line.key)).toEqual(["round-2/plan"])
  })

  test("another prompt warns once per key", async () => {
    const warnings: string[] = []
    const model = rehearsal(await record("one"), HERE, { onWarning: (warning) => warnings.push(warning) })
    await ask(model, at("round-1/plan", "other"))
    await ask(model, at("round-1/plan", "yet another"))
    expect(warnings).toEqual([expect.stringContaining('"round-1/plan"')])
  })

  test("an unknown key and an unknown control are mismatches that name their neighbours", async () => {
    const model = rehearsal(await record("one", "two"), HERE)
    await expect(ask(model, at("round-1/judge"))).rejects.toThrow(
      'Asked for control plan_tool_call at key "round-1/judge", the rehearsal has nothing there; ' +
        "recorded keys next to it: round-1/plan, round-2/plan; record it again.",
    )
    const other = modelRequest({ purpose: { key: "round-1/plan", control: "think" } })
    await expect(ask(model, other)).rejects.toMatchObject({
      name: "RehearsalMismatchError",
      message: expect.stringContaining("the rehearsal has control plan_tool_call there"),
    })
  })
})

describe("readRehearsal", () => {
  const HEADER = '{"keelson_rehearsal":1,"model":"m","recorded_at":"t"}\n'

  test.each([
    ["", "Line 1: the file is empty"],
    ["PK\u0003\u0004", "Line 1 is not valid JSON"],
    ['{"keelson_rehearsal":2,"model":"m","recorded_at":"t"}', "Line 1 is no keelson_rehearsal header of version 1"],
    ['{"type":"run.started"}', "Line 1 is no keelson_rehearsal header"],
    [`${HEADER}\n{"key":"a","control"`, "Line 3 is not valid JSON; the file is damaged or cut off."],
    [`${HEADER}{"key":"a","control":"b"}`, "Line 2 is no recorded call: prompt_digest:"],
  ])("%j", (text, message) => {
    expect(() => readRehearsal(text)).toThrow(message)
  })

  test("a header alone is an empty rehearsal", () => {
    expect(readRehearsal(HEADER)).toEqual({ model: "m", recorded_at: "t", lines: [] })
  })
})
