import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import type { McpPlace } from "../../src/mcp/connection.ts"
import { McpServers } from "../../src/mcp/mcp-servers.ts"
import { type OpenedServers, openServers } from "../../src/mcp/open-servers.ts"
import type { EffectTool, ToolOutput } from "../../src/tools/tool.ts"
import { Workspace } from "../../src/tools/workspace/workspace.ts"
import { startHttpServer } from "./fixture/http-server.ts"
import { PIXEL } from "./fixture/tools.ts"

const PROGRAM = fileURLToPath(new URL("fixture/stdio-server.ts", import.meta.url))
const HERE = { workspace: import.meta.dirname, variables: { SMALL_KEY: "hunter2-hunter2" } }

function program(habit: string, more: object = {}) {
  return { command: process.execPath, args: [PROGRAM, habit], ...more }
}

async function opened(servers: object, place: McpPlace = HERE): Promise<OpenedServers & AsyncDisposable> {
  const open = await openServers(McpServers.parse(servers), place)
  return { ...open, [Symbol.asyncDispose]: () => open.close() }
}

async function call({ tools }: OpenedServers, name: string, input: object = {}, signal = new AbortController().signal) {
  const tool = tools.find((one) => one.name === name) as EffectTool<unknown> | undefined
  if (!tool) throw new Error(`There is no ${name} among ${tools.map((one) => one.name).join(", ")}.`)
  const context = { workspace: new Workspace("/nowhere"), signal, report: () => {} }
  return (await tool.execute(tool.input.parse(input), context)) as ToolOutput
}

describe("a server that is a program", () => {
  it("offers its tools under its name, each with what it touches", async () => {
    await using open = await opened({ "my-small": program("good") })
    const listed = open.tools.map(({ name, access, repeat }) => `${name} ${access} ${repeat}`)
    expect(listed).toEqual([
      "my_small__echo execute never",
      "my_small__send_mail execute never",
      "my_small__picture execute never",
      "my_small__figures execute never",
      "my_small__refuse execute never",
      "my_small__key execute never",
      "my_small__die execute never",
      "my_small__put execute never",
      "my_small__download execute never",
      "my_small__peek execute never",
      "my_small__flood execute never",
      "my_small__hang execute never",
    ])
    expect(open.tools[0]?.description).toBe("Say it again.")
  })

  it("offers only what the user wants of it, with the user's word on what it touches", async () => {
    await using open = await opened({ small: program("good", { tools: ["echo"], access: { echo: "read" } }) })
    expect(open.tools.map(({ name, access, repeat }) => [name, access, repeat])).toEqual([
      ["small__echo", "read", "safe"],
    ])
  })

  it("answers with text, files and figures, and fails as it says", async () => {
    await using open = await opened({ small: program("chatty") })
    expect(await call(open, "small__echo", { words: "hello" })).toMatchObject({ text: "echo: hello" })
    const picture = await call(open, "small__picture")
    expect(picture.text).toBe("a pixel")
    expect(picture.artifacts).toEqual([
      { name: "picture-2.png", mime: "image/png", data: Buffer.from(PIXEL, "base64"), isShown: true },
    ])
    expect(JSON.parse((await call(open, "small__figures")).text)).toEqual({ count: 3 })
    await expect(call(open, "small__refuse")).rejects.toThrow("not today")
  })

  it("checks what it is sent, and shows the model the server's own schema", async () => {
    await using open = await opened({ small: program("good") })
    const echo = open.tools.find(({ name }) => name === "small__echo")
    expect(echo?.input.safeParse({ words: "x" }).success).toBe(false)
    expect(echo?.input.safeParse({}).error?.issues[0]?.path).toEqual(["words"])
    expect(z.toJSONSchema(echo?.input as z.ZodType)).toMatchObject({
      type: "object",
      properties: { words: { type: "string", minLength: 2 } },
      required: ["words"],
    })
  })

  it("gets the variables that its config names, and nothing tells their values", async () => {
    const env = { SMALL_KEY: `\${SMALL_KEY}` }
    await using open = await opened({
      small: program("good", { env }),
      other: program("good"),
      gone: program("exits", { env }),
    })
    expect(await call(open, "small__key")).toMatchObject({ text: `key \${SMALL_KEY}` })
    expect(await call(open, "other__key")).toMatchObject({ text: "key none" })
    expect(open.missing.get("gone")).toContain(`no database at \${SMALL_KEY}`)
  })

  it("is not started without a variable that it needs", async () => {
    await using open = await opened({ small: program("good", { env: { KEY: `\${NOT_THERE}` } }) })
    expect(open.missing.get("small")).toBe('MCP server "small": the variable NOT_THERE is not set')
  })
})

describe("a server that goes wrong", () => {
  it("dies with its call, and is there again for the next", async () => {
    await using open = await opened({ small: program("good") })
    await expect(call(open, "small__die")).rejects.toThrow(/MCP server "small": .*closed[\s\S]*the well is poisoned/)
    expect(await call(open, "small__echo", { words: "hello" })).toMatchObject({ text: "echo: hello" })
  })

  it("hangs in one call, and answers the others", async () => {
    await using open = await opened({ small: program("good") })
    const stop = new AbortController()
    const hanging = call(open, "small__hang", {}, stop.signal)
    expect(await call(open, "small__echo", { words: "hello" })).toMatchObject({ text: "echo: hello" })
    stop.abort(new Error("enough"))
    await expect(hanging).rejects.toThrow()
    expect(await call(open, "small__echo", { words: "again" })).toMatchObject({ text: "echo: again" })
  })

  it.each([
    ["exits at once", program("exits"), /no database/],
    ["is not there", { command: "no-such-program-anywhere" }, /is no program outside/],
    ["is at no address", { url: "http://127.0.0.1:9/mcp" }, /MCP server "bad"/],
  ])("that %s is left out, and the others work", async (_what, bad, why) => {
    await using open = await opened({ bad, small: program("good", { tools: ["echo"] }) })
    expect(open.tools.map(({ name }) => name)).toEqual(["small__echo"])
    expect(open.missing.get("bad")).toMatch(why)
  })

  it.each(["deaf", "garbage"])("that is %s is given up after its time to start", async (habit) => {
    await using open = await opened({ bad: program(habit) }, { ...HERE, startMs: 500 })
    expect(open.tools).toEqual([])
    expect(open.missing.get("bad")).toMatch(/MCP server "bad": .*timed out/i)
  })

  it("can't be used once it was ended", async () => {
    const open = await opened({ small: program("good") })
    await open.close()
    await expect(call(open, "small__echo", { words: "hello" })).rejects.toThrow(/ended with its run/)
  })
})

describe("a server at an address", () => {
  it("is asked with its headers", async () => {
    await using server = await startHttpServer(HERE.variables.SMALL_KEY)
    const headers = { authorization: `Bearer \${SMALL_KEY}` }
    await using open = await opened({ web: { url: server.url, headers, tools: ["echo", "picture"] } })
    expect(await call(open, "web__echo", { words: "hello" })).toMatchObject({ text: "echo: hello" })
    expect((await call(open, "web__picture")).artifacts).toHaveLength(1)
  })

  it("that lets nobody in is left out", async () => {
    await using server = await startHttpServer("another")
    await using open = await opened({ web: { url: server.url } })
    expect(open.tools).toEqual([])
    expect(open.missing.get("web")).toMatch(/MCP server "web": /)
  })
})
