import { repositoryPath } from "../support/processes.ts"
import type { Contender, Place, Start } from "./contender.ts"

const GO_ON = "Go on."

/** Agents to be started by hand, each told of the address and to ask nobody. */
export const COMMAND_LINES: readonly Contender[] = [
  {
    name: "Codex",
    kind: "command line",
    ours: false,
    packages: ["@openai/codex@0.166.0"],
    settings: ({ workspace }) => ({ ".codex/config.toml": `[projects."${workspace}"]\ntrust_level = "trusted"\n` }),
    start: (place, request) => codex(place, ["exec", ...CODEX_FREE], [request]),
    resume: (place) => codex(place, ["exec", ...CODEX_FREE], ["resume", "--last", GO_ON]),
    prompt: { start: (place) => codex(place, [], []), shows: /›/ },
    read: (_, name) => ({ name: "exec_command", arguments: { cmd: `cat ${name}` } }),
  },
  {
    name: "opencode",
    kind: "command line",
    ours: false,
    packages: ["opencode-ai@1.18.33"],
    start: (place, request) => opencode(place, ["run", "-m", "bench/bench", request]),
    resume: (place) => opencode(place, ["run", "-c", "-m", "bench/bench", GO_ON]),
    prompt: { start: (place) => opencode(place, []), shows: /Ask anything/ },
    read: ({ workspace }, name) => ({ name: "read", arguments: { filePath: `${workspace}/${name}` } }),
  },
  {
    name: "pi",
    kind: "command line",
    ours: false,
    packages: ["@earendil-works/pi-coding-agent@0.74.2"],
    settings: ({ url }) => ({ ".pi/agent/models.json": JSON.stringify(piModels(url)) }),
    start: (place, request) => pi(place, ["-p", request]),
    resume: (place) => pi(place, ["-c", "-p", GO_ON]),
    prompt: { start: (place) => pi(place, []), shows: /bench/ },
    read: (_, path) => ({ name: "read", arguments: { path } }),
  },
  {
    name: "Keelson",
    kind: "command line",
    ours: true,
    packages: [],
    start: (place, request) => keelson(place, ["run", request, "--strategy", "react", "--approve", "full"]),
    resume: (place) => keelson(place, ["resume"]),
    prompt: { start: (place) => keelson(place, []), shows: /›/ },
    read: (_, path) => ({ name: "read_file", arguments: { path } }),
  },
]

const CODEX_FREE = ["--skip-git-repo-check", "-s", "danger-full-access"]

function codex({ url, packages }: Place, before: readonly string[], after: readonly string[]): Start {
  const provider = `model_providers.bench={name="bench",base_url="${url}",wire_api="responses"}`
  const model = ["-c", "model_provider=bench", "-c", provider, "-m", "bench"]
  return {
    command: [process.execPath, `${packages}/node_modules/@openai/codex/bin/codex.js`, ...before, ...model, ...after],
  }
}

function opencode({ url, packages }: Place, words: readonly string[]): Start {
  const provider = {
    npm: "@ai-sdk/openai-compatible",
    options: { baseURL: url, apiKey: "none" },
    models: { bench: {} },
  }
  const config = { provider: { bench: provider }, model: "bench/bench", autoupdate: false, share: "disabled" }
  return {
    command: [`${packages}/node_modules/.bin/opencode`, ...words],
    env: { OPENCODE_CONFIG_CONTENT: JSON.stringify(config), OPENCODE_DISABLE_MODELS_FETCH: "1" },
  }
}

function pi({ packages }: Place, words: readonly string[]): Start {
  const model = ["--provider", "bench", "--model", "bench", "--offline"]
  return { command: [process.execPath, `${packages}/node_modules/.bin/pi`, ...model, ...words] }
}

function piModels(baseUrl: string): object {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }
  const model = {
    id: "bench",
    name: "bench",
    reasoning: false,
    input: ["text"],
    cost,
    contextWindow: 128_000,
    maxTokens: 8000,
  }
  return { providers: { bench: { baseUrl, api: "openai-completions", apiKey: "none", models: [model] } } }
}

function keelson({ url }: Place, words: readonly string[]): Start {
  return {
    command: [process.execPath, repositoryPath("bin/keelson.js"), ...words],
    env: { KEELSON_MODEL: "openai-compatible:bench", KEELSON_BASE_URL: url },
  }
}
