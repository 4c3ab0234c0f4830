import { expect, test } from "vitest"
import { modelsTable } from "../../src/cli/commands/models-command.ts"
import { discoverHere } from "../../src/host/model/endpoint-discovery.ts"
import { explainNoModel } from "../../src/host/model/no-model.ts"
import type { EndpointStatus } from "../../src/model/discovery/discover.ts"
import { closedPorts } from "../support/closed-ports.ts"
import { type Place, place } from "./keelson.ts"

/*
 * The command itself looks at the usual ports for a third of a second: what it finds is this machine's business. What it says
 * of what it finds is tried with ports of our own and all the time that it takes.
 */
const TIMELESS = 60_000
const PLACES = ["--model", "KEELSON_MODEL"]

async function serveOllama(here: Place): Promise<{ url: string; environment: Record<string, string> }> {
  const { url } = await here.emulate("ollama", { model: "qwen3:8b" })
  return { url, environment: { OLLAMA_HOST: new URL(url).host } }
}

test("the table has every provider: usable ones first, with models or the key; for the rest what is missing", async () => {
  const { url, environment } = await serveOllama(place())
  await using closed = await closedPorts()
  const known = { ...environment, OPENAI_API_KEY: "k" }
  const found = await discoverHere(known, { ports: closed.ports, timeoutMs: TIMELESS })
  const [usable = "", rest = ""] = modelsTable(found, known).join("\n").split("\n\n")
  expect(usable).toContain("Usable now")
  expect(usable).toMatch(
    /^openai +OpenAI \(Responses\) +OPENAI_API_KEY is set; https:\/\/api\.openai\.com\/v1; gpt-5.*, …$/m,
  )
  expect(usable).toContain(`qwen3:8b; ${url}`)
  expect(rest).toContain("Not usable")
  expect(rest).toMatch(/^anthropic +Anthropic +ANTHROPIC_API_KEY is not set \(https:/m)
  expect(rest).toMatch(/^google .+GEMINI_API_KEY or GOOGLE_GENERATIVE_AI_API_KEY or GOOGLE_API_KEY is not set/m)
  expect(rest).toMatch(/^vllm .+nothing listens at 127\.0\.0\.1/m)
})

test("the command prints it, and looks for servers where they are told to be", async () => {
  const here = place()
  const { environment } = await serveOllama(here)
  const { code, stdout, stderr } = await here.start(["models"], { ...environment, OPENAI_API_KEY: "k" }).end
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  const [usable = "", rest = ""] = stdout.split("\n\n")
  expect(usable).toMatch(/^Usable now/)
  expect(usable).toMatch(
    /^openai +OpenAI \(Responses\) +OPENAI_API_KEY is set; https:\/\/api\.openai\.com\/v1; gpt-5.*, …$/m,
  )
  expect(rest).toMatch(/^Not usable/)
  expect(stdout).toMatch(new RegExp(`^ollama .+${environment.OLLAMA_HOST}`, "m"))
})

test("--json has the same, and no key", async () => {
  const here = place()
  const { url, environment } = await serveOllama(here)
  const { stdout } = await here.start(["models", "--json"], { ...environment, MISTRAL_API_KEY: "sk-secret" }).end
  const found = JSON.parse(stdout) as EndpointStatus[]
  const status = (id: string) => found.find((endpoint) => endpoint.id === id)
  expect(status("mistral")).toMatchObject({ kind: "ready" })
  expect(status("bedrock")).toMatchObject({ kind: "unavailable", reason: expect.stringContaining("AWS_") })
  expect(stdout).not.toContain("sk-secret")
  await using closed = await closedPorts()
  const unhurried = await discoverHere(environment, { ports: closed.ports, timeoutMs: TIMELESS })
  expect(unhurried.find(({ id }) => id === "ollama")).toMatchObject({
    kind: "ready",
    baseUrl: url,
    models: ["qwen3:8b"],
  })
})

test("without a model configured, a local server and keys are offered, not picked", async () => {
  const { url, environment } = await serveOllama(place())
  await using closed = await closedPorts()
  const config = { places: PLACES, environment: { ...environment, OPENAI_API_KEY: "k" } }
  const words = await explainNoModel(config, { ports: closed.ports, timeoutMs: TIMELESS })
  expect(words).toMatch(/^no model is configured\. Looked at --model, KEELSON_MODEL\. But there is:$/m)
  expect(words).toContain(`keelson run --model ollama:qwen3:8b --base-url ${url} "…"`)
  expect(words).toMatch(/OPENAI_API_KEY for OpenAI \(Responses\): +keelson run --model openai:NAME "…"/)
  expect(words).not.toContain("openai-chat")
  expect(words).toContain("keelson demo")
})

test("without anything it says where it looked and the three quickest ways", async () => {
  await using closed = await closedPorts()
  const words = await explainNoModel({ places: PLACES, environment: {} }, { ports: closed.ports, timeoutMs: TIMELESS })
  for (const part of ["KEELSON_MODEL", "OPENAI_API_KEY", "--base-url http://127.0.0.1:11434/v1", "keelson demo"]) {
    expect(words).toContain(part)
  }
  expect(words).toContain("Neither is a key set nor a local server running.")
})

test("a run without a model says so before it starts, and starts nothing", async () => {
  const here = place()
  const { code, stdout, stderr } = await here.start(["run", "x"], { OPENAI_API_KEY: "k" }).end
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
  expect(stderr).toMatch(/^keelson: no model is configured\. Looked at --model, KEELSON_MODEL, .+But there is:$/m)
  expect(stderr).toMatch(/OPENAI_API_KEY for OpenAI \(Responses\): +keelson run --model openai:NAME "…"/)
  expect(await here.keelson("runs", "--json")).toMatchObject({ stdout: "[]\n" })
})
