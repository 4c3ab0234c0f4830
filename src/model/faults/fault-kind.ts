import type { Feature, ModelErrorDetail, ModelErrorKind } from "../seam/model-error.ts"
import type { Fault } from "./fault.ts"
import { outputRefusal } from "./output-refusal.ts"

/** What a fault amounts to, and the details that go with that kind. */
export type Diagnosis = Pick<ModelErrorDetail, "feature" | "blockedByThinking" | "sizes" | "output"> & {
  readonly kind: ModelErrorKind
}

const OVERFLOW =
  /context_length|exceed_context|context ?(length|window|size|limit)|maximum (context|model length)|(prompt|input|request) is too (long|large)|maximum prompt length|(input|prompt) token count|range of input length|model token limit|tokens? exceeds? the configured limit|`?inputs`? (tokens|must have)|tokens in the prompt cannot exceed/i
const QUOTA = /insufficient_quota|insufficient[ _]balance|credit balance|exceeded your current quota|arrearage/i
const BAD_KEY =
  /api[ _-]?key[ _](not valid|invalid)|(incorrect|invalid)[ _]api[ _-]?key|security token.*invalid|UnrecognizedClient/i
const BUSY_CODE = /rate_limit|overloaded|too_many_requests|ThrottlingException|RESOURCE_EXHAUSTED/i
const SLOW: ReadonlySet<string> = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "ETIMEDOUT",
])

/** Reads the words of many endpoints; what is recognised is written down in `fault-kind.test.ts`. */
export function diagnose(fault: Fault): Diagnosis {
  const output = outputRefusal(fault)
  return output ? { ...diagnosed(fault), output } : diagnosed(fault)
}

function diagnosed(fault: Fault): Diagnosis {
  const said = `${fault.message} ${fault.codes.join(" ")}`
  const kind = kindByWords(fault, said)
  if (kind === "overflow") return { kind, sizes: sizesOf(fault) }
  if (kind !== undefined) return { kind }
  const feature = featureOf(fault, said)
  if (feature) return { kind: "unsupported", feature, blockedByThinking: isBlockedByThinking(feature, said) }
  return { kind: kindByStatus(fault, said) }
}

const LONGEST_MINUTE_MS = 120_000

/** Whatever the status: endpoints agree more in their words than in their numbers. */
function kindByWords({ status, retryAfterMs }: Fault, said: string): ModelErrorKind | undefined {
  // Google calls what a minute allows a quota, too.
  if (status === 429 && retryAfterMs !== undefined && retryAfterMs <= LONGEST_MINUTE_MS) return "busy"
  if (status === 402 || QUOTA.test(said)) return "quota"
  if (status === 401 || status === 403 || BAD_KEY.test(said)) return "auth"
  if (status === 429) return "busy"
  if (status === 413 || OVERFLOW.test(said)) return "overflow"
  return undefined
}

function kindByStatus({ status, codes }: Fault, said: string): ModelErrorKind {
  if (status === undefined) {
    if (codes.some((code) => SLOW.has(code))) return "timeout"
    if (codes.includes("AI_TypeValidationError")) return "unusable"
    return codes.some((code) => BUSY_CODE.test(code)) ? "busy" : "broken"
  }
  if (status === 408) return "timeout"
  if (isTemplateFault(said)) return "refused"
  // What an endpoint does not do at all it won't do later.
  if (status === 501 || status === 505) return "refused"
  return status >= 500 ? "broken" : "refused"
}

/** Chat templates fail on the same transcript every time, though llama.cpp calls it a 500. */
function isTemplateFault(said: string): boolean {
  return /Jinja Exception|chat template/i.test(said)
}

