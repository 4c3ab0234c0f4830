import { afterAll, describe, expect, it } from "vitest"
import { createAgent } from "../../src/agent.ts"
import { discoverEndpoints } from "../../src/model/discovery/discover.ts"
import { useProxy } from "../../src/model/http/proxy.ts"
import { resolveModel } from "../../src/model/resolve-model.ts"
import { react } from "../../src/strategies/react/react.ts"
import { chunksOf } from "../../src/testing/chat-completion.ts"
import { text } from "../../src/testing/server-reply.ts"
import { Place } from "../cli/keelson.ts"
import { closedPorts } from "../support/closed-ports.ts"
import { makeFixture } from "../support/tool-fixture.ts"
import { PROJECTS } from "./home.ts"
import { type StrayServer, strayServer } from "./stray-server.ts"

const KEY = "sk-redirect-7f3a9c"

/** Each way in which a key is sent: bearer tokens, headers of three names, signatures. */
const PROVIDERS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ["anthropic:claude-sonnet-4-5", { ANTHROPIC_API_KEY: KEY }],
  ["google:gemini-2.5-pro", { GEMINI_API_KEY: KEY }],
  ["azure:gpt-4.1", { AZURE_API_KEY: KEY }],
  ["openai:gpt-5", { OPENAI_API_KEY: KEY }],
  ["openai-chat:gpt-4.1", { OPENAI_API_KEY: KEY }],
  ["openai-compatible:m", { OPENAI_API_KEY: KEY }],
  ["openrouter:maker/m", { OPENROUTER_API_KEY: KEY }],
  ["mistral:mistral-large-latest", { MISTRAL_API_KEY: KEY }],
  ["deepseek:deepseek-chat", { DEEPSEEK_API_KEY: KEY }],
  ["qwen:qwen-max", { DASHSCOPE_API_KEY: KEY }],
  ["kimi:kimi-k2", { MOONSHOT_API_KEY: KEY }],
  ["xai:grok-4", { XAI_API_KEY: KEY }],
  ["groq:llama-3.3-70b", { GROQ_API_KEY: KEY }],
  ["bedrock:anthropic.claude-sonnet-4-5-20250929-v1:0", { AWS_BEARER_TOKEN_BEDROCK: KEY }],
  [
    "bedrock:anthropic.claude-sonnet-4-5-20250929-v1:0",
    { AWS_ACCESS_KEY_ID: "AKIA0", AWS_SECRET_ACCESS_KEY: KEY, AWS_SESSION_TOKEN: `session-${KEY}` },
  ],
]
const REDIRECTS = [301, 302, 303, 307, 308]
const ELSEWHERE = /another origin.*base.url/is

/** A run whose endpoint answers every call with this redirect. */
async function runAt(model: string, env: Readonly<Record<string, string>>, baseUrl: string) {
  await using fixture = await makeFixture({}, PROJECTS)
  const agent = await createAgent({
    model: resolveModel({ model, baseUrl, env }),
    workspace: fixture.workspace.root,
    strategy: react,
  })
  return await agent.run("What do you say?")
}

/** What was asked of the model; what a local server is asked about itself stands apart. */
function questions({ heard }: StrayServer) {
  return heard.filter(({ method }) => method === "POST")
}

