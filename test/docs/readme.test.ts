import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { blocksOf } from "./blocks.ts"
import { Reader } from "./reader.ts"
import { shopMind } from "./shop-mind.ts"

/* What both READMEs tell a newcomer to type, typed: in a project with a failing test, with the package installed and a server with a model. */

const PAGES = ["README.md", "README.zh-CN.md"]
const COMPARISON = readFileSync("docs/comparison.md", "utf8")

const PROJECT = {
  "package.json": JSON.stringify({ name: "sums", type: "module", scripts: { test: "node --test" } }),
  "sum.js": "export const sum = (a, b) => a - b\n",
  "sum.test.js":
    'import { equal } from "node:assert"\nimport { test } from "node:test"\nimport { sum } from "./sum.js"\n\ntest("adds", () => equal(sum(1, 2), 3))\n',
  "README.md": "Adds two nubmers.\n",
}

const edit = (path: string, old_text: string, new_text: string) => ({
  tool: "edit_file",
  arguments: { path, old_text, new_text },
})

const JOBS = [
  { words: "what does this project do?", answer: "It adds two numbers." },
  { words: "fix the failing test", task: edit("sum.js", "a - b", "a + b"), summary: "sum adds now." },
  { words: "why does the login test fail?", answer: "There is no login test." },
  { words: "Correct the spelling", task: edit("README.md", "nubmers", "numbers"), summary: "The README is corrected." },
]

/** What is typed, without what is said about it. */
function commandsOf(page: string): string[] {
  const lines = blocksOf(page).flatMap(({ language, text }) => (language === "sh" ? text.trim().split("\n") : []))
  return lines.filter((line) => !line.startsWith("#")).map((line) => line.replace(/ +# .*/, ""))
}

describe("what the README says can be typed", () => {
  it("is the same in both languages", () => {
    expect(commandsOf("README.zh-CN.md")).toEqual(commandsOf("README.md"))
    expect(programs("README.zh-CN.md")).toEqual(programs("README.md"))
  })

  it("works in a project of one's own", async () => {
    const reader = await Reader.with(shopMind(JOBS), PROJECT)
    expect(await reader.run("keelson model ollama:qwen3:8b")).toMatchObject({ code: 0 })
    const commands = commandsOf("README.md").filter((line) => line.startsWith("keelson"))
    const printed: string[] = []
    for (const command of commands) {
      // A server would stay, and its browser too; nobody is there for a conversation.
      const typed = command === "keelson" ? "keelson chat --help" : command.replace("serve --open", "serve --help")
      const { code, text } = await reader.run(typed)
      expect({ command, code, text }).toMatchObject({ code: 0 })
      printed.push(text)
    }
    const seen = ["It adds two numbers.", "verified by", "conversation", "There is no login test.", "--open"]
    expect(printed.map((text, index) => text.includes(seen[index] ?? "?"))).toEqual(seen.map(() => true))
  })

  it("makes a command of a clone, which works elsewhere, too", async () => {
    const reader = await Reader.with(shopMind(JOBS), PROJECT)
    const [alias = ""] = commandsOf("README.md").filter((line) => line.startsWith("alias "))
    const { workspace } = reader.here
    const typed = [
      "shopt -s expand_aliases",
      `cd ${JSON.stringify(process.cwd())}`,
      alias,
      `cd ${workspace}`,
      "keelson runs",
    ]
    expect(await reader.run(typed.join("\n"))).toMatchObject({ code: 0 })
  })

  it("names scripts that there are", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8"))
    const said = commandsOf("README.md").filter((line) => line.startsWith("npm "))
    expect(said.length).toBeGreaterThan(0)
    for (const line of said) expect(scripts).toHaveProperty(line.replace(/^npm (run )?/, ""))
  })

  it("has a program that runs", async () => {
    const reader = await Reader.with(shopMind(JOBS), PROJECT)
    for (const block of blocksOf("README.md")) if (block.about) reader.write(block)
    const { code, text } = await reader.run("node agent.js")
    expect({ code, text }).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^done (true|false) [\s\S]*The README is/),
    })
    expect(readFileSync(`${reader.here.workspace}/README.md`, "utf8")).toBe("Adds two numbers.\n")
  })
})

function programs(page: string): string[] {
  return blocksOf(page).flatMap(({ about, text }) => (about ? [text] : []))
}

it("each README leads to the other", () => {
  for (const page of PAGES) {
    const [other = ""] = PAGES.filter((name) => name !== page)
    expect(readFileSync(page, "utf8").split("\n").slice(0, 5).join("\n")).toContain(`](${other})`)
  }
})

describe.each(PAGES)("what %s claims of others", (name) => {
  const page = readFileSync(name, "utf8")
  const table = (title: string) => {
    const [, rows = ""] = new RegExp(`<!-- ${title} -->\n([\\s\\S]*?)<!-- /${title} -->`).exec(COMPARISON) ?? []
    return rows
      .trim()
      .split("\n")
      .slice(2)
      .map((row) => row.split("|").map((cell) => cell.trim()))
  }
  const rowsOf = (title: string) => Object.fromEntries(table(title).map(([, who = "", ...cells]) => [who, cells]))
  const OTHERS = ["Codex", "opencode", "pi"]

  it("is what the comparison's last run showed", () => {
    const faults = rowsOf("faults")
    for (const who of OTHERS) expect(faults[who]?.[0]).toBe("went on (stopped by us after 250 calls)")
    expect(faults.Keelson?.[0]).toMatch(/^122 calls, exit 4/)
    expect(page).toMatch(/\b250\b[^\n]*\n?[^\n]*\b122\b/)
  })

  it("has the sizes of first requests that were counted", () => {
    const sizes = (who: string) => Number.parseInt(rowsOf("figures")[who]?.[3] ?? "", 10)
    const shown = (tokens: number) => tokens.toLocaleString("en-US")
    const others = OTHERS.map(sizes)
    for (const tokens of [sizes("Keelson"), Math.min(...others), Math.max(...others)])
      expect(page).toContain(shown(tokens))
  })
})