const NOT_THERE =
  /not (supported|enabled|support|allowed|permitted)|n['’]t support|unsupported|incompatible|no endpoints found|requires --/i

/** In the order in which they are tried: the words of the first may contain those of a later one. */
const FEATURES: readonly { readonly feature: Feature; readonly words: RegExp; readonly isEnough: boolean }[] = [
  {
    feature: "alternation",
    words: /must alternate|unexpected role|expected last role|after role|roles? .{0,30}alternat/i,
    isEnough: true,
  },
  {
    feature: "pictures",
    words:
      /image[_ ]?(url|input|part|content|type)?s? .{0,60}(not|un)[ -]?support|(not|n['’]t|un)[ -]?support.{0,40}\b(image|vision|multimodal)|image_url|no endpoints found that support image|not a multimodal|\bmmproj\b|does not (accept|have) (image|vision)/i,
    isEnough: true,
  },
  { feature: "several_calls", words: /single tool[- ]calls? at once|one tool[- ]call at a time/i, isEnough: true },
  {
    feature: "system",
    words: /system (role|message|prompt|field)|developer instruction|support ['"]?system|^system: /i,
    isEnough: false,
  },
  { feature: "tool_choice", words: /tool[_ ]?choice|forced function calling|function_calling_config/i, isEnough: true },
  {
    feature: "format",
    words: /response[_ ]?format|json[_ ]schema|json mode|structured output|response mime type|grammar/i,
    isEnough: true,
  },
  { feature: "tools", words: /\btools?\b|function call(ing)?/i, isEnough: false },
  { feature: "thinking", words: /^(?!.*signature).*(thinking|reasoning|chat_template_kwargs)/is, isEnough: false },
]
const THINKING_REFUSED = /budget|only (works|support)|must be|unknown|unrecognized|invalid|extra (inputs|fields)/i

function featureOf(fault: Fault, said: string): Feature | undefined {
  if (!mayBeAboutTheRequest(fault, said)) return undefined
  const isAbsent = NOT_THERE.test(said)
  return FEATURES.find(({ feature, words, isEnough }) => {
    if (!words.test(said)) return false
    return isEnough || isAbsent || (feature === "thinking" && THINKING_REFUSED.test(said))
  })?.feature
}

/** A server fault counts only where it says that it is none. */
function mayBeAboutTheRequest({ status, codes }: Fault, said: string): boolean {
  if (status === undefined) return codes.includes("AI_UnsupportedFunctionalityError")
  if (status >= 500) return isTemplateFault(said) || NOT_THERE.test(said) || /must alternate/i.test(said)
  return [400, 404, 405, 422].includes(status)
}

function isBlockedByThinking(feature: Feature, said: string): boolean {
  return feature === "tool_choice" && /thinking|reasoning|reasoner/i.test(said)
}

/** Where the two figures stand in the words of each; 0: there is none. A gateway passes its provider's words on. */
const SIZES: readonly { readonly pattern: RegExp; readonly prompt: number; readonly window: number }[] = [
  // Anthropic, Google and xAI each have their own order.
  { pattern: /(\d+) tokens > (\d+)/, prompt: 1, window: 2 },
  { pattern: /(\d+) \+ \d+ > (\d+)/, prompt: 1, window: 2 },
  // OpenAI's newest, GitHub's, Cerebras'.
  { pattern: /limit of (\d+) tokens.*?resulted in (\d+)/is, prompt: 2, window: 1 },
  { pattern: /token count of (\d+) exceeds the limit of (\d+)/i, prompt: 1, window: 2 },
  { pattern: /length is (\d+) while limit is (\d+)/i, prompt: 1, window: 2 },
  // vLLM, llama.cpp, SGLang, LM Studio, TGI.
  { pattern: /length (\d+)\) is longer than the maximum model length of (\d+)/i, prompt: 1, window: 2 },
  { pattern: /request \((\d+) tokens\) exceeds the available context size \((\d+)/i, prompt: 1, window: 2 },
  { pattern: /available context size \((\d+) tokens/i, prompt: 0, window: 1 },
  { pattern: /input \((\d+) tokens\) is longer than .*?context length \((\d+)/i, prompt: 1, window: 2 },
  { pattern: /first (\d+) tokens.*?context length of only (\d+)/is, prompt: 1, window: 2 },
  { pattern: /must be <= (\d+)\. Given: (\d+)/i, prompt: 2, window: 1 },
  { pattern: /must have less than (\d+) tokens\. Given: (\d+)/i, prompt: 2, window: 1 },
  // Cohere, Fireworks, Qwen, Moonshot.
  { pattern: /cannot exceed (\d+) - received (\d+)/i, prompt: 2, window: 1 },
  { pattern: /too long: (\d+), model maximum context length: (\d+)/i, prompt: 1, window: 2 },
  { pattern: /input length should be \[\d+, (\d+)\]/i, prompt: 0, window: 1 },
  { pattern: /token limit: (\d+)/i, prompt: 0, window: 1 },
  { pattern: /input token count \(?(\d+)\)? exceeds .*?\((\d+)\)/i, prompt: 1, window: 2 },
  { pattern: /contains (\d+) tokens.* (\d+) maximum context/i, prompt: 1, window: 2 },
  { pattern: /maximum (?:context|prompt) length is (\d+)\b.*?\b(\d+) (?:input )?tokens/is, prompt: 2, window: 1 },
  { pattern: /maximum (?:context|prompt) length (?:is|of) (\d+)/i, prompt: 0, window: 1 },
]

function sizesOf({ message, sizes }: Fault): Diagnosis["sizes"] {
  if (sizes.prompt !== undefined || sizes.window !== undefined) return sizes
  const plain = message.replace(/(?<=\d),(?=\d{3})/g, "")
  for (const { pattern, prompt, window } of SIZES) {
    const found = pattern.exec(plain)
    if (found) return { prompt: prompt === 0 ? undefined : Number(found[prompt]), window: Number(found[window]) }
  }
  return undefined
}
