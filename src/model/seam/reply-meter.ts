import type { LanguageModelV4StreamPart } from "@ai-sdk/provider"
import type { ModelPart, ModelRequest } from "./model.ts"
import { Repetition } from "./repetition.ts"
import { replyBounds, tooLong } from "./reply-bounds.ts"
import { tokensIn } from "./tokens.ts"

/** What a part costs beside its words: a reply of a hundred thousand empty parts is no small one. */
const PART_CHARACTERS = 32
/** How often progress is told: in tokens, and in time where they come slowly. */
const NEWS_TOKENS = 20
const NEWS_MS = 500

type Source = {
  readonly modelId: string
  readonly request: ModelRequest
  readonly contextWindow: number
}

/** Counts a reply while it comes: what is said, thought and called, and whether it goes in circles. Throws when it grows beyond what the model can have to say. */
export class ReplyMeter {
  /** By estimate, not rounded. */
  tokens = 0
  /** The reply says nothing but the same any more. */
  isCircling = false
  readonly #repetition = new Repetition()
  readonly #source: Source
  readonly #most: number
  /** Calls whose arguments came in pieces; they are not counted again as a whole. */
  readonly #pieced = new Set<string>()
  #characters = 0
  #told = 0
  #toldAt = performance.now()

  constructor(source: Source) {
    this.#source = source
    this.#most = replyBounds(source.contextWindow, source.request.maxOutputTokens).characters
  }

  add(part: LanguageModelV4StreamPart): void {
    switch (part.type) {
      case "text-delta":
      case "reasoning-delta":
        this.#count(part.delta, 0)
        // Not what goes into a file: that may well be one line over and over.
        if (this.#repetition.hears(part.delta)) this.isCircling = true
        break
      case "tool-input-delta":
        this.#count(part.delta, 0)
        break
      case "tool-input-start":
        this.#pieced.add(part.id)
        this.#count(part.toolName, PART_CHARACTERS)
        break
      case "tool-call":
        if (!this.#pieced.delete(part.toolCallId)) this.#count(part.toolName + part.input, PART_CHARACTERS)
        break
      case "text-start":
      case "reasoning-start":
        this.#count("", PART_CHARACTERS)
    }
  }

  /** What is new since it was told last, if that is much or long ago. */
  news(): ModelPart | undefined {
    if (this.tokens === this.#told) return undefined
    const now = performance.now()
    if (this.tokens < this.#told + NEWS_TOKENS && now < this.#toldAt + NEWS_MS) return undefined
    this.#told = this.tokens
    this.#toldAt = now
    return { type: "progress", tokens: this.tokens }
  }

  #count(words: string, beside: number): void {
    this.tokens += tokensIn(words)
    this.#characters += words.length + beside
    if (this.#characters <= this.#most) return
    throw tooLong(`Model ${this.#source.modelId} sent a reply of more than ${this.#most} characters`)
  }
}
