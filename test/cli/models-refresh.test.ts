import { readFileSync } from "node:fs"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type Place, place } from "./keelson.ts"
import { direct } from "./scripts.ts"

/* What endpoints tell of their models, through the command itself. The server says what the test has put there, by path. */

type Answer = { readonly status?: number; readonly body: object }

const answers = new Map<string, Answer>()
const heard: { path: string; headers: IncomingHttpHeaders }[] = []
const server = createServer(({ url = "", headers }, response) => {
  heard.push({ path: url, headers })
  const { status = 200, body } = answers.get(url) ?? { status: 404, body: {} }
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
})
let address = ""

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
})

const pricing = { prompt: "0.0000025", completion: "0.00001", input_cache_read: "0.00000125" }
const PRICE = { prompt: 2.5, completion: 10, cached: 1.25 }

function keys(): NodeJS.ProcessEnv {
  return {
    OPENAI_API_KEY: "sk-one",
    OPENAI_BASE_URL: `${address}/openai`,
    ANTHROPIC_API_KEY: "sk-two",
    ANTHROPIC_BASE_URL: `${address}/anthropic`,
  }
}

/** What is kept, without what servers of this very machine told: somebody may have one running. */
function kept(here: Place): { models: Record<string, unknown> } {
  const { models } = JSON.parse(readFileSync(join(here.root, "state", "models.json"), "utf8"))
  const others = Object.entries(models).filter(([id]) => !/^(ollama|llamacpp|lmstudio|vllm|sglang):/.test(id))
  return { models: Object.fromEntries(others) }
}

test("--refresh asks who is usable, each with its own key, keeps what it says and tells what changed", async () => {
  const here = place()
  answers.set("/openai/models", {
    body: { data: [{ id: "gpt-new", context_length: 400_000, pricing }, { id: "gpt-5" }, { id: "text-embedding-3" }] },
  })
  answers.set("/anthropic/models?limit=1000", { status: 401, body: {} })
  const first = await here.start(["models", "--refresh"], keys()).end
  expect(first).toMatchObject({ code: 0, stderr: "" })
  expect(first.stdout).toMatch(/^openai +2 models, 1 window, 1 price; 2 new: openai:gpt-new, openai:gpt-5$/m)
  expect(first.stdout).toMatch(/^anthropic +answers 401: the key is refused$/m)
  expect(kept(here).models).toEqual({ "openai:gpt-new": { context_window: 400_000, price: PRICE }, "openai:gpt-5": {} })
  const headers = (path: string) => heard.find((request) => request.path === path)?.headers
  expect(headers("/openai/models")).toMatchObject({ authorization: "Bearer sk-one" })
  expect(headers("/anthropic/models?limit=1000")).toMatchObject({ "x-api-key": "sk-two" })

  answers.set("/openai/models", { body: { data: [{ id: "gpt-new", context_length: 500_000, pricing }] } })
  const second = await here.start(["models", "--refresh", "--json"], keys()).end
  const { sources } = JSON.parse(second.stdout)
  expect(sources).toContainEqual({
    from: "openai",
    models: 1,
    ...{ new: [], changed: ["openai:gpt-new"], gone: ["openai:gpt-5"] },
  })
  expect(second.stdout).not.toContain("sk-")
  const listed = await here.start(["models"], keys()).end
  expect(listed.stdout).toMatch(/^openai .+; gpt-new, …$/m)
})

test("--from takes a list from a file or an address, adds it, and names what is wrong in one that does not fit", async () => {
  const here = place()
  const models = { "openai-compatible:scripted": { context_window: 64_000, price: { prompt: 1, completion: 2 } } }
  answers.set("/list.json", { body: { keelson_models: 1, as_of: "2026-02-01", models } })
  const taken = await here.keelson("models", "--refresh", "--from", `${address}/list.json`)
  expect(taken).toMatchObject({ code: 0, stdout: expect.stringContaining("1 model, 1 window, 1 price; 1 new") })
  here.write("mine.json", JSON.stringify({ keelson_models: 1, as_of: "2026-02-01", models: { "xai:grok": {} } }))
  expect(await here.keelson("models", "--from", "mine.json")).toMatchObject({ code: 0 })
  expect(kept(here).models).toEqual({ ...models, "xai:grok": {} })

  here.write(
    "bad.json",
    JSON.stringify({ keelson_models: 1, as_of: "2026-02-01", models: { "a:b": { price: { prompt: -1 } } } }),
  )
  const refused = await here.keelson("models", "--from", "bad.json")
  expect(refused).toMatchObject({ code: 2, stdout: "" })
  expect(refused.stderr).toContain("bad.json is no list of models: models.a:b.price.")
  expect(await here.keelson("models", "--from", "none.json")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("none.json can't be read"),
  })
  expect(kept(here).models).toEqual({ ...models, "xai:grok": {} })
})

test("a price that was told keeps --max-cost; one's own counts before it", async () => {
  const here = place()
  const script = await here.serve(direct("Yes."))
  const run = ["run", "is it?", "--json", "--max-cost", "1", ...here.modelAt(script)]
  expect(await here.keelson(...run)).toMatchObject({ code: 2, stderr: expect.stringContaining("is not known") })
  const models = { "openai-compatible:scripted": { price: { prompt: 3, completion: 4 } } }
  here.write("list.json", JSON.stringify({ keelson_models: 1, as_of: "2026-02-01", models }))
  expect(await here.keelson("models", "--from", "list.json")).toMatchObject({ code: 0 })
  const told = await here.keelson(...run)
  expect(told.code).toBe(0)
  expect(told.stdout).toContain('"price":{"prompt":3,"completion":4}')
  const prices = { scripted: { prompt: 5, completion: 6 } }
  here.write("keelson.config.json", JSON.stringify({ prices }))
  expect((await here.keelson(...run)).stdout).toContain('"price":{"prompt":3,"completion":4}')
  here.write("../config/keelson/config.json", JSON.stringify({ prices }))
  expect((await here.keelson(...run)).stdout).toContain('"price":{"prompt":5,"completion":6}')
})

test("who does not tell is named with what it answered, and what was kept of it stays", async () => {
  const here = place()
  const models = { "openai:gpt-5": { context_window: 1000 } }
  here.write("list.json", JSON.stringify({ keelson_models: 1, as_of: "2026-02-01", models }))
  expect(await here.keelson("models", "--from", "list.json")).toMatchObject({ code: 0 })
  const gone = { OPENAI_API_KEY: "k", OPENAI_BASE_URL: `${address}/gone` }
  const { stdout } = await here.start(["models", "--refresh"], gone).end
  expect(stdout).toMatch(/^openai +answers 404$/m)
  const deaf = { ...keys(), OPENAI_BASE_URL: "http://127.0.0.1:9/v1", ANTHROPIC_BASE_URL: "nonsense" }
  const unheard = await here.start(["models", "--refresh"], deaf).end
  expect(unheard.stdout).toMatch(/^openai +no answer: connect ECONNREFUSED 127\.0\.0\.1:9$/m)
  expect(unheard.stdout).toMatch(/^anthropic +nonsense\/models\?limit=1000 is no address$/m)
  expect(await here.keelson("models", "--from", "http://127.0.0.1:9/list.json")).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/list\.json can't be read: no answer: connect ECONNREFUSED.*\n$/),
  })
  expect(kept(here).models).toMatchObject(models)
})
