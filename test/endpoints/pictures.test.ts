import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { type Attachment, createAgent } from "../../src/agent.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { McpServers } from "../../src/mcp/mcp-servers.ts"
import { openServers } from "../../src/mcp/open-servers.ts"
import { InMemoryLearned, withLearned } from "../../src/model/learned/learned.ts"
import { resolveModel } from "../../src/model/resolve-model.ts"
import { react } from "../../src/strategies/react/react.ts"
import { status } from "../../src/testing/server-reply.ts"
import { pictureTools } from "../../src/tools/pictures/index.ts"
import type { AnyTool } from "../../src/tools/tool.ts"
import { PIXEL } from "../mcp/fixture/tools.ts"
import { closeAfterEach, ENDPOINTS, env, start } from "../support/emulated-fixture.ts"
import type { EmulatorSettings } from "../support/emulators/emulator.ts"
import type { EmulatorKind } from "../support/emulators/kinds.ts"
import { aPng } from "../tools/a-png.ts"

closeAfterEach()

const BUG: Attachment = { name: "shots/bug.png", data: aPng(3, 2) }
const BASE64 = Buffer.from(BUG.data).toString("base64")
const DONE = { calls: [{ name: "task_done", input: { summary: "Seen.", changes: "none" } }] }
const NOT_SHOWN = "[image not shown: this model takes no images]"

type Playing = {
  readonly mind?: EmulatorSettings["mind"]
  readonly tools?: readonly AnyTool[]
  readonly files?: boolean
}

async function played(
  [endpoint, kind, name]: readonly [string, EmulatorKind, string],
  { mind, tools = [] }: Playing = {},
) {
  const emulator = await start(kind, { mind: mind ?? (() => DONE) })
  const bare = resolveModel({ model: `${endpoint}:${name}`, baseUrl: emulator.url, env, retries: 0 })
  const workspace = await mkdtemp(join(tmpdir(), "keelson-pictures-"))
  try {
    const { writeFile } = await import("node:fs/promises")
    await writeFile(join(workspace, "seen.png"), BUG.data)
    const store = new MemoryStore()
    const model = withLearned(bare, new InMemoryLearned())
    const agent = await createAgent({
      model,
      store,
      workspace,
      strategy: react,
      tools: [...tools],
      approve: "full",
      secrets: {},
    })
    const run = await agent.start("What is wrong here?", { attachments: tools.length > 0 ? [] : [BUG] })
    const result = await run.result
    return { result, store, bodies: emulator.requests.map(({ body }) => JSON.stringify(body)) }
  } finally {
    await rm(workspace, { recursive: true, force: true })
  }
}

/** One endpoint of each protocol. */
const PROTOCOLS = ENDPOINTS.filter(([endpoint]) =>
  ["openai", "openai-chat", "anthropic", "google", "openai-compatible"].includes(endpoint),
)

describe("a picture of a bug that comes with the request", () => {
  it.each(PROTOCOLS)("reaches the model as a part of the message: %s", async (...endpoint) => {
    const { result, store, bodies } = await played(endpoint)
    expect(result.outcome).toBe("done")
    expect(bodies[0]).toContain(BASE64)
    expect(bodies[0]).toContain('[picture attached-1.png: \\"bug.png\\", 3×2, ')
    const entries = await store.load(result.run_id)
    const [first] = entries
    expect(first?.record).toMatchObject({
      event: { attachments: [{ name: "attached-1.png", mime: "image/png", width: 3, height: 2 }] },
    })
    // The log names it; its bytes are beside it.
    expect(JSON.stringify(entries)).not.toContain(BASE64)
  })

  it("is a word where the model is known to take none, or says so", async () => {
    const deepseek = ENDPOINTS.find(([endpoint]) => endpoint === "deepseek")
    if (!deepseek) throw new Error("There is no such endpoint.")
    const known = await played(deepseek)
    expect(known.bodies[0]).toContain(NOT_SHOWN)
    expect(known.bodies.join("")).not.toContain(BASE64)
    const refusing: EmulatorSettings["mind"] = ({ body }) =>
      JSON.stringify(body).includes(BASE64)
        ? {
            fault: status(500, {
              body: { error: { message: "image input is not supported - hint: you may need to provide the mmproj" } },
            }),
          }
        : DONE
    const learned = await played(["openai-compatible", "openaiChat", "any"], { mind: refusing })
    expect(learned.result.outcome).toBe("done")
    expect(learned.bodies).toHaveLength(2)
    expect(learned.bodies[1]).toContain(NOT_SHOWN)
  })
})

describe("a picture of the workspace", () => {
  it.each(PROTOCOLS)("is shown behind the result of view_image: %s", async (...endpoint) => {
    const mind: EmulatorSettings["mind"] = ({ messages }) =>
      messages.some(({ role }) => role === "tool")
        ? DONE
        : { calls: [{ name: "view_image", input: { path: "seen.png" } }] }
    const { result, bodies, store } = await played(endpoint, { mind, tools: pictureTools })
    expect(result.outcome).toBe("done")
    expect(bodies[0]).not.toContain(BASE64)
    expect(bodies[1]).toContain(BASE64)
    const ended = (await store.load(result.run_id)).flatMap(({ record }) =>
      record.kind === "event" && record.event.type === "task.ended" ? [record.event] : [],
    )
    expect(ended[0]?.artifacts).toMatchObject([{ name: "t1t1-1.png", width: 3, height: 2 }])
  })
})

describe("a picture that an MCP server's tool gives", () => {
  it.each(PROTOCOLS)("is shown behind its result: %s", async (...endpoint) => {
    const program = fileURLToPath(new URL("../mcp/fixture/stdio-server.ts", import.meta.url))
    const config = McpServers.parse({ small: { command: process.execPath, args: [program, "chatty"] } })
    const servers = await openServers(config, { workspace: tmpdir(), variables: {} })
    try {
      const mind: EmulatorSettings["mind"] = ({ messages }) =>
        messages.some(({ role }) => role === "tool") ? DONE : { calls: [{ name: "small__picture", input: {} }] }
      const { result, bodies } = await played(endpoint, { mind, tools: servers.tools })
      expect(result.outcome).toBe("done")
      expect(bodies[1]).toContain("a pixel")
      expect(bodies[1]).toContain(PIXEL)
    } finally {
      await servers.close()
    }
  })
})

describe("what can't be attached", () => {
  it("is refused before there is a run", async () => {
    const store = new MemoryStore()
    const workspace = await mkdtemp(join(tmpdir(), "keelson-pictures-"))
    const model = resolveModel({ model: "openai:gpt-5.1", env, retries: 0 })
    const agent = await createAgent({ model, store, workspace, strategy: react, secrets: {} })
    const attached = (...attachments: Attachment[]) => agent.start("See.", { attachments })
    await expect(attached({ name: "a.txt", data: Buffer.from("words") })).rejects.toThrow(
      '"a.txt" is no picture that can be attached',
    )
    await expect(attached({ name: "a.png", data: aPng(9000, 2) })).rejects.toThrow("8000 pixels a side are the most")
    await expect(attached(...Array.from({ length: 9 }, () => BUG))).rejects.toThrow("8 are the most")
    expect(await store.listRuns()).toEqual([])
    await rm(workspace, { recursive: true, force: true })
  })
})
