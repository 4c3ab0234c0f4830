import { execFileSync } from "node:child_process"
import { direct } from "../scripts.ts"
import { byRequest, tasks, work } from "./minds.ts"
import type { Point, Stage } from "./stage.ts"

/* The first ten minutes: from the first command to the first thing done. */

export const PROJECT = {
  "package.json": `${JSON.stringify({ name: "sums", type: "module", scripts: { test: "node --test" } }, null, 2)}\n`,
  "sum.js": "export const sum = (a, b) => a - b\n",
  "sum.test.js":
    'import { equal } from "node:assert"\nimport { test } from "node:test"\nimport { sum } from "./sum.js"\n\ntest("adds", () => equal(sum(1, 2), 3))\n',
}

export function git(stage: Stage, ...words: readonly string[]): void {
  const who = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org"]
  execFileSync("git", [...who, ...words], { cwd: stage.here.workspace })
}

/** A repository in which everything is committed. */
export function commitAll(stage: Stage): void {
  git(stage, "init", "-q")
  git(stage, "add", "-A")
  git(stage, "commit", "-qm", "begin")
}

export const FIX = tasks(["edit_file", { path: "sum.js", old_text: "a - b", new_text: "a + b" }])
export const fixer = () =>
  work({ goal: "Make the test pass", plans: [FIX], summary: "`sum` subtracted; it **adds** now." })

export const SETTING_OUT: readonly Point[] = [
  {
    number: 1,
    name: "install",
    title: "In one's own project: what is there, and what comes when it is needed",
    async play(stage) {
      await stage.runs("keelson --version")
      await stage.runs("keelson install", "datasets and SQL", "comes along")
      await stage.tries("keelson doctor", "keelson models")
    },
  },
  {
    number: 2,
    name: "set-up",
    title: "Without a model, what is there is offered before one types",
    environment: { ANTHROPIC_API_KEY: "sk-ant-somebody", OPENAI_API_KEY: "" },
    async play(stage) {
      await stage.starts('keelson "is it there?"', "not now")
      await stage.keep(["No model is set up yet", "paste a key", "watch the demo"])
      await stage.presses("Up", "Enter")
      await stage.returns("keelson")
      await stage.starts('keelson "is it there?" --model gpt-5', "Press")
      await stage.keep(["Did you mean openai:gpt-5?"])
      await stage.presses("n")
      await stage.returns()
      await stage.model(direct("Yes, it is there."))
      await stage.runs("keelson models", "openai-compatible:scripted", "usable")
      await stage.runs("keelson config set limits.max_iterations 60", "60")
      await stage.starts("keelson model", "not now")
      await stage.keep(["paste a key"])
      await stage.presses("Escape")
      await stage.returns()
    },
  },
  {
    number: 3,
    name: "requests",
    title: "Words are a request; -p and -c do what hands expect; a slip is told from both",
    files: PROJECT,
    async play(stage) {
      await stage.model(
        byRequest({
          "what does": () => direct("`sum.js` exports `sum`, which **subtracts**."),
          "and the test": () => direct("It expects that `sum` adds, as you could guess from what I said of it before."),
          "fix the": fixer,
        }),
      )
      await stage.runs("keelson what does sum.js do", "which subtracts")
      await stage.runs('keelson -p "what does sum.js do?"', "which subtracts")
      await stage.runs('keelson -c -p "and the test?"', "expects that")
      await stage.runs("keelson rnus", "runs")
      await stage.runs("keelson --aprove full hello", "--approve")
    },
  },
  {
    number: 4,
    name: "stdin",
    title: "What is piped in joins the request, and it is said where something of it is left out",
    files: PROJECT,
    async play(stage) {
      await stage.model(
        byRequest({
          "review this": () => direct("The change makes `sum` add, which is what its test asks for."),
          "how long": () => direct("Very long."),
        }),
      )
      commitAll(stage)
      stage.here.write("sum.js", "export const sum = (a, b) => a + b\n")
      await stage.runs('git diff | keelson "review this"', "makes sum add")
      await stage.runs('seq 60000 | keelson "how long is it?"', "Very long.", "the first 100000")
      await stage.runs('echo "review this" | keelson', "makes sum add")
    },
  },
  {
    number: 5,
    name: "answer",
    title: "Standard output has the answer and nothing else; the run's id is in the first JSON line",
    files: PROJECT,
    async play(stage) {
      await stage.model(byRequest({ "commit message": () => direct("sum: add instead of subtract"), "fix the": fixer }))
      await stage.runs('keelson -q "write a commit message" | cat', "sum: add instead of subtract")
      await stage.runs('keelson "fix the test" > said', "Files changed", "keelson undo")
      await stage.runs("cat said", "it **adds** now")
      await stage.runs('keelson "commit message?" --json | head -1 | cut -c-50', "run_id")
      await stage.runs(`keelson commit message --json|grep -o '"answer":"[^"]*'`, "add instead of")
    },
  },
  {
    number: 6,
    name: "approvals",
    title: "Confined commands don't ask; elsewhere one key answers, and always means something useful",
    files: { ...PROJECT, "sum.js": "export const sum = (a, b) => a + b\n" },
    async play(stage) {
      const plan = tasks(["run_in_terminal", { command: "npm test" }])
      const out = tasks(["run_in_terminal", { command: "npm view left-pad version", network: true }])
      await stage.model(
        byRequest({
          "run the tests": () =>
            work({ goal: "Run the tests", plans: [plan], summary: "The only test passes.", looksOnly: true }),
          "look up": () =>
            work({ goal: "Look it up", plans: [out], summary: "It could not be looked up.", looksOnly: true }),
        }),
      )
      await stage.runs('keelson "run the tests"', "The only test passes.")
      await stage.starts('keelson "run the tests" --no-sandbox', "Press")
      await stage.keep(["npm test", "always in this folder: run_in_terminal npm test *"])
      await stage.presses("y")
      await stage.returns("The only test passes.")
      await stage.starts('keelson "look up left-pad"', "Press")
      await stage.keep(["network"])
      await stage.presses("Escape")
      await stage.returns()
    },
  },
]
