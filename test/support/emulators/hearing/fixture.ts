import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from "@ai-sdk/provider"

/** An answer as a provider package delivers it. */
export type Heard = {
  readonly content: readonly LanguageModelV4Content[]
  readonly text: string
  readonly reasoning: string
  readonly calls: readonly { readonly id: string; readonly name: string; readonly input: string }[]
  readonly finish: string
  readonly usage: LanguageModelV4Usage
  readonly errors: readonly unknown[]
  readonly warnings: number
}

const GO_ON: LanguageModelV4Message = { role: "user", content: [{ type: "text", text: "Go on." }] }

/** What a call is made with, besides the default prompt. */
export type Options = Partial<LanguageModelV4CallOptions>

/** Asks over a stream. */
export async function ask(model: LanguageModelV4, options: Options = {}): Promise<Heard> {
  const { stream } = await model.doStream({ prompt: [GO_ON], ...options })
  const parts: LanguageModelV4StreamPart[] = []
  for await (const part of stream) parts.push(part)
  const end = parts.find((part) => part.type === "finish")
  const opening = parts.find((part) => part.type === "stream-start")
  if (!end) throw new Error("The stream had no finish part.")
  const errors = parts.flatMap((part) => (part.type === "error" ? [part.error] : []))
  return heard(contentOf(parts), end, { errors, warnings: opening?.warnings.length ?? 0 })
}

/** Asks for the answer in one piece. */
export async function generate(model: LanguageModelV4, options: Options = {}): Promise<Heard> {
  const answer = await model.doGenerate({ prompt: [GO_ON], ...options })
  return heard(answer.content, answer, { errors: [], warnings: answer.warnings.length })
}

/** What was heard as the assistant's next message, provider's own marks and all. */
export function said({ content }: Heard): LanguageModelV4Message {
  const parts = content.flatMap((part) => {
    if (part.type !== "text" && part.type !== "reasoning" && part.type !== "tool-call") return []
    const { providerMetadata, ...rest } = part
    const marked = providerMetadata ? { ...rest, providerOptions: providerMetadata } : rest
    return [marked.type === "tool-call" ? { ...marked, input: JSON.parse(marked.input) } : marked]
  })
  return { role: "assistant", content: parts }
}

function heard(
  content: readonly LanguageModelV4Content[],
  end: { readonly finishReason: { readonly unified: string }; readonly usage: LanguageModelV4Usage },
  more: Pick<Heard, "errors" | "warnings">,
): Heard {
  const textOf = (type: "text" | "reasoning") => content.map((part) => (part.type === type ? part.text : "")).join("")
  const calls = content.flatMap((part) =>
    part.type === "tool-call" ? [{ id: part.toolCallId, name: part.toolName, input: part.input }] : [],
  )
  const { finishReason, usage } = end
  return {
    content,
    text: textOf("text"),
    reasoning: textOf("reasoning"),
    calls,
    finish: finishReason.unified,
    usage,
    ...more,
  }
}

type Block = { type: "text" | "reasoning"; text: string; providerMetadata?: SharedV4ProviderMetadata }

/** Whole parts from streamed ones, in the order in which they began; marks may come with any piece. */
function contentOf(parts: readonly LanguageModelV4StreamPart[]): LanguageModelV4Content[] {
  const open = new Map<string, Block>()
  const content: LanguageModelV4Content[] = []
  for (const part of parts) {
    if (part.type === "tool-call") content.push(part)
    const begun = beginningOf(part)
    if (begun) {
      open.set(begun.id, begun.block)
      content.push(begun.block)
    }
    if ("id" in part) grow(open.get(part.id ?? ""), part)
  }
  return content
}

function beginningOf(part: LanguageModelV4StreamPart): { readonly id: string; readonly block: Block } | undefined {
  if (part.type === "text-start") return { id: part.id, block: { type: "text", text: "" } }
  return part.type === "reasoning-start" ? { id: part.id, block: { type: "reasoning", text: "" } } : undefined
}

function grow(block: Block | undefined, part: LanguageModelV4StreamPart): void {
  if (!block || part.type.startsWith("tool")) return
  if ("delta" in part) block.text += part.delta
  if (!("providerMetadata" in part) || !part.providerMetadata) return
  block.providerMetadata = merge(block.providerMetadata, part.providerMetadata)
}

function merge(one: SharedV4ProviderMetadata = {}, other: SharedV4ProviderMetadata): SharedV4ProviderMetadata {
  const keys = Object.keys({ ...one, ...other })
  return Object.fromEntries(keys.map((key) => [key, { ...one[key], ...other[key] }]))
}
