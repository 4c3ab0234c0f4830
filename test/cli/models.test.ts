import { expect, test } from "vitest"
import { discoverEndpoints, type EndpointStatus } from "../../src/model/discover.ts"
import { type Place, place } from "./keelson.ts"

/** Whoever has such a server running can't see what is said without one. */
const hasServer = (await discoverEndpoints({ env: {} })).some(({ isLocal, kind }) => isLocal && kind === "ready")

async function serveOllama(here: Place): Promise<{ url: string; environment: NodeJS.ProcessEnv }> {
  const { url } = await here.emulate("ollama", { model: "qwen3:8b" })
  return { url, environment: { OLLAMA_HOST: new URL(url).host } }
}

test("the table has every provider: usable ones first, with models or the key; for the rest what is missing", async () => {
  const here = place()
  const { url, environment } = await serveOllama(here)
  const { code, stdout, stderr } = await here.start(["models"], { ...environment, OPENAI_API_KEY: "k" }).end
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  const [usable = "", rest = ""] = stdout.split("\n\n")
  expect(usable).toMatch(/^Usable now/)
  expect(usable).toMatch(/^openai +OpenAI \(Responses\) +OPENAI_API_KEY is set; https:\/\/api\.openai\.com\/v1$/m)
  expect(usable).toContain(`qwen3:8b; ${url}`)
  expect(rest).toMatch(/^Not usable/)
  expect(rest).toMatch(/^anthropic +Anthropic +ANTHROPIC_API_KEY is not set \(https:/m)
  expect(rest).toMatch(/^google .+GEMINI_API_KEY or GOOGLE_GENERATIVE_AI_API_KEY or GOOGLE_API_KEY is not set/m)
})

test("--json has the same, and no key", async () => {
  const here = place()
  const { url, environment } = await serveOllama(here)
  const { stdout } = await here.start(["models", "--json"], { ...environment, MISTRAL_API_KEY: "sk-secret" }).end
  const found = JSON.parse(stdout) as EndpointStatus[]
  const status = (id: string) => found.find((endpoint) => endpoint.id === id)
  expect(status("ollama")).toMatchObject({ kind: "ready", baseUrl: url, models: ["qwen3:8b"] })
  expect(status("mistral")).toMatchObject({ kind: "ready" })
  expect(status("bedrock")).toMatchObject({ kind: "unavailable", reason: expect.stringContaining("AWS_") })
  expect(stdout).not.toContain("sk-secret")
})

test("without a model configured, a local server and keys are offered, not picked", async () => {
  const here = place()
  const { url, environment } = await serveOllama(here)
  const { code, stdout, stderr } = await here.start(["run", "x"], { ...environment, OPENAI_API_KEY: "k" }).end
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
  expect(stderr).toMatch(/^keelson: no model is configured\. Looked at --model, KEELSON_MODEL, .+But there is:$/m)
  expect(stderr).toContain(`keelson run --model ollama:qwen3:8b --base-url ${url} "…"`)
  expect(stderr).toMatch(/OPENAI_API_KEY for OpenAI \(Responses\): +keelson run --model openai:NAME "…"/)
  expect(stderr).not.toContain("openai-chat")
  expect(stderr).toContain("keelson demo")
  expect(await here.keelson("runs", "--json")).toMatchObject({ stdout: "[]\n" })
})

test.skipIf(hasServer)("without anything it says where it looked and the three quickest ways", async () => {
  const { code, stdout, stderr } = await place().keelson("run", "x")
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
  for (const words of ["KEELSON_MODEL", "OPENAI_API_KEY", "--base-url http://127.0.0.1:11434/v1", "keelson demo"]) {
    expect(stderr).toContain(words)
  }
})
