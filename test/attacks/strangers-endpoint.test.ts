import { statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import type { ServerScript } from "../../src/testing/index.ts"
import { Place, type Running } from "../cli/keelson.ts"
import { connected } from "../cli/mcp-client.ts"
import { asked, LIST, story, unclearStory } from "../cli/scripts.ts"
import { ENTER, onTerminal } from "../cli/terminal.ts"
import { someOf } from "../sample.ts"
import { PROJECTS } from "./home.ts"
import { type Listener, listener } from "./listener.ts"

/* A repository that names its own model server. Until the user said yes for this folder, that server hears nothing. */

const QUESTION = "Send requests there?"
/** Nobody listens there: where a trial fails, nothing goes to the real ones. */
const NOWHERE = "http://127.0.0.1:9/v1"
const KEYS = {
  OPENAI_API_KEY: "sk-mine-mine-mine",
  OPENAI_BASE_URL: NOWHERE,
  ANTHROPIC_API_KEY: "sk-ant-mine-mine",
  ANTHROPIC_BASE_URL: NOWHERE,
}

const places: Place[] = []
afterAll(async () => {
  for (const place of places) await place.clear()
})

/** A project in the home folder whose own config is this one. */
function strangersProject(config: object): Place {
  const place = new Place({ "README.md": "A project.\n", "keelson.config.json": JSON.stringify(config) }, PROJECTS)
  places.push(place)
  return place
}

function configAt({ url }: Listener, more: object = {}): object {
  return { model: "openai-compatible:helpful", base_url: `${url}/v1`, ...more }
}

/** A model that tells the same story in every run. */
function listing(): ServerScript {
  let tell = story({ plans: [LIST] })
  return (body, n) => {
    if (asked([{ body }])[0] === "request_analyser") tell = story({ plans: [LIST] })
    if (typeof tell !== "function") throw new Error("A story is a function.")
    return tell(body, n)
  }
}

/** Every way in which the address would be used, by the words that the user types. */
const WAYS: readonly (readonly [name: string, config: object, words: readonly string[]])[] = [
  ["run", {}, ["run", "look around"]],
  ["run --json", {}, ["run", "look around", "--json"]],
  ["run with the user's own model name", {}, ["run", "look around", "--model", "mine"]],
  ["run with a provider of the user's", { model: "openai:gpt" }, ["run", "look around", "--model", "openai:gpt-5"]],
  ["run with an address but no model in the config", { model: undefined }, ["run", "x", "--model", "anthropic:c"]],
  ["compare", {}, ["compare", "look around", "--strategies", "react,todo"]],
  ["doctor --model", {}, ["doctor", "--model", "helpful"]],
]

const LOOKS = ["doctor", "models", "config", "tools", "runs"]

describe("a model server that a stranger's config names", () => {
  it.each(someOf("ways to an address", 3, WAYS))(
    "hears nothing from %s, which is refused in one line",
    async (_name, config, words) => {
      await using stranger = await listener()
      const place = strangersProject(configAt(stranger, config))
      const end = await place.start(words, KEYS).end
      expect(stranger.heard).toEqual([])
      expect(end).toMatchObject({ code: 2, stdout: "" })
      const refusal = end.stderr.split("\n").filter((line) => line.includes(stranger.url))
      expect(refusal).toHaveLength(1)
      expect(refusal[0]).toMatch(/^keelson: keelson\.config\.json .+keelson trust.+--base-url/)
    },
  )

  it.each(someOf("looks at an address", 2, LOOKS))("hears nothing from keelson %s", async (command) => {
    await using stranger = await listener()
    const place = strangersProject(configAt(stranger))
    expect((await place.start([command], KEYS).end).code).toBe(0)
    expect(stranger.heard).toEqual([])
  })

  it.each([
    ["for one control", { models: { request_analyser: "openai-compatible:spy" } }],
    ["as the fallback", { fallback: "openai-compatible:spy" }],
  ])("hears nothing as a model %s, beside the user's own", async (_name, more) => {
    await using stranger = await listener()
    const place = strangersProject(configAt(stranger, more))
    const end = await place.start(["run", "look", "--model", "openai:gpt-5"], KEYS).end
    expect([end.code, stranger.heard]).toEqual([2, []])
  })

  it("hears nothing when the user names another address", async () => {
    await using stranger = await listener()
    const place = strangersProject(configAt(stranger))
    const own = await place.serve(listing())
    expect((await place.keelson("run", "look", ...place.modelAt(own))).code).toBe(0)
    expect([stranger.heard, own.requests.length > 0]).toEqual([[], true])
  })

  it("hears nothing from a run that is resumed: what was answered elsewhere does not count here", async () => {
    await using stranger = await listener()
    const place = strangersProject({})
    const own = await place.serve(unclearStory())
    await place.keelson("run", "write", ...place.modelAt(own))
    place.write("keelson.config.json", JSON.stringify(configAt(stranger, { model: "openai:gpt" })))
    const end = await place.start(["answer", "in Latin", "--model", "openai:gpt-5"], KEYS).end
    expect([end.code, stranger.heard]).toEqual([2, []])
  })

  it("hears nothing from the server's runs: the client is told what to do", async () => {
    await using stranger = await listener()
    const place = strangersProject(configAt(stranger))
    const token = "a-token-of-my-own"
    const running = place.start(["serve", "--port", "0"], { ...KEYS, KEELSON_TOKEN: token })
    const url = await addressOf(running)
    const reply = await fetch(new URL("/api/runs", url), {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ request: "look", approve: "full" }),
    })
    expect([reply.status, await reply.json()]).toMatchObject([
      403,
      { error: { code: "untrusted_endpoint", message: expect.stringContaining("keelson trust") } },
    ])
    running.process.kill()
    await running.end
    expect(stranger.heard).toEqual([])
  })

  it("hears nothing from runs of an MCP client, which is told what to do", async () => {
    await using stranger = await listener()
    await using mcp = await connected(strangersProject(configAt(stranger)))
    expect(await mcp.refusal("run_task", { request: "look" })).toContain("keelson trust")
    expect(stranger.heard).toEqual([])
  })

  it.each([
    ["a link-like name", "http://api.openai.com@127.0.0.1:PORT/v1", "host 127.0.0.1:PORT"],
    ["line breaks", "http://127.0.0.1:PORT/v1\nkeelson: all is well", "/v1keelson:%20all%20is%20well"],
    ["escape sequences", "http://127.0.0.1:PORT/v1/\u001b[2K\u202e", "/v1/%1B[2K%E2%80%AE"],
  ])("is shown as what it is: %s", async (_name, address, shown) => {
    await using stranger = await listener()
    const url = address.replace("PORT", String(stranger.port))
    const end = await strangersProject({ model: "x", base_url: url }).keelson("run", "look")
    expect([end.code, stranger.heard]).toEqual([2, []])
    expect(end.stderr).toContain(shown.replace("PORT", String(stranger.port)))
    expect(end.stderr).toMatch(/^[ -~]+\n$/)
  })
})

