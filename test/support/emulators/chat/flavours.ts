import type { Offer } from "../protocol.ts"
import type { Flavour } from "./flavour.ts"
import { deepseekWords, mistralShape, mistralWords } from "./hosted-words.ts"
import {
  llamacppShape,
  llamacppWords,
  lmStudioShape,
  lmStudioWords,
  ollamaWords,
  vllmShape,
  vllmWords,
} from "./local-words.ts"
import { openaiShape, openaiWords } from "./openai-words.ts"

/** OpenAI's chat completions; also the model of an unknown "OpenAI-compatible" endpoint. */
export const openaiFlavour: Flavour = {
  words: openaiWords,
  shape: openaiShape,
  reasoningField: "reasoning_content",
  hasRefusalField: true,
  reportsCache: true,
  alwaysUsage: false,
  wholeCalls: false,
  callId: (n, index) => `call_${n}_${index}`,
}

/** Ollama: reasoning in `reasoning`, no cache figures, calls in one piece, and its own paths beside `/v1`. */
export const ollamaFlavour: Flavour = {
  ...openaiFlavour,
  words: ollamaWords,
  reasoningField: "reasoning",
  hasRefusalField: false,
  reportsCache: false,
  wholeCalls: true,
  entry: () => ({ owned_by: "library" }),
  paths: ollamaPaths,
}

/** llama.cpp's server. */
export const llamacppFlavour: Flavour = {
  ...openaiFlavour,
  words: llamacppWords,
  shape: llamacppShape,
  hasRefusalField: false,
  tellsReading: true,
  entry: ({ contextSize, isLoaded }) => ({
    owned_by: "llamacpp",
    ...(isLoaded ? { meta: { n_ctx: contextSize, n_ctx_train: 8 * contextSize } } : {}),
  }),
  paths: llamacppPaths,
}

/** LM Studio. */
export const lmStudioFlavour: Flavour = {
  ...openaiFlavour,
  words: lmStudioWords,
  shape: lmStudioShape,
  hasRefusalField: false,
  reportsCache: false,
  callId: (n, index) => String(100_000_000 + n * 100 + index),
  entry: () => ({ owned_by: "organization_owner" }),
  paths: (offer) => ({ "/api/v0/models": { object: "list", data: [listed(offer)] } }),
}

/** vLLM. */
export const vllmFlavour: Flavour = {
  ...openaiFlavour,
  words: vllmWords,
  shape: vllmShape,
  reasoningField: "reasoning",
  hasRefusalField: false,
  reportsCache: false,
  callId: (n, index) => `chatcmpl-tool-${n}-${index}`,
  entry: ({ contextSize }) => ({ owned_by: "vllm", max_model_len: contextSize }),
  paths: () => ({ "/version": { version: "0.19.0" } }),
}

/** DeepSeek, Qwen, Kimi. */
export const deepseekFlavour: Flavour = {
  ...openaiFlavour,
  words: deepseekWords,
  hasRefusalField: false,
  alwaysUsage: true,
  callId: (n, index) => `call_${String(index).padStart(2, "0")}_${n}`,
}

/** Mistral: calls in one piece, ids of nine letters and digits, figures unasked. */
export const mistralFlavour: Flavour = {
  ...openaiFlavour,
  words: mistralWords,
  shape: mistralShape,
  reasoningField: "content",
  hasRefusalField: false,
  alwaysUsage: true,
  wholeCalls: true,
  callId: (n, index) => `c${String(n).padStart(6, "0")}${String(index).padStart(2, "0")}`,
  entry: ({ contextSize, hasTools }) => ({
    max_context_length: contextSize,
    capabilities: { completion_chat: true, function_calling: hasTools },
  }),
}

/** What the model could take is more than it was given. */
function listed({ model, contextSize, isLoaded }: Offer): object {
  const loaded = isLoaded ? { state: "loaded", loaded_context_length: contextSize } : { state: "not-loaded" }
  return { id: model, type: "llm", max_context_length: 8 * contextSize, ...loaded }
}

function ollamaPaths({ model, contextSize, hasTools, isLoaded }: Offer): Readonly<Record<string, object>> {
  const details = { family: "emulated", parameter_size: "8B", quantization_level: "Q4_K_M" }
  const capabilities = hasTools ? ["completion", "tools"] : ["completion"]
  return {
    "/api/version": { version: "0.21.0" },
    "/api/tags": { models: [{ name: model, model, size: 0, details }] },
    "/api/ps": { models: isLoaded ? [{ name: model, model, context_length: contextSize }] : [] },
    "/api/show": { details, capabilities, model_info: { "emulated.context_length": 8 * contextSize } },
  }
}

/** One that loads its models when they are asked says nothing of them before, and of itself only that it is there. */
function llamacppPaths({ model, contextSize, hasTools, isLoaded, loadsLate }: Offer): Readonly<Record<string, object>> {
  const build = { build_info: "b9999-emulated" }
  const props = {
    default_generation_settings: { n_ctx: contextSize },
    total_slots: 1,
    model_path: `/models/${model}.gguf`,
    chat_template_caps: { supports_tools: hasTools },
    chat_template: hasTools ? "{{ tools }}{{ messages }}" : "{{ messages }}",
    ...build,
  }
  const health = { "/health": { status: "ok" } }
  if (!loadsLate) return { ...health, "/props": props }
  const ofModel = `/props?${new URLSearchParams({ model, autoload: "false" })}`
  return {
    ...health,
    "/props": { role: "router", default_generation_settings: { params: null, n_ctx: 0 }, ...build },
    [ofModel]: isLoaded ? props : { error: { code: 400, message: "model is not loaded" } },
  }
}
