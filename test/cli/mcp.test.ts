import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { type Place, place } from "./keelson.ts"
import { story } from "./scripts.ts"

const PROGRAM = fileURLToPath(new URL("../mcp/fixture/stdio-server.ts", import.meta.url))
const SMALL = { command: process.execPath, args: [PROGRAM], access: { echo: "read" } }
const say = (tool: string, input: object) => ({ tasks: [{ id: 1, tool, arguments: input, depends_on: [] }] })
const ECHO = say("small__echo", { words: "good day" })
const MAIL = say("small__send_mail", { words: "a letter" })

function userConfig(here: Place, servers: object): void {
  mkdirSync(join(here.root, "config", "keelson"), { recursive: true })
  writeFileSync(join(here.root, "config", "keelson", "config.json"), JSON.stringify({ mcp: { servers } }))
}

async function running(here: Place, plans: readonly object[], ...flags: string[]) {
  const server = await here.serve(story({ plans }))
  const end = await here.keelson("run", "do it", ...flags, ...here.modelAt(server))
  return { ...end, seen: JSON.stringify(server.requests.map(({ body }) => body)) }
}

test("the user's servers bring tools, which need approval like any other", async () => {
  const here = place()
  userConfig(here, { small: SMALL })
  const read = await running(here, [ECHO], "--approve", "ask")
  expect(read).toMatchObject({ code: 0, seen: expect.stringContaining("echo: good day") })
  const sent = await running(here, [MAIL], "--approve", "edits")
  expect(sent).toMatchObject({ code: 3, stderr: expect.stringContaining("small__send_mail") })
  expect(await here.keelson("answer", "--allow")).toMatchObject({ code: 0 })
})

test("a resumed run goes on without a server that is gone, and its calls say so", async () => {
  const here = place()
  userConfig(here, { small: SMALL })
  const server = await here.serve(story({ plans: [MAIL] }))
  await here.keelson("run", "do it", ...here.modelAt(server))
  userConfig(here, {})
  const end = await here.keelson("answer", "--allow")
  expect(end.stderr).toContain("small__send_mail")
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain("small__send_mail is not available")
})

test("a server that can't be started is said in one line, and the run goes on", async () => {
  const here = place()
  userConfig(here, { small: SMALL, gone: { command: "no-such-program-anywhere" } })
  const end = await running(here, [ECHO], "--approve", "full")
  expect(end).toMatchObject({ code: 0, seen: expect.stringContaining("echo: good day") })
  expect(end.stderr).toMatch(/^keelson: MCP server "gone": .+is no program outside.+\(its tools are left out\)$/m)
})

test("a workspace's servers are started only after keelson trust, and not after they changed", async () => {
  const here = place()
  const script = here.write("server.mjs", `await import(${JSON.stringify(PROGRAM)})\n`)
  here.write("keelson.config.json", JSON.stringify({ mcp: { servers: { small: { ...SMALL, args: ["server.mjs"] } } } }))
  const before = await here.keelson("tools", "--mcp")
  expect(before).toMatchObject({ stderr: expect.stringContaining("names MCP servers (small)") })
  expect(before.stdout).not.toContain("small__echo")

  const trusted = await here.keelson("trust")
  expect(trusted.stdout).toContain("MCP server small: ")
  expect(trusted.stdout).toContain("server.mjs")
  expect((await here.keelson("tools", "--mcp")).stdout).toMatch(/small__echo +read +Say it again\./)

  writeFileSync(script, "throw new Error('another one')\n")
  const changed = await here.keelson("tools", "--mcp")
  expect(changed.stderr).toContain("server.mjs changed since you trusted this folder")
  expect(changed.stdout).not.toContain("small__echo")
})
