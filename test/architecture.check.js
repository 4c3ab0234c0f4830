// The boundaries of ARCHITECTURE.md as a test: who may import whom, and which package is bound to which folder.
import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { test } from "node:test"
import { fileURLToPath } from "node:url"
import { apiTypes, writtenTypes } from "../scripts/api-types.js"
import { uncommented } from "../scripts/docs/symbols.js"
import { document, withTables } from "../scripts/option-tables.js"
import { BUILT_IN } from "../src/tools/built-in.ts"

const src = fileURLToPath(new URL("../src", import.meta.url))

/** A folder (or a file at the top of src) and what it may import besides itself. */
const MAY_IMPORT = {
  options: [],
  protocol: ["options"],
  text: ["protocol"],
  view: ["protocol"],
  extras: ["protocol", "journal"],
  model: ["protocol", "text", "extras"],
  tools: ["protocol", "text", "extras"],
  checks: ["protocol", "text", "tools"],
  mcp: ["protocol", "text", "tools"],
  journal: ["protocol"],
  checkpoints: ["protocol", "text", "tools"],
  checkouts: ["protocol", "text", "tools", "journal", "checkpoints"],
  run: ["protocol", "text", "view", "model", "tools", "checks", "journal", "checkpoints", "checkouts"],
  stats: ["protocol", "text", "view", "journal", "run"],
  queue: ["protocol", "journal"],
  telemetry: ["protocol", "text", "journal", "run"],
  strategies: ["protocol", "text", "model", "tools", "run"],
  evals: ["protocol", "text", "model", "tools", "journal"],
  candidates: ["protocol", "text", "tools", "run", "evals"],
  agent: ["options", "protocol", "text", "journal", "model", "tools", "checks", "checkpoints", "checkouts", "run"],
  "agent.ts": [
    ...["protocol", "checks", "checkpoints", "journal", "model", "tools", "run", "telemetry", "strategies", "agent"],
  ],
  "evaluate.ts": [...["protocol", "journal", "model", "tools", "checkpoints", "run", "evals", "agent", "agent.ts"]],
  config: ["options", "protocol", "model", "tools", "checks", "mcp", "journal", "run", "strategies"],
  "config.ts": ["config", "journal"],
  host: [
    "candidates",
    ...[
      "extras",
      "options",
      "protocol",
      "text",
      "view",
      "journal",
      "model",
      "tools",
      "checks",
      "checkpoints",
      "checkouts",
    ],
    ...["run", "strategies", "mcp", "agent", "agent.ts", "config.ts", "server"],
  ],
  report: ["protocol", "text", "view"],
  ai: ["protocol", "server", "agent.ts"],
  server: ["options", "protocol", "text", "view", "report", "journal", "run", "agent.ts", "config.ts"],
  cli: [
    "host",
    "extras",
    "options",
    "text",
    "report",
    "server",
    "queue",
    "protocol",
    "view",
    "journal",
    "model",
    "tools",
    "checks",
    "checkpoints",
    "checkouts",
    "run",
    "strategies",
    "telemetry",
    "agent.ts",
    "mcp",
    "config.ts",
    "candidates",
    "evals",
    "stats",
  ],
  testing: ["protocol", "text", "view", "journal", "model", "tools", "run"],
}

/**
 * The rooms of the larger folders, from the ground up: each may use those before it, and types of any.
 * `""` is what lies in the folder itself.
 */
const ROOMS = {
  protocol: ["log", "api", "", "zod"],
  model: [
    ...["seam", "http", "endpoints", "faults", "servers", "wrappers", "adapter"],
    ...["", "discovery", "learned", "probe", "rehearsal"],
  ],
  run: [
    ...["core", "budget", "model-call", "context", "controls", "questions", "constraints", "approvals"],
    ...["plans", "verification", "tasks", "finish", "", "reflection"],
    ...["tool-loop", "todo", "extension", "lifecycle", "replay"],
  ],
  host: ["errors", "workspace", "model", "sandbox", "tools", "", "runs", "serving", "library"],
  server: ["http", "access", "observing", "streams", "chat", "openapi", "runs", "routes", "", "acp", "mcp"],
  cli: [
    ...["paint", "words", "terminal", "flags", "program", "", "plan", "prompt", "render", "asking", "editor"],
    ...[
      "extras",
      "following",
      "runs",
      "setup",
      "chat",
      "serving",
      "cluster",
      "stats",
      "evals",
      "candidates",
      "commands",
      "doctor",
    ],
  ],
}

