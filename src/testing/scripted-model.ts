import type { Model, ModelPart, ModelRequest } from "../model/seam/model.ts"
import { clip } from "../text/clip.ts"
import { type ScriptLine, speak } from "./script-line.ts"

/** A model that says its lines in order, strict both ways: no request without a line, no line without a request. */
export class ScriptedModel implements Model {
  readonly id = "scripted:model"
  readonly contextWindow = 128_000
  /** Deep copies, so that later changes to a transcript do not show here. */
  readonly requests: ModelRequest[] = []
  readonly #lines: readonly ScriptLine[]
  #callsMade = 0

  constructor(lines: readonly ScriptLine[]) {
    this.#lines = lines
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart> {
    signal.throwIfAborted()
    const line = this.#lines[this.requests.length]
    this.requests.push(structuredClone(request))
    if (line === undefined) throw new Error(this.#describeSilence(request))
    const callsBefore = this.#callsMade
    for (const part of speak(line, request, (index) => `call-${callsBefore + index + 1}`)) {
      if (part.type === "call") this.#callsMade++
      yield part
    }
  }

  /** Throws if a line was never asked for, naming those that are left. */
  assertFinished(): void {
    const unsaid = this.#lines.slice(this.requests.length)
    if (unsaid.length === 0) return
    throw new Error(`The script has ${unsaid.length} unsaid line(s): ${unsaid.map(describeLine).join(" | ")}`)
  }

  #describeSilence({ purpose, messages }: ModelRequest): string {
    const last = messages.at(-1)
    const said = last ? `${last.role}: ${clip(last.text, 300)}` : "no message"
    const asked = `control ${purpose.control} at "${purpose.key}"`
    return `The script has ${this.#lines.length} line(s), but was asked for one more (${asked}). Last message: ${said}`
  }
}

function describeLine(line: ScriptLine): string {
  if (typeof line === "string") return clip(line, 300)
  if (typeof line === "function") return "a function"
  if (line instanceof Error) return `${line.name}: ${line.message}`
  return clip(JSON.stringify(line), 300)
}
