import { countTokens } from "gpt-tokenizer/encoding/o200k_base"
import { notation } from "../../src/model/adapter/schema-notation.ts"
import type { ModelRequest, ToolSpec } from "../../src/model/seam/model.ts"
import type { Message } from "../../src/protocol/log/message.ts"

export function tokensOf(value: unknown): number {
  return countTokens(typeof value === "string" ? value : JSON.stringify(value))
}

/** A tool as people read it; over the wire its schema goes as JSON, and that is what is counted. */
export function specText(spec: ToolSpec): string {
  return `#### ${spec.name} (${tokensOf(spec)} tokens)\n${spec.description}\n${notation(spec.schema)}`
}

/** Requests one after another: tool lists and messages are shown where they stand first. */
export class Reading {
  readonly #lists = new Map<string, string>()
  readonly #seen = new Set<string>()
  readonly #lines: string[] = []

  add(title: string, requests: readonly ModelRequest[]): void {
    this.#lines.push(`# ${title}`)
    for (const request of requests)
      this.#lines.push(this.#head(request), ...this.#list(request.tools), ...this.#fresh(request.messages))
  }

  get text(): string {
    return `${this.#lines.join("\n\n")}\n`
  }

  #head({ purpose, messages, tools, choice, format }: ModelRequest): string {
    const forced = format ? `JSON of ${format.name}` : choice.kind === "named" ? choice.name : choice.kind
    const size = tokensOf(messages) + tokensOf(tools)
    return `## ${purpose.key} (${size} tokens, forced: ${forced}, tools: ${this.#nameOf(tools)})`
  }

  #nameOf(tools: readonly ToolSpec[]): string {
    if (tools.length === 0) return "none"
    return this.#lists.get(JSON.stringify(tools)) ?? `list ${this.#lists.size + 1}`
  }

  /** A list that no request before had. */
  #list(tools: readonly ToolSpec[]): string[] {
    const key = JSON.stringify(tools)
    if (tools.length === 0 || this.#lists.has(key)) return []
    const name = this.#nameOf(tools)
    this.#lists.set(key, name)
    return [`### Tools, ${name} (${tokensOf(tools)} tokens)`, ...tools.map(specText), "### Messages"]
  }

  #fresh(messages: readonly Message[]): string[] {
    return messages.flatMap((message) => {
      const key = JSON.stringify(message)
      if (this.#seen.has(key)) return []
      this.#seen.add(key)
      return [`[${message.role}, ${tokensOf(message)} tokens]\n${wordsOf(message)}`]
    })
  }
}

function wordsOf(message: Message): string {
  const calls = message.role === "assistant" ? message.calls : []
  return [message.text, ...calls.map(({ name, arguments: input }) => `${name} ${input}`)].filter(Boolean).join("\n")
}