/** More files side by side are no longer read as a list. */
const MOST_FILES = 25

/**
 * Where a built-in tool may be called by its name: where it is made, grouped for the user, shown as an example,
 * or played.
 */
const NAMES_TOOLS = [
  "tools/",
  "testing/",
  "cli/commands/init-command.ts",
  "host/tools/tool-groups.ts",
  "options/declared/reach.ts",
]

/** Packages that only some folders may use. */
const BOUND_PACKAGES = {
  ...Object.fromEntries(
    Object.keys(JSON.parse(readFileSync(new URL("../package-lock.json", import.meta.url), "utf8")).packages)
      .map((path) => path.replace(/^node_modules\//, ""))
      .filter((name) => name.startsWith("@ai-sdk/"))
      .map((name) => [name, name === "@ai-sdk/provider" ? ["model", "ai"] : ["model"]]),
  ),
  "@vscode/ripgrep": ["tools"],
  "@duckdb/node-api": ["tools"],
  "@myriaddreamin/typst-ts-node-compiler": ["tools"],
  "@resvg/resvg-js": ["tools"],
  pptxgenjs: ["tools"],
  "node:worker_threads": ["tools"],
  "@anthropic-ai/sandbox-runtime": ["tools"],
  diff: ["tools", "cli"],
  commander: ["cli"],
  "@clack/prompts": ["cli"],
  "log-update": ["cli"],
  "get-east-asian-width": ["cli"],
  ...Object.fromEntries(
    ["hono", "hono/utils/mime", "hono/utils/http-status", "@hono/node-server"].map((name) => [name, ["server"]]),
  ),
  "node:sqlite": ["journal"],
  "@opentelemetry/api": ["telemetry"],
  pg: ["journal"],
  "pg-boss": ["queue"],
  ...Object.fromEntries(
    ["@modelcontextprotocol/client", "@modelcontextprotocol/client/stdio"].map((name) => [name, ["mcp"]]),
  ),
  ...Object.fromEntries(
    ["@modelcontextprotocol/server", "@modelcontextprotocol/server/stdio"].map((name) => [name, ["server"]]),
  ),
  "node:fs": ["evals", "extras", "host", "tools", "journal", "checkpoints", "checkouts", "config", "cli"],
  // `learned-file.ts` keeps what an endpoint taught us beside the logs.
  "node:fs/promises": [
    ...[
      "candidates",
      "evals",
      "tools",
      "checks",
      "journal",
      "checkpoints",
      "checkouts",
      "model",
      "config.ts",
      "agent",
      "host",
      "server",
      "cli",
    ],
  ],
  "node:child_process": ["tools", "checkpoints", "checkouts", "cli"],
}

const consoleSrc = fileURLToPath(new URL("../console/src", import.meta.url))

const SURFACES = ["host", "cli", "server", "config", "report"]

/** What is published gathers from everywhere; each is one file of exports. */
const PUBLISHED = ["index.ts", "strategy.ts"]

const files = readdirSync(src, { recursive: true })
  .map((name) => join(src, name.toString()))
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))

/** The part of the architecture that a file belongs to. */
function partOf(path) {
  return relative(src, path).split("/")[0] ?? ""
}

function importsOf(path) {
  const text = readFileSync(path, "utf8")
  return [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1] ?? "")
}

