// Uses each extra for the first time, or those that are named, by the library and over HTTP, and prints for each what came of it,
// as a line of JSON. Run with the packed package. `--in FOLDER`: the workspace.
import fs, { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { createAgent, creationTools, dataTools, openStore, react, researchTools, resolveModel } from "keelson"
import { agentHost, startServer } from "keelson/server"
import { keyedModel } from "keelson/testing"
import { startEndpoint } from "./endpoint.mjs"

const { values, positionals } = parseArgs({ options: { in: { type: "string" } }, allowPositionals: true })
const workspace = realpathSync(values.in ?? mkdtempSync(join(tmpdir(), "keelson-first-use-")))
writeFileSync(join(workspace, "a.csv"), "town,people\nUlm,126\nKiel,247\n")
const endpoint = await startEndpoint()

/** A call of a tool, and what shows that it did its work. */
const TOOLS = {
  data: {
    call: "query_data",
    input: { sql: "select sum(people) as all_people from a", files: ["a.csv"] },
    isDone: (said) => said.includes("373"),
  },
  pdf: { call: "pdf", input: { path: "a.pdf", content: "# A\n\nWords." }, isDone: () => begins("a.pdf", "%PDF-") },
  pictures: {
    call: "make_chart",
    input: { path: "a.png", kind: "bars", columns: ["town", "people"], rows: [["Ulm", 126]] },
    isDone: () => begins("a.png", "\x89PNG"),
  },
  slides: { call: "pptx", input: { path: "a.pptx", content: "# A\n\n- b" }, isDone: () => begins("a.pptx", "PK") },
  pages: {
    call: "fetch_web_content",
    input: { url: `http://${endpoint.address}/` },
    isDone: (said) => said.includes("## Head") && !said.includes("menu"),
  },
}
/** The variables that a provider wants, with any value. */
const PROVIDERS = {
  azure: ["AZURE_API_KEY"],
  bedrock: ["AWS_BEARER_TOKEN_BEDROCK"],
  deepseek: ["DEEPSEEK_API_KEY"],
  groq: ["GROQ_API_KEY"],
  mistral: ["MISTRAL_API_KEY"],
  xai: ["XAI_API_KEY"],
}

const store = await openStore(":memory:")
const host = agentHost({ store, workspaces: [workspace], agentFor: ({ request }) => agentFor(request) })
const server = await startServer({ host, version: "0", token: null })
const isWanted = (extra) => positionals.length === 0 || positionals.includes(extra)
for (const extra of [...Object.keys(TOOLS), ...Object.keys(PROVIDERS)].filter(isWanted)) {
  print(extra, "library", await byLibrary(extra))
  print(extra, "http", await byHttp(extra))
}
if (isWanted("seatbelt")) print("seatbelt", "library", await aProfile())
await server.close()
endpoint.close()
if (values.in === undefined) rmSync(workspace, { recursive: true, force: true })

/** The request is the name of the extra. */
function agentFor(extra) {
  const shared = { workspace, store, strategy: react, approve: "full" }
  const tool = TOOLS[extra]
  if (tool === undefined) return createAgent({ ...shared, model: modelOf(extra), tools: [] })
  const model = keyedModel({ "turn-1/reply": tool, "turn-2/reply": { call: "task_done", input: { summary: "done" } } })
  return createAgent({
    ...shared,
    model,
    tools: [...dataTools, ...creationTools, ...researchTools({ allow: [endpoint.address] })],
  })
}

function modelOf(extra) {
  const env = Object.fromEntries(PROVIDERS[extra].map((name) => [name, "any"]))
  return resolveModel({ model: `${extra}:any`, baseUrl: `http://${endpoint.address}`, env, retries: 0 })
}

async function byLibrary(extra) {
  const run = await (await agentFor(extra)).start(extra)
  const events = []
  for await (const { event } of run.events()) events.push(event)
  return outcomeOf(extra, events)
}

async function byHttp(extra) {
  const body = JSON.stringify({ request: extra })
  const headers = { "content-type": "application/json" }
  const started = await fetch(`${server.url}api/runs`, { method: "POST", headers, body })
  const { run_id } = await started.json()
  const stream = await fetch(`${server.url}api/runs/${run_id}/events`)
  let text = ""
  for await (const piece of stream.body.pipeThrough(new TextDecoderStream())) {
    text += piece
    if (/"type":"run\.ended".*\n\n/.test(text)) break
  }
  const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data))
  return outcomeOf(
    extra,
    events.map((data) => data.event ?? data),
  )
}

function outcomeOf(extra, events) {
  const { summary, message, reason } = events.findLast(({ type }) => type === "run.ended") ?? {}
  const tool = TOOLS[extra]
  if (tool === undefined)
    return { works: `${message}${summary}`.includes("Hello."), said: String(reason ?? message ?? summary) }
  const ended = events.find((event) => event.type === "task.ended" && event.tool === tool.call)
  return { works: ended?.status === "done" && tool.isDone(ended.digest), said: String(ended?.digest) }
}

/** What macOS would make of it can only be seen there; the profile is made anywhere that is taken for one. */
async function aProfile() {
  Object.defineProperty(process, "platform", { value: "darwin" })
  const { existsSync: isThere } = fs
  fs.existsSync = (path) => path === "/usr/bin/sandbox-exec" || isThere(path)
  syncBuiltinESMExports()
  const library = new URL(".", import.meta.resolve("keelson"))
  const file = readdirSync(library).find((name) => name.startsWith("seatbelt-"))
  const { findSeatbelt } = await import(new URL(file, library))
  const { sandbox, missing } = await findSeatbelt([])
  const place = { cwd: workspace, writable: [workspace], network: false }
  const said = sandbox ? (await sandbox.wrap(["true"], place)).join(" ") : missing
  return { works: said.includes("/usr/bin/sandbox-exec -p") && said.includes(workspace), said }
}

function begins(name, mark) {
  const file = join(workspace, name)
  return existsSync(file) && readFileSync(file, "latin1").startsWith(mark)
}

function print(extra, by, { works, said }) {
  console.log(JSON.stringify({ extra, by, works, said: said.replaceAll(/\s+/g, " ").slice(0, 400) }))
}
