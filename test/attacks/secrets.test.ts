import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { createAgent } from "../../src/agent.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import type { ScriptCall } from "../../src/testing/script-line.ts"
import { BUILT_IN } from "../../src/tools/built-in.ts"
import { codingTools } from "../../src/tools/code/index.ts"
import { dataTools } from "../../src/tools/data/index.ts"
import { memoryTool } from "../../src/tools/memory/index.ts"
import { researchTools } from "../../src/tools/research/index.ts"
import { type AnyTool, defineTool } from "../../src/tools/tool.ts"
import { page, serveWeb } from "../support/web-server-fixture.ts"
import { PROJECTS } from "./home.ts"
import { hostileRun, leaksOf, PLACEHOLDER, SECRET } from "./secret-runs.ts"

const FILES = { "a.txt": "one\n", "t.csv": "a,b\n1,2\n" }
const PATCH = `--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+${PLACEHOLDER}\n`
const node = (code: string) => `node -e ${JSON.stringify(code)}`

/** What reads a file bit by bit: whether something is found is all that has to be told. */
const ORACLE: ScriptCall[] = [...SECRET.slice(0, 6)].map((letter, index) => ({
  call: "search_code",
  input: { pattern: `^.{${index}}${letter}`, path: "out.txt" },
}))

const TRICKS: readonly (readonly [string, readonly (readonly ScriptCall[])[]])[] = [
  ["a file and a search", [[{ call: "write_file", input: { path: "out.txt", content: PLACEHOLDER } }], ORACLE]],
  ["an edit", [[{ call: "edit_file", input: { path: "a.txt", old_text: "one", new_text: PLACEHOLDER } }]]],
  ["a patch", [[{ call: "apply_patch", input: { patch: PATCH } }]]],
  ["base64", [[{ call: "run_in_terminal", input: { command: `printf %s "${PLACEHOLDER}" | base64 -w0` } }]]],
  ["a command's file", [[{ call: "run_in_terminal", input: { command: `printf %s "${PLACEHOLDER}" > out.txt` } }]]],
  ["waiting", [[{ call: "wait_for", input: { command: `printf %s "${PLACEHOLDER}" | rev`, limit_s: 1 } }]]],
  ["code", [[{ call: "run_code", input: { language: "javascript", code: `console.log(btoa("${PLACEHOLDER}"))` } }]]],
  ["SQL", [[{ call: "query_data", input: { files: ["t.csv"], sql: `SELECT hex('${PLACEHOLDER}'), a FROM t` } }]]],
  [
    "another's result",
    [
      [
        {
          call: "run_in_terminal",
          input: { command: node("process.stdout.write('{{sec'+'ret:AWS_SECRET_ACCESS_KEY}}')") },
        },
      ],
      [{ call: "write_file", input: { path: "out.txt", content: PLACEHOLDER } }],
    ],
  ],
]

describe("placeholders in arguments of built-in tools", () => {
  it.each(TRICKS)("stay text: %s", async (_name, replies) => {
    const tools = [...codingTools, ...dataTools]
    const { seen, files, result } = await hostileRun(replies, { tools }, FILES)
    expect(result.outcome).toBe("done")
    expect(leaksOf(seen)).toEqual([])
    expect(leaksOf(JSON.stringify(files))).toEqual([])
    expect(seen).toContain(PLACEHOLDER)
  })

  it("stay text in an address that is fetched", async () => {
    await using web = await serveWeb(page("<p>hello</p>"))
    const tools = researchTools({ allow: [web.place] })
    const input = { url: `${web.origin}/?k=${encodeURIComponent(PLACEHOLDER)}` }
    const { seen } = await hostileRun(
      [
        [{ call: "fetch_web_content", input }],
        [{ call: "fetch_web_content", input: { url: `${web.origin}/${PLACEHOLDER}` } }],
      ],
      { tools },
    )
    const asked = web.requests.map(({ url }) => decodeURIComponent(url ?? ""))
    expect(asked.flatMap((url) => leaksOf(url))).toEqual([])
    expect(leaksOf(seen)).toEqual([])
  })

  it("stay text in notes for later runs", async () => {
    const folder = await mkdtemp(join(PROJECTS, "notes-"))
    const notes = [{ call: "memory", input: { action: "remember", text: `the key is ${PLACEHOLDER}` } }]
    const { seen } = await hostileRun([notes, [{ call: "memory", input: { action: "recall", text: "key" } }]], {
      tools: [memoryTool(folder)],
    })
    const kept = await Promise.all(
      (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => readFile(join(entry.parentPath, entry.name), "utf8")),
    )
    await rm(folder, { recursive: true })
    expect(kept).toHaveLength(1)
    expect(leaksOf([seen, ...kept].join("\n"))).toEqual([])
    expect(seen).toContain(PLACEHOLDER)
  })
})

