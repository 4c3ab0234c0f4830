import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type AgentOptions, createAgent } from "../../src/agent.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { InMemoryLearned, type LearnedMemory, withLearned } from "../../src/model/learned/learned.ts"
import { resolveModel } from "../../src/model/resolve-model.ts"
import type { LiveEvent, LoggedEvent } from "../../src/protocol/log/event.ts"
import type { RunResult } from "../../src/protocol/log/run.ts"
import { type EmulatorSettings, startEmulator } from "../support/emulators/emulator.ts"
import type { EmulatorKind } from "../support/emulators/kinds.ts"
import { type Due, obedientMind } from "../support/emulators/obedient-mind.ts"
import type { EmulatorRequest } from "../support/emulators/protocol.ts"
import type { Quirks } from "../support/emulators/quirks.ts"
import { sightedMind } from "../support/emulators/sighted-mind.ts"

/** Which provider talks to which emulator. */
export const PROVIDERS: Readonly<Record<EmulatorKind, string>> = {
  openaiChat: "openai-chat",
  openaiResponses: "openai",
  anthropicMessages: "anthropic",
  googleGenerate: "google",
  ollama: "ollama",
  llamacpp: "llamacpp",
  lmStudio: "lmstudio",
  vllm: "vllm",
  deepseekLike: "deepseek",
  mistral: "mistral",
}

const KEYS = {
  OPENAI_API_KEY: "key-for-tests",
  ANTHROPIC_API_KEY: "key-for-tests",
  GEMINI_API_KEY: "key-for-tests",
  MISTRAL_API_KEY: "key-for-tests",
  DEEPSEEK_API_KEY: "key-for-tests",
}

export const CONTROLS = ["request_analyser", "phase_planner", "plan_tool_call", "judge_tasks", "summarizer"] as const
type ControlName = (typeof CONTROLS)[number]

const ANSWERS: Readonly<Record<ControlName, object>> = {
  request_analyser: {
    core_goal: "Look at the greeting",
    requirements: ["the greeting was read"],
    constraints: [],
    complexity: "medium",
    estimated_phases: 1,
    changes: "none",
  },
  phase_planner: {
    phases: [{ id: 1, name: "Look", goal: "read the greeting", estimated_rounds: 1, dependencies: [] }],
    execution_strategy: "sequential",
  },
  plan_tool_call: {
    tasks: [{ id: 1, tool: "read_file", arguments: { path: "greeting.txt" } }],
    reasoning: "It is there.",
  },
  judge_tasks: {
    completed_tasks: [1],
    phase_completed: true,
    evidence: [1],
    user_summary: "The greeting was read.",
    next_action: "end_phase",
  },
  summarizer: { final_summary: "The greeting says hello.", phases_completed: 1, total_tasks_executed: 1 },
}

/** Fields by which a control is known where its name did not come along. */
const MARKS: Readonly<Record<ControlName, string>> = {
  request_analyser: "core_goal",
  phase_planner: "phases",
  plan_tool_call: "tasks",
  judge_tasks: "phase_completed",
  summarizer: "final_summary",
}

/** Answers one control, or every part of an envelope that the schema has room for. */
export function answer({ control, parts }: Due): object {
  const known = CONTROLS.find((name) => parts.includes(MARKS[name])) ?? CONTROLS.find((name) => name === control)
  if (known) return ANSWERS[known]
  return Object.fromEntries(CONTROLS.filter((name) => parts.includes(name)).map((name) => [name, ANSWERS[name]]))
}

export type EndpointRun = {
  readonly result: RunResult
  readonly events: readonly LoggedEvent[]
  readonly requests: readonly EmulatorRequest[]
}

export type EndpointRunOptions = {
  readonly quirks?: Quirks
  readonly fuse?: boolean
  readonly memory?: LearnedMemory
  readonly emulator?: Partial<EmulatorSettings>
  readonly agent?: Partial<AgentOptions>
  readonly request?: string
  readonly onLive?: (event: LiveEvent) => void
}

/** A whole run against one endpoint, over real HTTP with the real provider package. */
export async function runAgainst(
  kind: EmulatorKind,
  { quirks = {}, fuse = false, memory = new InMemoryLearned(), ...more }: EndpointRunOptions = {},
): Promise<EndpointRun> {
  const workspace = await mkdtemp(join(tmpdir(), "keelson-endpoint-"))
  await writeFile(join(workspace, "greeting.txt"), "hello\n")
  const mind = sightedMind(obedientMind(answer, { controls: CONTROLS }))
  const emulator = await startEmulator(kind, { mind, quirks, ...more.emulator })
  const resolved = resolveModel({ model: `${PROVIDERS[kind]}:emulated`, baseUrl: emulator.url, env: KEYS, retries: 0 })
  // What is learned goes by the endpoint, not by the port that it happens to have in this test.
  const model = withLearned({ ...resolved, baseUrl: kind }, memory)
  try {
    const store = new MemoryStore()
    const settings = { fuse }
    const agent = await createAgent({ model, store, workspace, approve: "full", settings, secrets: {}, ...more.agent })
    const run = await agent.start(more.request ?? "Please have a look at the greeting.")
    run.onLive((event) => more.onLive?.(event))
    const result = await run.result
    const entries = await store.load(result.run_id)
    const events = entries.flatMap(({ seq, key, at, record }) =>
      record.kind === "event" ? [{ seq, key, at, event: record.event }] : [],
    )
    return { result, events, requests: emulator.requests }
  } finally {
    await emulator.close()
    await rm(workspace, { recursive: true, force: true })
  }
}
