import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { startEmulator } from "../support/emulators/emulator.ts"
import type { HeardRequest } from "../support/emulators/mind.ts"
import { type Due, obedientMind } from "../support/emulators/obedient-mind.ts"
import { SeenTerminal, type TerminalSize } from "./pty.ts"
import { steady } from "./steady.ts"

/* The first ten minutes of somebody who has an empty project, a model on their own machine, and the package: played for real. */

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url))
const [ENTER, CONTROL_D, CONTROL_O] = ["\r", "\x04", "\x0f"]

/** In both languages. */
export type Title = readonly [english: string, chinese: string]

/** A screen that is worth keeping: what was typed before it, and what it shows, in colours. */
export type Moment = {
  readonly name: string
  readonly title: Title
  readonly typed: string
  readonly lines: readonly string[]
}

const PROJECT = {
  "package.json": JSON.stringify({ name: "sums", type: "module", scripts: { test: "node slowly.js && node --test" } }),
  "sum.js": "export const sum = (a, b) => a - b\n",
  "sum.test.js":
    'import { equal } from "node:assert"\nimport { test } from "node:test"\nimport { sum } from "./sum.js"\n\ntest("adds", () => equal(sum(1, 2), 3))\n',
  // What it prints can be looked at while it runs.
  "slowly.js": [
    'import { existsSync } from "node:fs"',
    'for (const part of [1, 2, 3, 4, 5]) console.log("checking part", part, "of 5")',
    'while (!existsSync("node_modules/.looked")) await new Promise((go) => setTimeout(go, 20))',
    "",
  ].join("\n"),
}

/** Plays it on a terminal of that size and returns what was seen on the way. */
export async function firstMinutes(size: TerminalSize): Promise<{ moments: readonly Moment[]; overflows: string[] }> {
  const root = mkdtempSync(join(tmpdir(), "keelson-walk-"))
  const folder = join(root, "sums")
  const server = await startEmulator("ollama", { model: "qwen3:8b", mind: obedientMind(mindOfFixer()) })
  const moments: Moment[] = []
  const overflows: string[] = []
  try {
    installIn(folder)
    const env = environmentIn(root, new URL(server.url).host)
    const terminal = new SeenTerminal(["npx", "--no-install", "keelson"], { cwd: folder, env }, size)
    const keep = (name: string, title: Title, typed: string) =>
      moments.push({ name, title, typed, lines: terminal.screen.painted.map((line) => steady(line, root)) })
    const says = async (typed: string, sees: string | RegExp, keys = ENTER) => {
      terminal.type(typed + keys)
      await terminal.sees(sees)
    }
    await terminal.sees("qwen3:8b")
    await terminal.sees(/not now[\s\S]*\n└/)
    keep(
      "choose",
      [
        "The first start asks who shall think, and has found what there is",
        "第一次启动会问由谁来思考，并已找到现有的模型",
      ],
      "npx keelson",
    )
    await says("", /help has the rest[\s\S]*› *$/)
    keep("prompt", ["It is kept; the conversation begins", "选择被记住；对话开始"], "Enter")
    await says("what does sum.js do?", /subtracts[\s\S]*› *$/)
    keep("question", ["A question", "一个问题"], "what does sum.js do?")
    await says("the test fails: fix it", "checking part 5")
    terminal.type(CONTROL_O)
    await terminal.sees("Ctrl-O closes")
    await terminal.sees("│ checking part 5")
    keep(
      "working",
      [
        "A fix: the project's own check runs, and Ctrl-O opens what it prints",
        "修一处错：项目自己的检查在运行，Ctrl-O 展开它的输出",
      ],
      "the test fails: fix it ⏎ Ctrl-O",
    )
    writeFileSync(join(folder, "node_modules", ".looked"), "")
    await terminal.sees(/take it back[\s\S]*› *$/)
    keep(
      "fixed",
      ["What came of it, what was changed, and how to see it and take it back", "结果如何、改了什么、怎样查看和撤销"],
      "",
    )
    await says("/diff", /\+export const sum[\s\S]*› *$/)
    await says("/undo", "Take back what was changed by")
    await says("", /changed back +sum\.js[\s\S]*› *$/, `y`)
    keep("undone", ["Taken back", "已撤销"], "/diff ⏎ /undo ⏎ y")
    terminal.type(CONTROL_D)
    await terminal.end
    overflows.push(...terminal.screen.overflows)
    if (readFileSync(join(folder, "sum.js"), "utf8") !== PROJECT["sum.js"]) throw new Error("It was not taken back.")
  } finally {
    await server.close()
    rmSync(root, { recursive: true, force: true })
  }
  return { moments, overflows }
}

/** What `npm install` would bring, without the network: the package as it is packed, and what it needs. */
function installIn(folder: string): void {
  for (const [name, content] of Object.entries(PROJECT)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  const [modules, home] = [join(folder, "node_modules"), join(folder, "node_modules", "keelson")]
  mkdirSync(join(modules, ".bin"), { recursive: true })
  mkdirSync(home)
  const words = ["scripts/pack.js", dirname(folder), "--built"]
  const packed = execFileSync(process.execPath, words, { cwd: REPOSITORY, encoding: "utf8" }).trim()
  execFileSync("tar", ["-xzf", packed, "-C", home, "--strip-components=1"])
  symlinkSync(join(REPOSITORY, "node_modules"), join(home, "node_modules"))
  symlinkSync("../keelson/bin/keelson.js", join(modules, ".bin", "keelson"))
}

function environmentIn(root: string, host: string): NodeJS.ProcessEnv {
  return {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    HOME: root,
    LANG: "C.UTF-8",
    OLLAMA_HOST: host,
    npm_config_update_notifier: "false",
    KEELSON_STATE: join(root, "state"),
  }
}

const READ = { tool: "read_file", arguments: { path: "sum.js" }, depends_on: [], why: "" }
const FIX = {
  tool: "edit_file",
  arguments: { path: "sum.js", old_text: "a - b", new_text: "a + b" },
  depends_on: [],
  why: "",
}

/** Answers the question, and fixes in two rounds: it looks first. */
function mindOfFixer() {
  let plans = 0
  return (due: Due, asked: HeardRequest): object => {
    const all = asked.messages.map(({ text }) => text).join("\n")
    const name = /Due: (\w+)/.exec(asked.messages.at(-1)?.text ?? "")?.[1] ?? due.control ?? ""
    const answers: Readonly<Record<string, () => object>> = {
      request_analyser: () => analysis(all),
      plan_tool_call: () => ({ tasks: [plans++ === 0 ? READ : FIX], reasoning: "" }),
      think: () => ({
        user_summary: plans < 2 ? "The operator is wrong." : "The operator is right now.",
        task_completed: plans > 1,
        next_steps_preview: "",
      }),
      summarizer: () => ({ final_summary: "`sum` subtracted; it **adds** now, and the test passes.", missing: [] }),
    }
    const answer = answers[name]?.() ?? {}
    return due.parts.includes(name) ? { [name]: answer } : answer
  }
}

function analysis(all: string): object {
  const isQuestion = !all.includes("fix it")
  const answer =
    "`sum.js` exports one function, `sum`: it **subtracts** `b` from `a`.\n\n| call | gives |\n|---|---|\n| `sum(1, 2)` | -1 |"
  return {
    core_goal: isQuestion ? "Say what sum.js does" : "Make the test pass",
    requirements: [],
    complexity: "simple",
    changes: isQuestion ? "none" : "files",
    ...(isQuestion ? { direct_answer: answer } : {}),
  }
}
