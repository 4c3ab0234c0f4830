import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { prose } from "../../../src/testing/server-reply.ts"
import { direct } from "../scripts.ts"
import { byRequest, tasks, work } from "./minds.ts"
import { commitAll, FIX, fixer, PROJECT } from "./setting-out.ts"
import type { Point } from "./stage.ts"

/* What is shown, and how. */

const GREETING = /help has the rest[\s\S]*\n›$/
const FULL = `# What there is

| File | What it does | Lines | 负责人 |
|---|---|---:|---|
| \`src/some/deep/folder/module-0.ts\` | A rather long description of what this module does in the system, with details | 120 | 王小明 |
| \`sum.js\` | Subtracts 🚀, though it says that it adds | 1 | team-0 |

1. First read [the docs](https://example.org/docs/a/rather/long/address/of/a/page).
2. Then change it:

\`\`\`js
// It should add.
export const sum = (a, b) => a + b
\`\`\`

\`\`\`diff
-export const sum = (a, b) => a - b
+export const sum = (a, b) => a + b
\`\`\`

> 这是一段中文说明，用来检查宽字符在窄终端上的换行是否正确，标点符号也要对齐。`

const SLOW = {
  ...PROJECT,
  "package.json": `${JSON.stringify({ name: "sums", type: "module", scripts: { test: "node slowly.js && node --test" } })}\n`,
  "slowly.js": [
    'import { existsSync } from "node:fs"',
    'for (const part of [1, 2, 3]) console.log("checking part", part, "of 3")',
    'while (!existsSync("node_modules/.looked")) await new Promise((go) => setTimeout(go, 20))',
    "",
  ].join("\n"),
}

const LOOK = tasks(["read_file", { path: "sum.js" }])

export const LOOKS: readonly Point[] = [
  {
    number: 11,
    name: "looks",
    title: "Tables, code, links, lists and diffs for the width; a plan is a list that a person can read and change",
    files: PROJECT,
    async play(stage) {
      await stage.model(
        byRequest({
          "what is there": () => direct(FULL),
          "fix the": () =>
            work({
              goal: "Make the test pass",
              plans: [LOOK, FIX],
              summary: "`sum` subtracted; it **adds** now.",
            }),
        }),
      )
      await stage.runs('keelson "what is there?"', "What it does", "First read", "王小明", "It should add.")
      await stage.runs('keelson "fix the test"', "sum.js +1 −1", "See it: keelson diff · take it back: keelson undo")
      await stage.runs("keelson diff", "+export const sum = (a, b) => a + b")
      await stage.runs("keelson undo -y", "changed back sum.js")
      await stage.starts('keelson "fix the test" --review', "Press")
      await stage.keep(["1. Make the test pass"])
      await stage.presses("c")
      await stage.sees("drop 2")
      await stage.types("add run the tests at the end")
      await stage.sees(/2\.[\s\S]*Press/)
      await stage.keep(["2. run the tests at the end"])
      await stage.presses("c")
      await stage.sees(/drop 2[\s\S]*drop 2/)
      await stage.types("drop 2")
      await stage.sees(/Press[^\n]*$/)
      await stage.presses("y")
      await stage.sees(/edit_file[\s\S]*Press[^\n]*$/)
      await stage.keep(["old_text", "a + b"])
      await stage.presses("n")
      await stage.sees("Why not?")
      await stage.types("not now")
      await stage.returns("the plan was not accepted", "Files changed: none")
    },
  },
  {
    number: 12,
    name: "now",
    title: "One line that is always true; output that can be opened; three levels",
    files: SLOW,
    async play(stage) {
      const looked = join(stage.here.workspace, "node_modules", ".looked")
      await stage.model(byRequest({ "fix the": fixer, "what does": () => direct("It subtracts.") }))
      await stage.starts("keelson", GREETING)
      await stage.types("fix the test")
      await stage.sees("checking part 3")
      await stage.keep(["running the check test", "checking part 3 of 3"])
      await stage.presses("C-o")
      await stage.sees("│ checking part 3")
      await stage.keep(["Ctrl-O closes", "│ checking part 3 of 3"].map((words) => words.replace("│ ", "")))
      mkdirSync(join(stage.here.workspace, "node_modules"), { recursive: true })
      writeFileSync(looked, "")
      if (!existsSync(looked)) throw new Error("It was not looked at.")
      await stage.asked("test: passed")
      await stage.presses("C-d")
      await stage.returns()
      await stage.runs('keelson -q "what does sum.js do?"', "It subtracts.")
      await stage.runs('keelson -v "what does sum.js do?"', "It subtracts.", "request_analyser")
    },
  },
  {
    number: 13,
    name: "help",
    title: "Help in groups, by topic and with examples; errors without jargon",
    async play(stage) {
      await stage.model(() => prose("I would rather talk about it."))
      await stage.runs("keelson --help", "Usage: keelson", "Examples")
      await stage.runs("keelson run --help", "--approve", "--review")
      await stage.runs("keelson help approvals", "edits")
      await stage.runs("keelson help pipes", "git diff | keelson")
      await stage.runs("keelson help nonsense", "models, approvals")
      await stage.runs("keelson completion bash | head -1", "keelson")
      await stage.runs('keelson "fix the test"', "this model")
    },
  },
  {
    number: 14,
    name: "small-things",
    title: "Small things: what is meant is found, what fails is one line, what is lacking is said at once",
    files: PROJECT,
    async play(stage) {
      await stage.model(
        byRequest({ "fix the": fixer, "is it": () => direct("Yes."), research: () => direct("Here it is.") }),
      )
      await stage.runs("keelson runs", "There are no runs")
      await stage.runs('keelson -q "fix the test"', "it adds now")
      await stage.runs('keelson -q "is it there?"', "Yes.")
      await stage.runs("keelson diff --stat", "sum.js")
      await stage.runs("keelson undo < /dev/null", "-y")
      await stage.runs("keelson runs", "is it there?", "done")
      await stage.runs('keelson "research the web for a PDF on sums"', "no search provider")
      await stage.runs("KEELSON_STATE=/proc/x keelson runs", "/proc/x")
      stage.configure({ model: "openai-compatible:scripted", base_url: "http://127.0.0.1:9/v1" })
      await stage.runs('keelson "is it there?"', "nothing listens at")
    },
  },
  {
    number: 15,
    name: "rules",
    title: "AGENTS.md of every folder from the repository's root to here; one stands where one stands",
    files: {
      "AGENTS.md": "Use tabs.\n",
      "packages/a/CLAUDE.md": "Tests first.\n",
      "packages/a/package.json": "{}\n",
    },
    async play(stage) {
      await stage.model(direct("Tabs, and tests first."))
      stage.here.write("../.config/keelson/AGENTS.md", "Answer briefly.\n")
      commitAll(stage)
      await stage.runs("cd packages/a")
      await stage.runs(
        'keelson -v "which rules are there?"',
        "AGENTS.md",
        "packages/a/CLAUDE.md",
        "Tabs, and tests first.",
      )
      await stage.starts("keelson")
      await stage.asked("(the repository; you stand in packages/a)")
      await stage.presses("C-d")
      await stage.returns()
    },
  },
]
