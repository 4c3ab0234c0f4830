import { expect, it } from "vitest"
import { openAICompatible } from "../../src/model/openai-compatible.ts"
import type { ModelRequest } from "../../src/model/seam/model.ts"
import { ModelError } from "../../src/model/seam/model-error.ts"
import { readReply } from "../../src/model/seam/read-reply.ts"
import type { Message } from "../../src/protocol/log/message.ts"
import { readRun } from "../../src/run/lifecycle/orchestrator.ts"
import type { StartWish } from "../../src/server/runs/run-host.ts"
import { ringer } from "./models.ts"
import { type Place, place } from "./place.ts"

/** A request as the engine itself makes them, to a model that is a run. */
function saying(...messages: Message[]): ModelRequest {
  return { purpose: { key: "test", control: "reply" }, messages, tools: [], choice: { kind: "none" } }
}

function modelAt({ url, token }: Place["server"], name: string, apiKey = token ?? "") {
  return openAICompatible({ name, baseUrl: `${url}v1`, apiKey, retries: 0 })
}

it("a run serves as a model through the same client that other models are asked with", async () => {
  await using there = await place({ model: ringer() })
  const wishes: StartWish[] = []
  const agentToStart = (wish: StartWish) => {
    wishes.push(wish)
    return there.host.agentToStart(wish)
  }
  const server = await there.another({ host: { ...there.host, agentToStart } })
  const request = saying({ role: "system", text: "Be brief." }, { role: "user", text: "Ring the bell, please." })
  const reply = await readReply(modelAt(server, "keelson-react"), request, new AbortController().signal)
  const [header] = await there.store.listRuns()
  const { result } = await readRun(there.store, header?.id ?? "")
  expect(reply).toMatchObject({
    text: result.message,
    calls: [],
    finish: "stop",
    usage: { prompt: result.usage.prompt, completion: result.usage.completion },
  })
  expect(wishes).toEqual([{ request: "Ring the bell, please.", strategy: "react", workspace: there.workspace }])
  expect(there.rung).toEqual(["a"])
})

it("a wrong token is an auth error to that client, and a wrong name no model", async () => {
  await using there = await place({ model: ringer() })
  const { signal } = new AbortController()
  const ask = (name: string, key?: string) =>
    readReply(modelAt(there.server, name, key), saying({ role: "user", text: "Ring." }), signal)
  await expect(ask("keelson", "not-the-token-at-all")).rejects.toMatchObject({ name: "ModelError", kind: "auth" })
  const unknown = await ask("keelson-waltz").catch((error: unknown) => error)
  expect(unknown).toBeInstanceOf(ModelError)
  expect(String(unknown)).toContain('no model "keelson-waltz"')
  expect(await there.store.listRuns()).toEqual([])
})
