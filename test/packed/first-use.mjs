// Calls each tool and a provider that needs an extra for the first time, and prints what comes of it. Run with the packed package.
import { mkdtempSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createAgent, creationTools, dataTools, react, researchTools, resolveModel } from "keelson"
import { keyedModel } from "keelson/testing"

const workspace = process.argv[2] ?? mkdtempSync(join(tmpdir(), "keelson-first-use-"))
writeFileSync(join(workspace, "a.csv"), "town,people\nUlm,1\n")

const pages = createServer((_, response) => {
  response.setHeader("content-type", "text/html")
  response.end(
    `<title>T</title><nav>menu</nav><article><h2>Head</h2><p>${"Some words of it. ".repeat(40)}</p></article>`,
  )
})
await new Promise((resolve) => pages.listen(0, "127.0.0.1", resolve))
const address = `127.0.0.1:${pages.address().port}`

const CALLS = [
  { call: "query_data", input: { sql: "select 1", files: ["a.csv"] } },
  { call: "pdf", input: { path: "a.pdf", content: "# A" } },
  { call: "pptx", input: { path: "a.pptx", content: "# A" } },
  { call: "fetch_web_content", input: { url: `http://${address}/` } },
  { call: "task_done", input: { summary: "done" } },
]
const turns = CALLS.map((line, index) => [`turn-${index + 1}/reply`, line])
const agent = await createAgent({
  model: keyedModel(Object.fromEntries(turns)),
  workspace,
  strategy: react,
  approve: "full",
  tools: [...dataTools, ...creationTools, ...researchTools({ allow: [address] })],
})
const run = await agent.start("Try each tool.")
for await (const { event } of run.events()) {
  if (event.type === "task.ended") console.log(`${event.tool}: ${event.status}: ${event.digest.replaceAll("\n", " ")}`)
}
pages.close()

const QUESTION = {
  purpose: { key: "a", control: "a" },
  messages: [{ role: "user", text: "?" }],
  tools: [],
  choice: "auto",
}
const model = resolveModel({ model: "mistral:any", baseUrl: `http://${address}`, env: { MISTRAL_API_KEY: "none" } })
try {
  for await (const _ of model.stream(QUESTION, new AbortController().signal));
} catch (error) {
  console.log(`mistral: ${error.message}`)
}
