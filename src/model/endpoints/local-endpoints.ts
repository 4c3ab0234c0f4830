import { NAMED_WINDOWS, WINDOWS } from "./built-in-models.ts"
import {
  ALL_RUNGS,
  type KnownEndpoint,
  LOCAL_SAMPLING,
  type ModelRule,
  TEMPLATE_SWITCH,
  THINKING_DISABLED,
} from "./endpoint.ts"

/** What a local runtime counts as that does not say how much it was given: some cut what is too long without a word. */
export const LOCAL_WINDOW = 8192

/** Where the server is unknown, the model's name is the only sign of how it is told not to think. */
const NAME_RULES: readonly ModelRule[] = [
  ...NAMED_WINDOWS,
  { match: /deepseek|kimi|glm/i, thinkingOff: THINKING_DISABLED },
  {
    match: /qwen/i,
    thinkingOff: { body: { enable_thinking: false, chat_template_kwargs: { enable_thinking: false } } },
  },
]

/** Any other address. */
export const COMPATIBLE_ENDPOINT: KnownEndpoint = {
  id: "openai-compatible",
  label: "any OpenAI-compatible server",
  package: "openai-compatible",
  baseUrl: null,
  keys: [],
  extras: ["OPENAI_API_KEY"],
  homePage: "https://platform.openai.com/docs/api-reference/chat",
  rungs: ALL_RUNGS,
  contextWindow: WINDOWS.others,
  isWindowGuessed: true,
  thinkingOff: TEMPLATE_SWITCH,
  rules: NAME_RULES,
}

/** Servers on this machine, and any other address. */
export const LOCAL_ENDPOINTS: readonly KnownEndpoint[] = [
  {
    id: "ollama",
    label: "Ollama",
    package: "openai-compatible",
    baseUrl: "http://127.0.0.1:11434/v1",
    keys: [],
    homePage: "https://ollama.com/download",
    // It ignores tool_choice.
    rungs: ["schema", "text"],
    contextWindow: LOCAL_WINDOW,
    isWindowGuessed: true,
    ...LOCAL_SAMPLING,
    thinkingOff: { body: { reasoning_effort: "none" } },
    port: 11434,
  },
  {
    id: "llamacpp",
    label: "llama.cpp server",
    package: "openai-compatible",
    baseUrl: "http://127.0.0.1:8080/v1",
    keys: [],
    homePage: "https://github.com/ggml-org/llama.cpp",
    // A named choice silently becomes auto, and `required` means narrowing the list: the schema keeps the prefix.
    rungs: ["schema", "required", "text"],
    contextWindow: LOCAL_WINDOW,
    isWindowGuessed: true,
    ...LOCAL_SAMPLING,
    thinkingOff: TEMPLATE_SWITCH,
    port: 8080,
    promptProgress: { return_progress: true },
    // Announced as its coming default.
    laterPort: 9931,
  },
  {
    id: "lmstudio",
    label: "LM Studio",
    package: "openai-compatible",
    baseUrl: "http://127.0.0.1:1234/v1",
    keys: [],
    homePage: "https://lmstudio.ai",
    rungs: ["schema", "required", "text"],
    contextWindow: LOCAL_WINDOW,
    isWindowGuessed: true,
    ...LOCAL_SAMPLING,
    thinkingOff: TEMPLATE_SWITCH,
    port: 1234,
  },
  {
    id: "vllm",
    label: "vLLM",
    package: "openai-compatible",
    baseUrl: "http://127.0.0.1:8000/v1",
    keys: [],
    extras: ["VLLM_API_KEY"],
    homePage: "https://docs.vllm.ai",
    rungs: ALL_RUNGS,
    contextWindow: LOCAL_WINDOW,
    isWindowGuessed: true,
    ...LOCAL_SAMPLING,
    thinkingOff: TEMPLATE_SWITCH,
    isBoundBySchema: true,
    port: 8000,
  },
  {
    id: "sglang",
    label: "SGLang",
    package: "openai-compatible",
    baseUrl: "http://127.0.0.1:30000/v1",
    keys: [],
    extras: ["SGLANG_API_KEY"],
    homePage: "https://docs.sglang.ai",
    rungs: ALL_RUNGS,
    contextWindow: LOCAL_WINDOW,
    isWindowGuessed: true,
    ...LOCAL_SAMPLING,
    thinkingOff: TEMPLATE_SWITCH,
    isBoundBySchema: true,
    port: 30_000,
  },
  COMPATIBLE_ENDPOINT,
]