test("parts import only what stands below them", () => {
  const wrong = files.flatMap((path) => {
    const part = partOf(path)
    const allowed = MAY_IMPORT[part]
    if (PUBLISHED.includes(part)) return []
    if (!allowed) return [`${part} has no place in the architecture`]
    return importsOf(path)
      .filter((name) => name.startsWith("."))
      .map((name) => partOf(resolve(dirname(path), name)))
      .filter((target) => target !== part && !allowed.includes(target))
      .map((target) => `${relative(src, path)} must not import ${target}`)
  })
  assert.deepEqual(wrong, [])
})

test("what is published only gathers, and nothing inside uses it", () => {
  const made = PUBLISHED.filter((name) =>
    /^(?!\s|\/|\*|export (?:type )?(?:\{|\*)|\}|$)/m.test(readFileSync(join(src, name), "utf8")),
  )
  const users = files
    .filter((path) => importsOf(path).some((name) => PUBLISHED.includes(relative(src, resolve(dirname(path), name)))))
    .map((path) => relative(src, path))
  assert.deepEqual({ made, users }, { made: [], users: [] })
})

test("strategies written outside know the published package alone", () => {
  const folder = fileURLToPath(new URL("../examples/strategies", import.meta.url))
  const wrong = readdirSync(folder).flatMap((name) =>
    importsOf(join(folder, name)).filter((from) => from !== "keelson/strategy" && from !== "zod"),
  )
  assert.deepEqual(wrong, [])
})

test("the rooms of a folder stand on each other in one order", () => {
  const wrong = files
    .filter((path) => partOf(path) in ROOMS)
    .flatMap((path) =>
      valueImportsOf(path).map((target) => ({ path, from: floorOf(path), to: floorOf(target), target })),
    )
    .filter(({ path, from, to, target }) => partOf(target) === partOf(path) && (from < 0 || to > from))
    .map(({ path, target }) => `${relative(src, path)} must not import ${relative(src, target)}`)
  assert.deepEqual(wrong, [])
})

function floorOf(path) {
  const names = relative(src, path).split("/")
  // What is published gathers from all rooms.
  if (names.length === 2 && names[1] === "index.ts") return Number.POSITIVE_INFINITY
  return ROOMS[names[0]]?.indexOf(names.length > 2 ? names[1] : "") ?? -1
}

test("no folder has more files side by side than can be read as a list", () => {
  const counts = new Map()
  const ofConsole = readdirSync(consoleSrc, { recursive: true })
    .map((path) => join(consoleSrc, path.toString()))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  for (const path of [...files, ...ofConsole]) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  const full = [...counts].filter(([, count]) => count > MOST_FILES)
  assert.deepEqual(
    full.map(([folder, count]) => `${relative(dirname(src), folder)}: ${count}`),
    [],
  )
})

