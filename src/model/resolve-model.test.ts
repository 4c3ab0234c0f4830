import { describe, expect, test } from "vitest"
import { describeModel, ENDPOINTS, endpointAt, findEndpoint } from "./endpoints/endpoints.ts"
import { ModelSetupError, type ModelSpec, resolveModel } from "./resolve-model.ts"

function resolve(model: string, more: Partial<ModelSpec> = {}) {
  return resolveModel({ model, env: {}, ...more })
}

describe("resolveModel", () => {
  test.each([
    ["openai:gpt-5", { OPENAI_API_KEY: "k" }, "https://api.openai.com/v1"],
    ["openai:gpt-5", { OPENAI_API_KEY: "k", OPENAI_BASE_URL: "https://gate.way/v1/" }, "https://gate.way/v1"],
    ["google:gemini-2.5-pro", { GOOGLE_API_KEY: "k" }, "https://generativelanguage.googleapis.com/v1beta"],
    ["azure:mine", { AZURE_API_KEY: "k", AZURE_RESOURCE_NAME: "house" }, "https://house.openai.azure.com/openai"],
    [
      "bedrock:anthropic.claude-sonnet-4-5-v1:0",
      { AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b", AWS_REGION: "eu-west-1" },
      "https://bedrock-runtime.eu-west-1.amazonaws.com",
    ],
    ["ollama:qwen3:8b", {}, "http://127.0.0.1:11434/v1"],
  ])("%s", (model, env, baseUrl) => {
    expect(resolve(model, { env })).toMatchObject({ id: model, baseUrl })
  })

  test("a window that was told counts before the table, one's own word before both, and a local server's before what was told", () => {
    const env = { OPENAI_API_KEY: "k" }
    expect(resolve("openai:gpt-5", { env, toldWindow: 9000 }).contextWindow).toBe(9000)
    expect(resolve("openai:gpt-5", { env, toldWindow: 9000, contextWindow: 5000 }).contextWindow).toBe(5000)
    expect(resolve("ollama:qwen3:8b", { toldWindow: 1_000_000 }).contextWindow).toBe(8192)
  })

  test("a name alone is a compatible server's", () => {
    expect(resolve("tiny", { baseUrl: "http://user:pass@host:1/v1?key=x" })).toMatchObject({
      id: "openai-compatible:tiny",
      baseUrl: "http://host:1/v1",
    })
  })

  test("an own context window wins", () => {
    expect(resolve("ollama:m", { contextWindow: 5000 }).contextWindow).toBe(5000)
  })
})

describe("what is missing is said in one line", () => {
  test.each([
    ["nobody:x", {}, /no provider "nobody".*there are: openai, openai-chat, anthropic.*openai-compatible\.$/],
    ["qwen3:8b", {}, /no provider "qwen3" \(in "qwen3:8b"\)/],
    ["openai:", {}, /names no model; write openai:NAME/],
    ["openai:gpt-5", {}, /OPENAI_API_KEY is not set\. Get one at https:\/\/platform/],
    ["kimi:k", {}, /MOONSHOT_API_KEY or KIMI_API_KEY is not set/],
    [
      "bedrock:m",
      { AWS_REGION: "x", AWS_ACCESS_KEY_ID: "a" },
      /AWS_BEARER_TOKEN_BEDROCK or AWS_ACCESS_KEY_ID and AWS_SECRET/,
    ],
    ["bedrock:m", { AWS_BEARER_TOKEN_BEDROCK: "a" }, /set AWS_REGION/],
    ["azure:m", { AZURE_API_KEY: "a" }, /AZURE_RESOURCE_NAME/],
    ["openai-compatible:m", {}, /no base URL for the model openai-compatible:m: set base_url/],
    ["openai:m", { OPENAI_BASE_URL: "file:///x" }, /is no http or https URL/],
  ])("%s", (model, env, message) => {
    const attempt = () => resolve(model, { env })
    expect(attempt).toThrow(ModelSetupError)
    expect(attempt).toThrow(message)
    expect(attempt).not.toThrow(/\n/)
  })
})

describe("the table", () => {
  test("names are unique, every endpoint has rungs that end with text", () => {
    expect(new Set(ENDPOINTS.map(({ id }) => id)).size).toBe(ENDPOINTS.length)
    for (const { rungs } of ENDPOINTS) expect(rungs.at(-1)).toBe("text")
  })

  test.each([
    ["llamacpp", "any", ["schema", "required", "text"], "free"],
    ["ollama", "qwen3:8b", ["schema", "text"], "free"],
    ["mistral", "mistral-large-latest", ["required", "schema", "text"], "free"],
    ["anthropic", "claude-sonnet-4-6", ["named", "required", "schema", "text"], "free"],
    ["anthropic", "claude-opus-5-5", ["schema", "text"], "fixed"],
    ["deepseek", "deepseek-v4-flash", ["named", "required", "schema", "text"], "switchable"],
    ["deepseek", "deepseek-chat", ["named", "required", "schema", "text"], "free"],
    ["deepseek", "deepseek-reasoner", ["named", "required", "schema", "text"], "fixed"],
    ["qwen", "qwen3-235b-a22b-thinking-2507", ["named", "required", "schema", "text"], "fixed"],
    ["qwen", "qwen3-coder-plus", ["named", "required", "schema", "text"], "free"],
    ["kimi", "kimi-k2.6", ["named", "required", "schema", "text"], "switchable"],
    ["kimi", "kimi-k2-0905-preview", ["named", "required", "schema", "text"], "free"],
    ["openrouter", "qwen/qwen3-235b-a22b", ["named", "required", "schema", "text"], "switchable"],
  ] as const)("%s:%s", (id, name, rungs, thinking) => {
    const endpoint = findEndpoint(id)
    expect(endpoint && describeModel(endpoint, name).traits).toEqual({ rungs, thinking })
  })

  test.each([
    ["google", "gemini-3-pro", true],
    ["openrouter", "google/gemini-3-pro", true],
    ["openai-compatible", "gemini-2.5-flash", true],
    ["vllm", "qwen3-coder", true],
    ["anthropic", "claude-sonnet-4-5", undefined],
    ["openai-compatible", "gpt-5", undefined],
  ] as const)("%s:%s sends only what its schema describes: %s", (id, name, isBound) => {
    const endpoint = findEndpoint(id)
    expect(endpoint && describeModel(endpoint, name).traits.isBoundBySchema).toBe(isBound)
  })

  test("a known server is known by its address too", () => {
    expect(endpointAt("https://api.deepseek.com/v1")?.id).toBe("deepseek")
    expect(endpointAt("http://localhost:11434/v1")?.id).toBe("ollama")
    expect(endpointAt("http://127.0.0.1:8080/v1")).toBeUndefined()
    const model = resolve("openai-compatible:qwen3", { baseUrl: "http://localhost:11434/v1" })
    expect(model.traits?.rungs).toEqual(["schema", "text"])
  })
})
