import { execFile } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { oneOf, someOf } from "./sample.ts"

const run = promisify(execFile)

/** Each example loads the same sources: they are compiled once. */
const compiled = mkdtempSync(join(tmpdir(), "keelson-compiled-"))
afterAll(() => rmSync(compiled, { recursive: true, force: true }))

/** What each example prints, line by line; `…` stands for the rest of a line. */
const OUTPUT: Readonly<Record<string, readonly string[]>> = {
  "01-run.ts": [
    "done",
    "- **Outcome:** done, not verified: this project has no checks",
    "",
    "---",
    "",
    "Corrected the spelling in greeting.txt.",
    "",
    "---",
    "- **Files changed:** greeting.txt (changed)",
    "- **Tasks:** 2 run, 0 failed; rounds: 1; model calls: 2",
  ],
  "02-follow-events.ts": ["→ INTAKE", "→ EXECUTING", "read_file: done", "→ DONE", "2 model calls"],
  "03-own-tool.ts": [
    "Order 42 was shipped yesterday.",
    "",
    "---",
    "- **Outcome:** done",
    "- **Files…",
    "- **Tasks:** 1 run…",
  ],
  "04-answer.ts": ["waiting", "May it run run_in_terminal? …", "done"],
  "06-own-strategy.ts": ["picked: greeting.txt", "done: It greets the world, with a typo. (2 calls)"],
  "07-own-loop.ts": [
    "own-react: done: Corrected the spelling in greeting.txt.",
    "own-todo: done: Corrected the spelling; nothing is open.",
  ],
  "08-simulated-model.ts": [
    "react, faultless: done in 3 calls",
    "react, mute: failed …",
    "rounds, faultless: done in 3 calls",
    "rounds, mute: failed …",
  ],
  "09-host.ts": ["react, at most 6 turns, tools: code", "done: The greeting has a typo: Helo."],
  "05-resume.ts": ["incomplete: the iteration limit was reached (2 of 2 used)", "done, 4 model calls in all"],
}

describe("the examples run as they are", () => {
  it.each(oneOf("examples", Object.entries(OUTPUT)))("%s", async (name, expected) => {
    expect(await printed(".", ["--conditions=keelson-source", `examples/${name}`], expected)).toEqual(expected)
  })
})

describe("the examples run with the packed package", () => {
  const place = mkdtempSync(join(tmpdir(), "keelson-packed-"))
  beforeAll(() => unpack(place))
  afterAll(() => rmSync(place, { recursive: true, force: true }))

  it.each(someOf("packed examples", 3, Object.entries(OUTPUT)))("%s", async (name, expected) => {
    expect(await printed(place, [`examples/${name}`], expected)).toEqual(expected)
  })
})

/** A project that has installed what `npm publish` would send. */
async function unpack(place: string): Promise<void> {
  const modules = join(place, "node_modules")
  mkdirSync(join(modules, "keelson"), { recursive: true })
  const { stdout } = await run(process.execPath, ["scripts/pack.js", place, "--built"])
  await run("tar", ["-xzf", stdout.trim(), "-C", join(modules, "keelson"), "--strip-components=1"])
  symlinkSync(resolve("node_modules"), join(modules, "keelson", "node_modules"))
  symlinkSync(resolve("node_modules/zod"), join(modules, "zod"))
  cpSync("examples", join(place, "examples"), { recursive: true })
  writeFileSync(join(place, "package.json"), JSON.stringify({ type: "module" }))
}

async function printed(cwd: string, args: readonly string[], expected: readonly string[]): Promise<string[]> {
  const { stdout } = await run(process.execPath, args, {
    cwd,
    env: { PATH: process.env.PATH ?? "", NODE_COMPILE_CACHE: compiled },
  })
  const lines = stdout.trimEnd().split("\n")
  return lines.map((line, index) => shortened(line, expected[index]))
}

function shortened(line: string, expected = ""): string {
  const start = expected.slice(0, -1)
  return expected.endsWith("…") && line.startsWith(start) ? expected : line
}