describe("keys and redirects", () => {
  const trials = PROVIDERS.flatMap(([model, env]) => REDIRECTS.map((status) => [model, status, env] as const))
  it.each(trials)("%s: a %i to another host is not followed", async (model, status, env) => {
    const thief = await strayServer((_request, response) => response.end("{}"))
    const endpoint = await strayServer((_request, response) =>
      response.writeHead(status, { location: `${thief.url}/v1` }).end(),
    )
    const { outcome, reason } = await runAt(model, env, `${endpoint.url}/v1`)
    expect({ outcome, reason }).toEqual({ outcome: "failed", reason: expect.stringMatching(ELSEWHERE) })
    expect(reason).toContain(thief.url)
    expect(reason).toContain(endpoint.url)
    expect([thief.heard, questions(endpoint).length]).toEqual([[], 1])
  })

  it.each([
    ["another port written with a name", (url: string) => url.replace("127.0.0.1", "localhost")],
    ["another scheme", (url: string) => url.replace("http:", "https:")],
    ["without a scheme", (url: string) => url.replace("http:", "")],
    ["a user before the host", (url: string) => url.replace("//", "//key@")],
    ["a file", () => "file:///etc/passwd"],
    ["a key in the query", (url: string) => `${url}/?key=1`],
  ])("%s is another origin too", async (_name, written) => {
    const thief = await strayServer((_request, response) => response.end("{}"))
    const endpoint = await strayServer((_request, response) =>
      response.writeHead(307, { location: written(thief.url) }).end(),
    )
    const { outcome, reason } = await runAt("openai-compatible:m", { OPENAI_API_KEY: KEY }, endpoint.url)
    expect({ outcome, reason }).toEqual({ outcome: "failed", reason: expect.stringMatching(ELSEWHERE) })
    expect([thief.heard, questions(endpoint).length]).toEqual([[], 1])
  })

  it("a way over the own host to another one is not followed either", async () => {
    const thief = await strayServer((_request, response) => response.end("{}"))
    const endpoint = await strayServer((request, response) => {
      const location = request.url?.startsWith("/again") ? `${thief.url}/v1` : "/again"
      response.writeHead(308, { location }).end()
    })
    const { outcome, reason } = await runAt("openai-compatible:m", { OPENAI_API_KEY: KEY }, endpoint.url)
    expect({ outcome, reason }).toEqual({ outcome: "failed", reason: expect.stringMatching(ELSEWHERE) })
    expect([thief.heard, questions(endpoint).length]).toEqual([[], 2])
  })

  it.each(REDIRECTS)("behind a proxy a %i is not followed either", async (status) => {
    const thief = await strayServer((_request, response) => response.end("{}"))
    const endpoint = await strayServer((_request, response) =>
      response.writeHead(status, { location: `${thief.url}/v1` }).end(),
    )
    // What is on this machine is asked directly; but it is Node's own client that asks where there is a proxy.
    const proxied = { ANTHROPIC_API_KEY: KEY, HTTP_PROXY: "http://127.0.0.1:9" }
    const { outcome, reason } = await runAt("anthropic:claude-sonnet-4-5", proxied, `${endpoint.url}/v1`)
    expect({ outcome, reason }).toEqual({ outcome: "failed", reason: expect.stringMatching(ELSEWHERE) })
    expect([thief.heard, questions(endpoint).length]).toEqual([[], 1])
  })
  afterAll(() => void useProxy({}))

  it.each(REDIRECTS)("`keelson models` follows no %i with a key", async (status) => {
    const thief = await strayServer((_request, response) => response.end('{"data":[{"id":"m"}]}'))
    const endpoint = await strayServer((_request, response) =>
      response.writeHead(status, { location: `${thief.url}/v1/models` }).end(),
    )
    await using closed = await closedPorts()
    const ports = { ...closed.ports, vllm: Number(new URL(endpoint.url).port) }
    const found = await discoverEndpoints({ env: { VLLM_API_KEY: KEY }, ports, timeoutMs: 60_000 })
    expect(found.find(({ id }) => id === "vllm")).toMatchObject({
      kind: "unavailable",
      reason: expect.stringContaining(thief.url),
    })
    expect([thief.heard, endpoint.heard.length]).toEqual([[], 1])
  })

  it("`keelson doctor` says what to do", async () => {
    const place = new Place({}, PROJECTS)
    const thief = await strayServer((_request, response) => response.end("{}"))
    const endpoint = await strayServer((_request, response) =>
      response.writeHead(307, { location: `${thief.url}/v1` }).end(),
    )
    const words = ["doctor", "--model", "openai-compatible:m", "--base-url", endpoint.url]
    const end = await place.start(words, { OPENAI_API_KEY: KEY }).end
    expect(end).toMatchObject({ code: 1, stderr: expect.stringMatching(ELSEWHERE) })
    expect(end.stderr).not.toContain(KEY)
    expect([thief.heard, questions(endpoint).length]).toEqual([[], 1])
  })

  it.each([301, 302, 307, 308])(
    "but a %i on the same origin still leads to the answer, key and body with it",
    async (status) => {
      const endpoint = await strayServer((request, response) => {
        if (!request.url?.startsWith("/new")) {
          response.writeHead(status, { location: `/new${request.url}` }).end()
          return
        }
        response.writeHead(200, { "content-type": "text/event-stream" })
        for (const chunk of chunksOf(text("Hello."), { messages: [] }, 0))
          response.write(`data: ${JSON.stringify(chunk)}\n\n`)
        response.end("data: [DONE]\n\n")
      })
      const { outcome, message } = await runAt("openai-compatible:m", { OPENAI_API_KEY: KEY }, endpoint.url)
      expect(outcome).toBe("done")
      expect(message).toContain("Hello.")
      const [first, second] = questions(endpoint)
      expect(second).toMatchObject({ method: "POST", path: `/new${first?.path}` })
      expect(second?.words).toContain(KEY)
      expect(second?.words.split("\n").at(-1)).toBe(first?.words.split("\n").at(-1))
    },
  )
})