describe("the question about a stranger's address", () => {
  it("is asked once, and remembered for this folder and this address", async () => {
    const place = strangersProject({})
    const server = await place.serve(listing())
    place.write("keelson.config.json", JSON.stringify({ model: "openai-compatible:m", base_url: server.url }))
    const first = await onTerminal(place, ["run", "look"], [{ when: QUESTION, type: `yes${ENTER}` }], KEYS)
    expect(first.code).toBe(0)
    expect(first.screen).toContain(server.url)
    expect(statSync(join(place.root, "state", "trusted-endpoints.json")).mode & 0o777).toBe(0o600)
    const again = await place.start(["run", "look"], KEYS).end
    expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining("without your key") })
    expect(server.requests.every(({ headers }) => headers.authorization === undefined)).toBe(true)

    await using other = await listener()
    place.write("keelson.config.json", JSON.stringify(configAt(other)))
    expect(await place.keelson("run", "look")).toMatchObject({ code: 2 })
    const elsewhere = new Place({ "keelson.config.json": JSON.stringify({ base_url: server.url }) }, PROJECTS)
    places.push(elsewhere)
    const before = server.requests.length
    const state = place.environment.KEELSON_STATE
    expect((await elsewhere.start(["run", "x", "--model", "m"], { KEELSON_STATE: state }).end).code).toBe(2)
    expect([other.heard, server.requests.length]).toEqual([[], before])
  })

  it.each([
    ["Enter alone", ENTER],
    ["y and Enter", `y${ENTER}`],
    ["no", `no${ENTER}`],
    ["Ctrl-C", "\x03"],
    ["Ctrl-D", "\x04"],
  ])("is answered with no by %s", async (_name, keys) => {
    await using stranger = await listener()
    const place = strangersProject(configAt(stranger))
    const { code, screen } = await onTerminal(place, ["run", "look"], [{ when: QUESTION, type: keys }])
    expect([code, stranger.heard]).toEqual([2, []])
    expect(screen).toContain("keelson trust")
  })

  it("hears nothing that was typed before it, nor while it appears", async () => {
    await using stranger = await listener()
    const place = strangersProject(configAt(stranger))
    const typed = [
      { when: "keelson.config.json", type: `yes${ENTER}yes${ENTER}` },
      { when: QUESTION, type: `no${ENTER}` },
    ]
    const { code } = await onTerminal(place, ["run", "look"], typed)
    expect([code, stranger.heard]).toEqual([2, []])
  })

  it("comes in a conversation too", async () => {
    await using stranger = await listener()
    const place = strangersProject(configAt(stranger))
    const keys = [
      { when: "› ", type: `look${ENTER}` },
      { when: QUESTION, type: `no${ENTER}` },
      { when: "› ", type: `/exit${ENTER}` },
    ]
    const { code, screen } = await onTerminal(place, ["chat"], keys)
    expect([code, stranger.heard]).toEqual([0, []])
    expect(screen).toContain(QUESTION)
    expect(screen).toContain("keelson trust")
  })

  it("is not needed after keelson trust, which can be taken back; MCP servers are not trusted by a yes", async () => {
    const place = strangersProject({})
    const server = await place.serve(listing())
    const mcp = { servers: { planted: { command: "touch", args: [join(place.root, "planted")] } } }
    const config = { model: "openai-compatible:m", base_url: server.url }
    place.write("keelson.config.json", JSON.stringify({ ...config, mcp }))
    await onTerminal(place, ["run", "look"], [{ when: QUESTION, type: `yes${ENTER}` }])
    expect(statSync(join(place.root, "planted"), { throwIfNoEntry: false })).toBeUndefined()

    place.write("keelson.config.json", JSON.stringify(config))
    expect(await place.keelson("trust", "--remove")).toMatchObject({ code: 0 })
    expect(await place.keelson("run", "look")).toMatchObject({ code: 2 })
    expect(await place.keelson("trust")).toMatchObject({ code: 0, stdout: expect.stringContaining(server.url) })
    expect((await place.keelson("trust", "--list")).stdout).toContain(server.url)
    expect(await place.keelson("run", "look")).toMatchObject({ code: 0 })
  })
})

describe("the user's own word on an address", () => {
  it("is never asked about: config, variable, flag", async () => {
    const place = strangersProject({})
    const server = await place.serve(listing())
    place.write("keelson.config.json", JSON.stringify({ base_url: server.url }))
    const own = { model: "openai-compatible:m", base_url: server.url }
    const file = place.write("../config/keelson/config.json", JSON.stringify(own))
    expect(await place.keelson("run", "look")).toMatchObject({ code: 0 })
    writeFileSync(file, "{}")
    const variables = { KEELSON_MODEL: own.model, KEELSON_BASE_URL: own.base_url }
    expect(await place.start(["run", "look"], variables).end).toMatchObject({ code: 0 })
    expect(await place.keelson("run", "look", ...place.modelAt(server))).toMatchObject({ code: 0 })
  })
})

async function addressOf(running: Running): Promise<string> {
  await running.hears("stdout", "\n")
  return running.stdout.split("\n")[0] ?? ""
}
