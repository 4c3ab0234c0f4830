import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { type AgentOptions, createAgent } from "../../src/agent.ts"
import { openCheckpoints } from "../../src/checkpoints/checkpoints.ts"
import { openStore } from "../../src/journal/open-store.ts"
import type { RunStore } from "../../src/journal/run-store.ts"
import type { ModelsReply } from "../../src/protocol/api/api.ts"
import { Limits } from "../../src/protocol/log/limits.ts"
import type { RunHost } from "../../src/server/runs/run-host.ts"
import { type RunServer, startServer } from "../../src/server/server.ts"
import { STRATEGIES } from "../../src/strategies/index.ts"
import { ScriptedModel } from "../../src/testing/scripted-model.ts"

export const CONSOLE_FOLDER = fileURLToPath(new URL("../../dist/console", import.meta.url))

/** A server with the built console over a store of its own; what runs do comes from the model of the test. */
export type Stage = AsyncDisposable & {
  readonly server: RunServer
  readonly store: RunStore
  readonly workspace: string
  /** What broke in the server; nothing, if all is well. */
  readonly faults: readonly unknown[]
  /** Ends the server and starts it anew at the same address, as a restart would. */
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
  /** With another token, as if the old one had been lost. */
  readonly begin: (token?: string) => Promise<void>
}

export type StageOptions = {
  readonly model?: AgentOptions["model"]
  readonly agent?: Partial<AgentOptions>
  readonly files?: Readonly<Record<string, string>>
  /** Names of folders besides, for runs that were only told. */
  readonly folders?: readonly string[]
  /** What could be asked now. */
  readonly models?: ModelsReply
  /** What else the server does. */
  readonly more?: Partial<Pick<RunHost, "copies" | "demo" | "owner" | "settings" | "standings">>
}

const TOKEN = "console-test-token-console-test-token"

export async function stage({
  model = new ScriptedModel([]),
  agent = {},
  files = {},
  folders = [],
  models,
  more = {},
}: StageOptions = {}): Promise<Stage> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "keelson-console-")))
  const workspace = join(root, "project")
  await mkdir(workspace)
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(workspace, path)), { recursive: true })
    await writeFile(join(workspace, path), text)
  }
  const store = await openStore(join(root, "state"))
  const checkpoints = openCheckpoints(join(root, "state", "checkpoints"))
  const host = {
    ...hostOf({ model, store, workspace, checkpoints, secrets: {}, ...agent }, folders),
    ...(models ? { models: async () => models } : {}),
    ...more,
  }
  const faults: unknown[] = []
  const start = (port: number, token = TOKEN) =>
    startServer({
      host,
      version: "1.2.3",
      port,
      token,
      consoleFolder: CONSOLE_FOLDER,
      onFault: (fault) => faults.push(fault),
      tuning: { pollMs: 20, closeMs: 60_000, postRate: { burst: 1000, refillMs: 1 } },
    })
  let server = await start(0)
  const { port } = server
  let isRunning = true
  const stop = async () => {
    if (isRunning) await server.close()
    isRunning = false
  }
  const begin = async (token?: string) => {
    server = await start(port, token)
    isRunning = true
  }
  return {
    get server() {
      return server
    },
    store,
    workspace,
    faults,
    stop,
    begin,
    async restart() {
      await stop()
      await begin()
    },
    async [Symbol.asyncDispose]() {
      for (const fault of faults) console.error(fault)
      await stop()
      await store.close()
      // A git of the checkpoints may still be tidying up.
      await rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
    },
  }
}

function hostOf(options: AgentOptions & { readonly store: RunStore }, folders: readonly string[]): RunHost {
  const { store, workspace, model } = options
  const agent = (more: Partial<AgentOptions> = {}) => createAgent({ ...options, ...more })
  return {
    store,
    workspaces: [workspace, ...folders],
    redact: (text) => text,
    settings: async () => ({
      workspace: folders[0] ?? workspace,
      workspaces: folders.length > 0 ? [...folders] : [workspace],
      strategies: [...STRATEGIES.values()].map(({ name, summary, plans = false }) => ({ name, summary, plans })),
      strategy: "phased",
      model: model.id,
      approve: options.approve ?? "ask",
      limits: Limits.parse({}),
      language: "en",
      sandbox: null,
      kept: { runs: 3.2e9, checkpoints: 1.5e6 },
    }),
    agentToStart: ({ strategy, limits, approve, scope, review }) => {
      const known = strategy === undefined ? undefined : STRATEGIES.get(strategy)
      return agent({
        ...(known ? { strategy: known } : {}),
        ...(limits ? { limits } : {}),
        ...(approve ? { approve } : {}),
        ...(scope ? { scope } : {}),
        ...(review ? { review } : {}),
      })
    },
    agentToResume: async (_id, { limits }) => ({ agent: await agent(), options: limits ? { limits } : {} }),
    agentToEnd: () => agent(),
  }
}
