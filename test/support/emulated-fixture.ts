import { afterEach } from "vitest"
import type { Model, ModelReply, ModelRequest, Rung } from "../../src/model/seam/model.ts"
import { readReply } from "../../src/model/seam/read-reply.ts"
import type { Message } from "../../src/protocol/log/message.ts"
import { type Emulator, type EmulatorSettings, startEmulator } from "./emulators/emulator.ts"
import type { EmulatorKind } from "./emulators/kinds.ts"
import { obedientMind } from "./emulators/obedient-mind.ts"
import { modelRequest } from "./model-requests.ts"

/** Which emulator stands for which endpoint, and a model that its package knows. */
export const ENDPOINTS: readonly (readonly [endpoint: string, kind: EmulatorKind, model: string])[] = [
  ["openai", "openaiResponses", "gpt-5.1"],
  ["openai-chat", "openaiChat", "gpt-4.1"],
  ["anthropic", "anthropicMessages", "claude-sonnet-4-6"],
  ["google", "googleGenerate", "gemini-3-pro-preview"],
  ["mistral", "mistral", "mistral-large-latest"],
  ["deepseek", "deepseekLike", "deepseek-v4-pro"],
  ["qwen", "deepseekLike", "qwen3.6-plus"],
  ["kimi", "deepseekLike", "kimi-k2.6"],
  ["minimax", "openaiChat", "MiniMax-M2"],
  ["groq", "openaiChat", "llama-3.3-70b-versatile"],
  ["openrouter", "openaiChat", "some/model"],
  ["azure", "openaiResponses", "gpt-5.1"],
  ["xai", "openaiResponses", "grok-4.3"],
  ["ollama", "ollama", "qwen3:8b"],
  ["llamacpp", "llamacpp", "local"],
  ["lmstudio", "lmStudio", "local"],
  ["vllm", "vllm", "local"],
  ["openai-compatible", "openaiChat", "any"],
]

const KEYS = [
  "OPENAI_API_KEY",
  "ANTHROPIC_API_KEY",
  "GEMINI_API_KEY",
  "MISTRAL_API_KEY",
  "DEEPSEEK_API_KEY",
  "DASHSCOPE_API_KEY",
  "MOONSHOT_API_KEY",
  "MINIMAX_API_KEY",
  "GROQ_API_KEY",
  "OPENROUTER_API_KEY",
  "AZURE_API_KEY",
  "XAI_API_KEY",
]
/** Every key that is needed. */
export const env = Object.fromEntries(KEYS.map((name) => [name, "secret"]))

const schema = {
  type: "object",
  properties: { goal: { type: "string" } },
  required: ["goal"],
  additionalProperties: false,
}
export const PLAN = { name: "plan", description: "Make a plan.", schema }
const JUDGE = { name: "judge", description: "Judge it.", schema }
const mind = obedientMind(({ control }) => ({ goal: control ?? "?" }))
export const SYSTEM: Message = { role: "system", text: "Be kind." }
export const GO: Message = { role: "user", text: "Plan it." }

let emulators: Emulator[] = []

/** To be called once in a test file. */
export function closeAfterEach(): void {
  afterEach(async () => {
    await Promise.all(emulators.map((emulator) => emulator.close()))
    emulators = []
  })
}

/** An emulator that ends with its test. */
export async function start(kind: EmulatorKind, settings: Partial<EmulatorSettings> = {}): Promise<Emulator> {
  const emulator = await startEmulator(kind, { mind, ...settings })
  emulators.push(emulator)
  return emulator
}

export function ask(model: Model, request: Partial<ModelRequest>): Promise<ModelReply> {
  return readReply(model, modelRequest({ messages: [SYSTEM, GO], ...request }), new AbortController().signal)
}

/** What the ladder will send on a rung. */
export function onRung(rung: Rung | undefined): Partial<ModelRequest> {
  if (rung === "named") return { tools: [PLAN, JUDGE], choice: { kind: "named", name: "plan" } }
  if (rung === "required") return { tools: [PLAN], choice: { kind: "required" } }
  return { format: { name: "plan", schema } }
}
