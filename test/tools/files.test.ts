import { readFile } from "node:fs/promises"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import type { Model } from "../../src/model/seam/model.ts"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { calls, type ScriptCall } from "../../src/testing/script-line.ts"
import { codingTools } from "../../src/tools/code/index.ts"
import { defineTool } from "../../src/tools/tool.ts"
import { type HeardModel, heard } from "../guards/front-door.ts"
import { say } from "../scenarios/lines.ts"
import { play, type Scenario } from "../scenarios/play.ts"

const FILES = {
  ".gitignore": "*\n!/.gitignore\n!/src/\n!/src/**\n!/CHANGELOG*\n",
  "CHANGELOG.md": "includePrerelease was added\n",
  "coverage/a.js": "includePrerelease\n",
  "src/a.js": "const includePrerelease = true\nconst b = 2\nconst c = 3\n",
}

const noisy = defineTool({
  name: "noisy",
  description: "Say something.",
  input: z.object({}),
  access: "execute",
  repeat: "never",
  async execute() {
    return ["begin", ...Array.from({ length: 53 }, () => "grep: /tmp/tap.log: No such file or directory"), "end"].join(
      "\n",
    )
  },
})

async function results(...turns: readonly (readonly ScriptCall[])[]) {
  const lines = Object.fromEntries(turns.map((list, index) => [`turn-${index + 1}/reply`, calls(list)]))
  const done = { [`turn-${turns.length + 1}/reply`]: say("task_done", { summary: "Done.", changes: "none" }) }
  const scenario: Scenario = {
    name: "files",
    model: () => heard({ ...keyedModel({ ...lines, ...done }), contextWindow: 128_000 } as Model),
    files: FILES,
    options: { strategy: react, tools: [...codingTools, noisy], settings: { reflection: "off", fuse: false } },
  }
  const played = await play(scenario)
  const { requests } = played.model as HeardModel
  const texts = (requests.at(-1)?.messages ?? []).flatMap((message) => (message.role === "tool" ? [message.text] : []))
  return { texts, played, [Symbol.asyncDispose]: () => played[Symbol.asyncDispose]() }
}

describe("a run in a repository whose ignore file allows instead of forbids", () => {
  it("finds what its globs say, and what is ignored only when it asks", async () => {
    const search = (input: object): ScriptCall => ({ call: "search_code", input: { pattern: "includePre", ...input } })
    const { texts, ...run } = await results([
      search({ glob: "**/*.js" }),
      { call: "list_files", input: { glob: "**/*.nosuchending" } },
      search({ glob: "**/*.js", include_ignored: true }),
    ])
    await using _run = run
    expect(texts).toEqual([
      "Task 1 search_code includePre: done\nsrc/a.js:1:const includePrerelease = true",
      "Task 2 list_files **/*.nosuchending: done\nNo files match **/*.nosuchending in the workspace.",
      "Task 3 search_code includePre: done\ncoverage/a.js:1:includePrerelease\nsrc/a.js:1:const includePrerelease = true",
    ])
  })
})

describe("a run that edits", () => {
  it("makes several edits of a file in one call, or none of them", async () => {
    const edit = (...texts: readonly (readonly [string, string])[]): ScriptCall => ({
      call: "edit_file",
      input: { path: "src/a.js", edits: texts.map(([old_text, new_text]) => ({ old_text, new_text })) },
    })
    const failing = edit(["b = 2", "b = 20"], ["d = 4", "d = 40"])
    const { texts, played, ...run } = await results([failing], [edit(["b = 2", "b = 20"], ["c = 3", "c = 30"])])
    await using _run = run
    expect(texts[0]).toContain(
      '1 of 2 edits can\'t be made, so "src/a.js" stays as it was.\nEdit 2: old_text is not in',
    )
    expect(texts[1]).toContain("Edited src/a.js (2 replacements, lines 2, 3).")
    const now = await readFile(`${played.folder}/src/a.js`, "utf8")
    expect(now).toBe("const includePrerelease = true\nconst b = 20\nconst c = 30\n")
  })

  it("is told a line that comes again and again once", async () => {
    const { texts, ...run } = await results([{ call: "noisy", input: {} }])
    await using _run = run
    expect(texts).toEqual([
      "Task 1 noisy: done\nbegin\ngrep: /tmp/tap.log: No such file or directory\n[the line above 52 more times]\nend",
    ])
  })
})
