import { describe, expect, it } from "vitest"
import { ModelError } from "../../src/model/seam/model-error.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { calls, type ScriptLine } from "../../src/testing/script-line.ts"
import { play, type Scenario } from "../scenarios/play.ts"
import { eventsOf, type Lines } from "./front-door.ts"

/* Why a run was stopped, warned or failed is said in its language; what a model or an endpoint said stays as it is. */

const CHINESE = "请把 a.txt 的内容告诉我"
const read = calls([{ call: "read_file", input: { path: "a.txt" } }])

function chinese(
  strategy: string,
  lines: Lines | ((key: string) => ScriptLine),
  more: Partial<Scenario> = {},
): Scenario {
  const all = typeof lines === "function" ? new Proxy({}, { get: (_none, key) => lines(String(key)) }) : lines
  const scenario = { name: "chinese", request: CHINESE, files: { "a.txt": "alpha\n" }, model: () => keyedModel(all) }
  return { ...scenario, ...more, options: { strategy, ...more.options } }
}

describe("a Chinese run", () => {
  it("says why it looks back", async () => {
    await using played = await play(chinese("react", () => read, { options: { limits: { max_iterations: 3 } } }))
    const [raised] = await eventsOf(played.store, "reflection.raised")
    expect(raised?.reason).toMatch(/^`.+` 运行了2 次，结果相同：/)
    expect(played.result.reason).toMatch(/^达到迭代上限/)
  })

  it("says that a structure was not to be had", async () => {
    const options = { literal: true }
    await using played = await play(chinese("phased", () => "不想填表。", { options }))
    expect(played.result.reason).toMatch(/^此模型无法按 request_analyser 所需的形式作答（尝试 \d 次）/)
  })

  it("says that the model could not be reached", async () => {
    const error = new ModelError("auth", "401 bad key")
    await using played = await play(chinese("react", () => error))
    expect(played.result).toMatchObject({ outcome: "failed", reason: "模型调用失败：401 bad key" })
  })
})
