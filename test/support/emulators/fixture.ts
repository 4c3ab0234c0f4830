import { createAnthropic } from "@ai-sdk/anthropic"
import { createGoogle } from "@ai-sdk/google"
import { createMistral } from "@ai-sdk/mistral"
import { createOpenAI } from "@ai-sdk/openai"
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import type { LanguageModelV4, LanguageModelV4FunctionTool, LanguageModelV4Message } from "@ai-sdk/provider"
import { afterEach } from "vitest"
import { type Emulator, type EmulatorSettings, startEmulator } from "./emulator.ts"
import type { EmulatorKind } from "./kinds.ts"
import type { Answers } from "./obedient-mind.ts"
import { obedientMind } from "./obedient-mind.ts"

/** Model names that make the packages behave as for a current model. */
const MODELS: Readonly<Record<string, string>> = {
  openaiResponses: "gpt-5.1",
  anthropicMessages: "claude-sonnet-4-6",
  googleGenerate: "gemini-3-pro-preview",
  mistral: "mistral-large-latest",
}

const PLAN_SCHEMA: LanguageModelV4FunctionTool["inputSchema"] = {
  type: "object",
  properties: { goal: { type: "string" }, steps: { type: "number" } },
  required: ["goal", "steps"],
  additionalProperties: false,
}

export const PLAN: LanguageModelV4FunctionTool = {
  type: "function",
  name: "plan",
  description: "Make a plan.",
  inputSchema: PLAN_SCHEMA,
}

export const JUDGE: LanguageModelV4FunctionTool = { ...PLAN, name: "judge", description: "Judge the work." }

export const FORMAT = { type: "json", name: "plan", schema: PLAN_SCHEMA } as const

export const ANSWER = { goal: "it's done", steps: 2 }

/** Answers every control alike, and says which one it was. */
export const answers: Answers = ({ control }) => ({ ...ANSWER, goal: `${ANSWER.goal}: ${control ?? "unnamed"}` })

export const obedient = obedientMind(answers)

let emulators: Emulator[] = []

/** Ends every emulator after its test. */
export function closeAfterEach(): void {
  afterEach(async () => {
    await Promise.all(emulators.map((emulator) => emulator.close()))
    emulators = []
  })
}

export type Started = { readonly emulator: Emulator; readonly model: LanguageModelV4 }

/** An emulator and the real package's model of it. */
export async function start(kind: EmulatorKind, settings: Partial<EmulatorSettings> = {}): Promise<Started> {
  const emulator = await startEmulator(kind, { mind: obedient, ...settings })
  emulators.push(emulator)
  return { emulator, model: modelOf(kind, emulator.url, settings.key ?? "secret") }
}

export function modelOf(kind: EmulatorKind, baseURL: string, apiKey: string, name?: string): LanguageModelV4 {
  const id = name ?? MODELS[kind] ?? "emulated"
  switch (kind) {
    case "openaiResponses":
      return createOpenAI({ baseURL, apiKey }).responses(id)
    case "anthropicMessages":
      return createAnthropic({ baseURL, apiKey })(id)
    case "googleGenerate":
      return createGoogle({ baseURL, apiKey })(id)
    case "mistral":
      return createMistral({ baseURL, apiKey })(id)
    default:
      return createOpenAICompatible({
        name: "some",
        baseURL,
        apiKey,
        includeUsage: true,
        supportsStructuredOutputs: true,
      })(id)
  }
}

export function user(text: string): LanguageModelV4Message {
  return { role: "user", content: [{ type: "text", text }] }
}

export function system(content: string): LanguageModelV4Message {
  return { role: "system", content }
}

export function result(toolCallId: string, value = "fine", toolName = "plan"): LanguageModelV4Message {
  return { role: "tool", content: [{ type: "tool-result", toolCallId, toolName, output: { type: "text", value } }] }
}
