import type { Model, ModelPart, ModelRequest } from "../../model/seam/model.ts"
import { ModelError } from "../../model/seam/model-error.ts"
import type { Usage } from "../../protocol/log/usage.ts"
import { diceFor } from "./dice.ts"
import type { Persona, Saying } from "./persona.ts"
import { replyTo } from "./reply.ts"
import type { Solver } from "./solver.ts"
import { completionOf, PromptMeter } from "./usage.ts"

/** Who is simulated: what it has in its head, how it errs, and its luck. */
export type SimulatedOptions = {
  readonly solver: Solver
  readonly persona: Persona
  /** The same seed, the same luck. */
  readonly seed: number
  readonly contextWindow?: number
}

/** What a simulated model was asked, in figures. */
export type Spent = Usage & { readonly calls: number }

/** A model that works by what it is shown; `spent` counts what that took. */
export interface SimulatedModel extends Model {
  readonly spent: Spent
}

/**
 * A model that does a piece of work as its solver would, through whatever it is asked: free replies with tools, and controls
 * by their schemas. It keeps nothing in mind between two requests, so what its prompts don't show it does not know.
 */
export function simulatedModel({ solver, persona, seed, contextWindow = 128_000 }: SimulatedOptions): SimulatedModel {
  const window = Math.min(contextWindow, persona.contextWindow ?? contextWindow)
  const meter = new PromptMeter()
  const asked = new Map<string, number>()
  const spent = { calls: 0, prompt: 0, completion: 0, cached: 0 }
  return {
    id: `simulated:${persona.name}`,
    contextWindow: window,
    spent,
    async *stream(request, signal) {
      signal.throwIfAborted()
      spent.calls++
      const dice = diceFor(`${seed}/${persona.name}/${nthAsk(asked, request)}`)
      const fault = persona.fault?.(dice)
      if (fault) throw fault
      const { prompt, cached } = meter.promptOf(request)
      if (prompt > window) throw tooLong(prompt, window)
      const saying = replyTo(request, { solver, persona, dice })
      const usage = { prompt, cached, completion: completionOf(saying) }
      spent.prompt += prompt
      spent.cached += cached
      spent.completion += usage.completion
      yield* spoken(saying, usage, spent.calls)
    },
  }
}

/** Which question it is, and which time it is asked: never the order in which branches come. */
function nthAsk(asked: Map<string, number>, { purpose: { key } }: ModelRequest): string {
  const times = (asked.get(key) ?? 0) + 1
  asked.set(key, times)
  return `${key}/${times}`
}

function tooLong(prompt: number, window: number): ModelError {
  return new ModelError("overflow", `The prompt has ${prompt} tokens; the window has ${window}.`, {
    sizes: { prompt, window },
  })
}

function* spoken({ text, calls }: Saying, usage: Usage, nth: number): Generator<ModelPart> {
  if (text !== "") yield { type: "text", delta: text }
  for (const [index, call] of calls.entries()) yield { type: "call", call: { ...call, id: `call-${nth}-${index + 1}` } }
  yield { type: "end", usage, finish: calls.length > 0 ? "calls" : "stop" }
}