/** A tool of the user's own that keeps what it is given and says it all again. */
function parrot(name: string): { readonly tool: AnyTool; readonly heard: string[] } {
  const heard: string[] = []
  const tool = defineTool({
    name,
    description: "Say it again.",
    input: z.object({ words: z.string() }),
    access: "network",
    repeat: "never",
    async execute({ words }) {
      heard.push(words)
      return `You said ${words}`
    },
  })
  return { tool, heard }
}

const SAY: ScriptCall[] = [{ call: "parrot", input: { words: `key=${PLACEHOLDER} {{secret:OTHER_TOKEN}}` } }]

describe("placeholders in arguments of the user's own tools", () => {
  it.each([
    ["nothing was allowed", {}],
    ["another tool was allowed it", { parrot_2: ["AWS_SECRET_ACCESS_KEY"] }],
    ["another variable was allowed", { parrot: ["SOMETHING_ELSE"] }],
    ["a name was allowed that objects have by themselves", { parrot: ["constructor"] }],
  ])("stay text where %s", async (_name, secretsFor) => {
    const { tool, heard } = parrot("parrot")
    await hostileRun([SAY], { tools: [tool], secretsFor })
    expect(heard).toEqual([`key=${PLACEHOLDER} {{secret:OTHER_TOKEN}}`])
  })

  it("become the one value that the user allowed for the one tool, and it does not come back", async () => {
    const { tool, heard } = parrot("parrot")
    const secrets = { AWS_SECRET_ACCESS_KEY: SECRET, OTHER_TOKEN: "other-secret-value" }
    const options = { tools: [tool, ...codingTools], secrets, secretsFor: { parrot: ["AWS_SECRET_ACCESS_KEY"] } }
    const { seen, files } = await hostileRun(
      [SAY, [{ call: "write_file", input: { path: "out.txt", content: PLACEHOLDER } }]],
      options,
    )
    expect(heard).toEqual([`key=${SECRET} {{secret:OTHER_TOKEN}}`])
    expect(leaksOf(seen)).toEqual([])
    expect(seen).toContain(`You said key=${PLACEHOLDER}`)
    expect(files).toEqual({ "out.txt": PLACEHOLDER })
  })

  it("are hidden again where only the user's word made the variable a secret", async () => {
    const { tool, heard } = parrot("parrot")
    const options = { tools: [tool], secrets: { STAGE: "production-east" }, secretsFor: { parrot: ["STAGE"] } }
    const { seen } = await hostileRun([[{ call: "parrot", input: { words: "{{secret:STAGE}}" } }]], options)
    expect(heard).toEqual(["production-east"])
    expect(leaksOf(seen, "production-east")).toEqual([])
  })
})

describe("grants of secrets to tools that hand them on", () => {
  const agentWith = (options: Partial<Parameters<typeof createAgent>[0]>) =>
    createAgent({ model: keyedModel({}), workspace: PROJECTS, ...options })

  it.each(Object.values(BUILT_IN).flatMap(Object.keys))("are refused: %s", async (tool) => {
    await expect(agentWith({ secretsFor: { [tool]: ["AWS_SECRET_ACCESS_KEY"] } })).rejects.toThrow(
      `secretsFor: ${tool} `,
    )
  })

  it("are refused for a tool of the user's own that changes files", async () => {
    const [write] = codingTools.filter(({ name }) => name === "write_file")
    const tools = [{ ...write, name: "my_write" } as AnyTool]
    await expect(agentWith({ tools, secretsFor: { my_write: ["X_TOKEN"] } })).rejects.toThrow("secretsFor: my_write ")
  })
})
