import { describe, expect, test } from "vitest"
import { modelRequest } from "../../../test/support/model-requests.ts"
import { recorded } from "../rehearsal/recording.ts"
import type { Model, ModelPart, ModelRequest } from "../seam/model.ts"
import { ModelError, type ModelErrorKind } from "../seam/model-error.ts"
import { routed, withFallback } from "./route.ts"

const USAGE = { prompt: 1, completion: 1, cached: 0 }

/** Says its own name, or fails. */
function named(id: string, fault?: Error): Model & { readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = []
  return {
    id,
    contextWindow: id.length,
    traits: { rungs: id === "main" ? ["named"] : ["text"], thinking: "free" },
    requests,
    async *stream(request) {
      requests.push(request)
      yield { type: "text", delta: `${id}…` }
      if (fault) throw fault
      yield { type: "end", usage: USAGE, finish: "stop" }
    },
  }
}

async function partsOf(model: Model, control = "judge_tasks", signal = new AbortController().signal) {
  const parts: ModelPart[] = []
  const request = modelRequest({ purpose: { key: "k", control } })
  for await (const part of model.stream(request, signal)) parts.push(part)
  return parts
}

describe("routed", () => {
  const [main, judge] = [named("main"), named("judge")]
  const model = routed(main, { judge_tasks: judge })

  test("by the control of the request, with the traits of whoever answers", async () => {
    expect((await partsOf(model))[0]).toEqual({ type: "text", delta: "judge…" })
    expect((await partsOf(model, "turn"))[0]).toEqual({ type: "text", delta: "main…" })
    expect(model).toMatchObject({ id: "main", contextWindow: 4, traits: { rungs: ["named"] } })
    expect(model.forControl?.("judge_tasks")).toMatchObject({ id: "judge", traits: { rungs: ["text"] } })
    expect(model.forControl?.("turn").id).toBe("main")
  })

  test("a wrapper around it hears every control", async () => {
    const lines: unknown[] = []
    const wrapped = recorded(model, (line) => lines.push(line), "/w")
    const answering = wrapped.forControl?.("judge_tasks") ?? wrapped
    expect(answering).toMatchObject({ id: "judge", traits: { rungs: ["text"] } })
    expect((await partsOf(answering))[0]).toEqual({ type: "text", delta: "judge…" })
    expect(lines).toHaveLength(1)
  })
})

describe("withFallback", () => {
  test.each<[ModelErrorKind, boolean]>([
    ["auth", true],
    ["quota", true],
    ["busy", true],
    ["broken", true],
    ["timeout", true],
    ["unsupported", false],
    ["refused", false],
    ["overflow", false],
  ])("after %s the other is asked: %s", async (kind, isAsked) => {
    const [main, second] = [named("main", new ModelError(kind, "No.")), named("second")]
    const asking = partsOf(withFallback(main, second))
    if (!isAsked) return expect(asking).rejects.toMatchObject({ kind })
    expect(await asking).toEqual([
      { type: "text", delta: "main…" },
      { type: "retry", reason: "No. second is asked instead.", waitMs: 0, error: expect.objectContaining({ kind }) },
      { type: "text", delta: "second…" },
      { type: "end", usage: USAGE, finish: "stop" },
    ])
    expect(second.requests).toEqual(main.requests)
  })

  test("what is no fault of the model, and an abort, pass through", async () => {
    const second = named("second")
    await expect(partsOf(withFallback(named("main", new TypeError("bug")), second))).rejects.toThrow("bug")
    const aborted = AbortSignal.abort(new Error("stop"))
    const model = withFallback(named("main", new ModelError("broken", "x")), second)
    await expect(partsOf(model, "turn", aborted)).rejects.toThrow("stop")
    expect(second.requests).toEqual([])
  })

  test("a model that gave up rests; then it is asked first again", async () => {
    let now = 0
    const [main, second] = [named("main", new ModelError("busy", "No.")), named("second")]
    const model = withFallback(main, second, { restMs: 1000, now: () => now })
    expect(model.traits?.rungs).toEqual(["named"])
    await partsOf(model)
    expect(model).toMatchObject({ id: "main", contextWindow: 6, traits: { rungs: ["text"] } })
    now = 999
    await partsOf(model)
    expect(main.requests).toHaveLength(1)
    now = 1000
    expect(model.traits?.rungs).toEqual(["named"])
    await partsOf(model)
    expect([main.requests.length, second.requests.length]).toEqual([2, 3])
  })

  test("when both give up, both reasons are told; details stay", async () => {
    const main = named("main", new ModelError("busy", "Busy."))
    const second = named("second", new ModelError("auth", "No key.", { status: 401 }))
    const asking = partsOf(withFallback(main, second))
    await expect(asking).rejects.toMatchObject({ kind: "auth", status: 401, message: "No key. Before that: Busy." })
  })
})