/** Imports of types are free: they are gone when it runs. */
function valueImportsOf(path) {
  const text = readFileSync(path, "utf8")
  return [...text.matchAll(/^(?:import|export) (?!type\b)([^"]*?)from "(\.[^"]+)"/gm)]
    .filter(([, names]) => !/^\{(?:\s*type [^,}]+,?)+\s*\}\s*$/.test(names))
    .map(([, , name]) => resolve(dirname(path), name))
}

test("packages stay in their folders", () => {
  const wrong = files.flatMap((path) =>
    importsOf(path)
      .filter(
        (name) => name in BOUND_PACKAGES && partOf(path) !== "testing" && !BOUND_PACKAGES[name].includes(partOf(path)),
      )
      .map((name) => `${relative(src, path)} must not import ${name}`),
  )
  assert.deepEqual(wrong, [])
})

test("a file is one concept", () => {
  const long = files
    .map((path) => ({ path: relative(src, path), lines: readFileSync(path, "utf8").split("\n").length }))
    .filter(({ lines }) => lines > 260)
  assert.deepEqual(long, [])
})

test("one name is one thing: no two exported types share one", () => {
  const places = new Map()
  for (const path of files) {
    for (const [, name] of readFileSync(path, "utf8").matchAll(
      /^export (?:abstract )?(?:type|interface|class) (\w+)/gm,
    ))
      places.set(name, [...(places.get(name) ?? []), relative(src, path)])
  }
  assert.deepEqual(
    [...places].filter(([, declared]) => declared.length > 1),
    [],
  )
})

test("no surface knows strategies by name", () => {
  const names = readdirSync(join(src, "strategies"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  const name = `\\b(?:${names.join("|")})\\b`
  const listed = new RegExp(`${name}["']?(?:,| or| and) ?["']?${name}`)
  const compared = new RegExp(`[sS]trateg[^"'\n]*["']${name}["']`)
  const consoleFiles = readdirSync(consoleSrc, { recursive: true })
    .map((path) => join(consoleSrc, path.toString()))
    .filter((path) => /\.tsx?$/.test(path))
  const wrong = [...files.filter((path) => SURFACES.includes(partOf(path))), ...consoleFiles].flatMap((path) =>
    readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => !/^\s*(?:\*|\/)/.test(line) && (listed.test(line) || compared.test(line)))
      .map((line) => `${path}: ${line.trim()}`),
  )
  assert.deepEqual(wrong, [])
})

test("the tables of options in the docs are those of the code", () => {
  const isFresh = document() === withTables(document())
  assert.ok(isFresh, "docs/configuration.md is stale: node scripts/option-tables.js writes it anew")
})

test("the types of the HTTP API's client are those of its description", () => {
  assert.ok(
    apiTypes() === writtenTypes(),
    "examples/client/api-types.ts is stale: node scripts/api-types.js writes it anew",
  )
})

test("what help is made of needs no schema library", () => {
  const zodUsers = files
    .filter((path) => relative(src, path).startsWith("options/") && importsOf(path).includes("zod"))
    .map((path) => relative(src, path))
  assert.deepEqual(zodUsers, ["options/schema.ts"])
})

/** Lines of source that match, outside of comments and of the files that are named. */
function linesLike(pattern, besides) {
  return files
    .filter((path) => !besides.some((other) => relative(src, path).startsWith(other)))
    .flatMap((path) =>
      readFileSync(path, "utf8")
        .split("\n")
        .map((line) => ({ path: relative(src, path), line })),
    )
    .filter(({ line }) => !/^\s*(?:\*|\/)/.test(line) && pattern.test(line))
    .map(({ path, line }) => `${path}: ${line.trim()}`)
}

test("keys are taken apart by the key module alone", () => {
  const sliced = /\bkey\??\.(?:split|slice|replace|replaceAll|startsWith|endsWith|match|lastIndexOf|indexOf)\(/
  const built = /`\$\{[^`]*\}#[a-z]+\.[a-z]+`|"[a-z-]+#[a-z]+\.[a-z]+"/
  assert.deepEqual(linesLike(sliced, ["protocol/log/key.ts", "config/"]), [])
  assert.deepEqual(linesLike(built, ["protocol/log/key.ts"]), [])
})

test("policy knows tools by what they say of themselves, not by their names", () => {
  const names = Object.values(BUILT_IN).flatMap(Object.keys)
  assert.deepEqual(linesLike(new RegExp(`["'\`](?:${names.join("|")})["'\`]`), NAMES_TOOLS), [])
})

test("policy knows no tool by its identity either", () => {
  const made = files
    .filter((path) => partOf(path) === "tools")
    .flatMap((path) => [...readFileSync(path, "utf8").matchAll(/^export const (\w+) = d(?:eclare|efine)Tool/gm)])
    .map(([, name]) => name)
  assert.ok(made.length > 5)
  assert.deepEqual(linesLike(new RegExp(`[=!]== (?:${made.join("|")})\\b`), ["tools/"]), [])
})

test("texts are cut in one place, which splits no character", () => {
  assert.deepEqual(linesLike(/\.(?:slice|substring)\(0,[^)]*\)(?:\.toWellFormed\(\))?\}…/, []), [])
})

test("a run has its time from its clock", () => {
  const REAL = /\b(?:setTimeout|setInterval|AbortSignal\.timeout|Date\.now|performance\.now)\b/
  const inRun = linesLike(REAL, []).filter((line) => line.startsWith("run/"))
  assert.deepEqual(inRun, [])
})

test("no test waits for real time or measures it", () => {
  // Times of its own; any moment is right; an endpoint that dawdles.
  const ALLOWED = ["src/model/http/timeouts.test.ts", "test/durability/kill.test.ts", "test/attacks/replies.test.ts"]
  const REAL = /AbortSignal\.timeout\(|performance\.now\(|(?<!\.)\bsetTimeout\(|from "node:timers\/promises"/
  const root = dirname(src)
  const wrong = ["src", "test"]
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)))
    .filter((path) => path.endsWith(".test.ts") && !ALLOWED.includes(path))
    .filter((path) => REAL.test(readFileSync(join(root, path), "utf8").replaceAll(/^import \{ setImmediate.*$/gm, "")))
  assert.deepEqual(wrong, [])
})

/** What people who use the engine as a library, over HTTP, MCP or in a chat would read for nothing. */
test("the engine knows no command and no flag of the shell's", () => {
  const surfaces = ["options/", "host/", "cli/", "server/", "config/", "testing/"]
  const others = [
    "tools/",
    "checks/",
    "checkpoints/",
    "checkouts/",
    "evals/formats/",
    "evals/sources/",
    "run/approvals/command-risks.ts",
  ]
  const command = /\bkeelson [a-z]/
  const flag = /["'`](?:[^"'`]*[\s(:|])?--[a-z][a-z-]+/
  // An extra is installed by a command, whoever misses it.
  assert.deepEqual(linesLike(command, [...surfaces, "extras/missing-extra.ts"]), [])
  // The others are about programs of other people's, with flags of theirs.
  assert.deepEqual(linesLike(flag, [...surfaces, ...others]), [])
})

test("the engine starts no program by its bare name", () => {
  assert.deepEqual(linesLike(/\b(?:spawn|spawnSync|execFile|execFileSync)\("(?!\/)/, ["testing/"]), [])
})

test("only config.ts reads the environment", () => {
  const ALLOWED = [
    "config.ts",
    "config/",
    "agent.ts",
    "evaluate.ts",
    "tools/process/",
    "tools/child/",
    "tools/network/",
    "tools/sandbox/",
    "tools/programs/",
    "checkpoints/shadow/git.ts",
    "checkouts/source-git.ts",
    "checks/detect-checks.ts",
    "extras/own-folder.ts",
    "host/",
    "cli/",
  ]
  const wrong = files
    .filter((path) => /^(?!\s*(?:\*|\/)).*process\.env/m.test(readFileSync(path, "utf8")))
    .map((path) => relative(src, path))
    .filter((path) => !ALLOWED.some((allowed) => path.startsWith(allowed)))
  assert.deepEqual(wrong, [])
})

test("the console imports only the options, the protocol, the text and the view, and no package beyond its own", () => {
  const folder = consoleSrc
  const { devDependencies } = JSON.parse(readFileSync(new URL("../console/package.json", import.meta.url), "utf8"))
  const isOwn = (name) => Object.keys(devDependencies).some((own) => name === own || name.startsWith(`${own}/`))
  const wrong = readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name.toString()))
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) =>
      importsOf(path)
        .filter(
          (name) => /^[.@a-z]/.test(name) && !/^@keelson\/(options|protocol|text|view)\//.test(name) && !isOwn(name),
        )
        .filter((name) => !name.startsWith(".") || relative(folder, resolve(dirname(path), name)).startsWith(".."))
        .map((name) => `console/src/${relative(folder, path)} must not import ${name}`),
    )
  assert.deepEqual(wrong, [])
})

test("every symbol that the package publishes has a comment", () => {
  assert.deepEqual(uncommented(), [], "write a sentence above each: docs/reference is made of them")
})
