import { createHash } from "node:crypto"
import type { ToolCall } from "../../protocol/log/message.ts"
import type { Model, ModelPart, ModelReply, ModelRequest } from "../seam/model.ts"
import { wrapModel } from "../seam/wrap-model.ts"
import type { RehearsalLine } from "./rehearsal-file.ts"
import { RehearsalMismatchError } from "./rehearsal-mismatch.ts"
import { WorkspacePath } from "./workspace-path.ts"

/** The same model; each whole reply goes to `sink` before its `end` part is passed on. */
export function recorded(model: Model, sink: (line: RehearsalLine) => void, workspace: string): Model {
  const path = new WorkspacePath(workspace)
  return wrapModel(model, async function* (request, signal) {
    let reply = NOTHING
    for await (const part of model.stream(request, signal)) {
      reply = addPart(reply, part)
      if (part.type === "end") sink(toLine(request, reply, path))
      yield part
    }
  })
}

const NOTHING: ModelReply = { text: "", calls: [], usage: { prompt: 0, completion: 0, cached: 0 }, finish: "other" }

function addPart(reply: ModelReply, part: ModelPart): ModelReply {
  switch (part.type) {
    case "text":
      return { ...reply, text: reply.text + part.delta }
    case "call":
      return { ...reply, calls: [...reply.calls, part.call] }
    case "opaque":
      return { ...reply, opaque: [...(reply.opaque ?? []), part.part] }
    case "progress":
      return reply
    case "retry":
      return NOTHING
    case "end":
      return { ...reply, usage: part.usage, finish: part.finish }
  }
}

function toLine(request: ModelRequest, reply: ModelReply, path: WorkspacePath): RehearsalLine {
  const { key, control } = request.purpose
  const calls = reply.calls.map((call) => withArguments(call, path.hideInJson(call.arguments)))
  return {
    key,
    control,
    prompt_digest: digestPrompt(request, path),
    choice: request.choice,
    // What only the provider understands is of no use to a rehearsal.
    reply: { text: path.hide(reply.text), calls, usage: reply.usage, finish: reply.finish },
  }
}

function withArguments(call: ToolCall, text: string): ToolCall {
  return { id: call.id, name: call.name, arguments: text }
}

function digestPrompt({ messages, tools }: ModelRequest, path: WorkspacePath): string {
  const prompt = path.hideInJson(
    JSON.stringify({ messages, tools }, (_key, value) => (value instanceof Uint8Array ? undefined : value)),
  )
  return createHash("sha256").update(prompt).digest("hex").slice(0, 16)
}

/** A model that says again what was recorded. */
export interface RehearsalModel extends Model {
  /** Lines that nobody asked for: the run took another path than the recorded one. */
  unused(): readonly RehearsalLine[]
}

/** Who plays the recording, and who hears of differences. */
export type RehearsalOptions = {
  /** Told once per key whose prompt differs from the recorded one. */
  readonly onWarning?: (warning: string) => void
  /** The id of the model that was recorded. */
  readonly model?: string
  readonly contextWindow?: number
}

/**
 * Plays a recording in `workspace`. Strict: throws `RehearsalMismatchError` for a key or control that was not recorded.
 * A key may be asked again; if it was recorded more than once, its last reply counts.
 */
export function rehearsal(
  lines: readonly RehearsalLine[],
  workspace: string,
  options: RehearsalOptions = {},
): RehearsalModel {
  const path = new WorkspacePath(workspace)
  const played = new Set<string>()
  const warned = new Set<string>()

  function answer(request: ModelRequest): ModelReply {
    const line = findLine(lines, request)
    played.add(nameOf(line))
    if (line.prompt_digest !== digestPrompt(request, path) && !warned.has(line.key)) {
      warned.add(line.key)
      options.onWarning?.(
        `The prompt at "${line.key}" is not the recorded one; its recorded reply is used all the same.`,
      )
    }
    const calls = line.reply.calls.map((call) => withArguments(call, path.showInJson(call.arguments)))
    return { ...line.reply, text: path.show(line.reply.text), calls }
  }

  return {
    id: options.model ?? "rehearsal:recorded",
    contextWindow: options.contextWindow ?? 128_000,
    unused: () => lines.filter((line) => !played.has(nameOf(line))),
    async *stream(request, signal) {
      signal.throwIfAborted()
      yield* partsOf(answer(request))
    },
  }
}

function findLine(lines: readonly RehearsalLine[], { purpose }: ModelRequest): RehearsalLine {
  const line = lines.findLast(({ key, control }) => key === purpose.key && control === purpose.control)
  if (line) return line
  throw new RehearsalMismatchError(purpose, lines)
}

function nameOf({ key, control }: RehearsalLine): string {
  return JSON.stringify([key, control])
}

function* partsOf(reply: ModelReply): Generator<ModelPart> {
  if (reply.text !== "") yield { type: "text", delta: reply.text }
  for (const call of reply.calls) yield { type: "call", call }
  yield { type: "end", usage: reply.usage, finish: reply.finish }
}
