import type { Model } from "../../src/model/seam/model.ts"
import { type KeyedModel, keyedModel } from "../../src/testing/keyed-model.ts"
import { reply, type ScriptLine } from "../../src/testing/script-line.ts"

export const ring = (name: string): ScriptLine => ({ call: "ring", input: { name } })
export const done = (summary: string): ScriptLine => ({ call: "task_done", input: { summary } })

/** Rings once, then reports. */
export function ringer(): KeyedModel {
  return keyedModel({ "turn-1/reply": ring("a"), "turn-2/reply": done("The bell rang.") })
}

/** Rings so often, then reports; says something on the way, so that there is progress to be seen. */
export function busyRinger(turns: number): KeyedModel {
  const lines = Array.from({ length: turns }, (_, index) => [
    `turn-${index + 1}/reply`,
    reply({ text: `Now bell ${index + 1}.`, calls: [{ call: "ring", input: { name: `n${index + 1}` } }] }),
  ])
  return keyedModel({ ...Object.fromEntries(lines), [`turn-${turns + 1}/reply`]: done("All bells rang.") })
}

/** A model that answers a key only once its gate is opened; it hears when nobody wants the answer any more. */
export function gated(model: Model, key: string): Model & { readonly reached: Promise<void>; open(): void } {
  const gate = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  return {
    id: model.id,
    contextWindow: model.contextWindow,
    reached: reached.promise,
    open: () => gate.resolve(),
    async *stream(request, signal) {
      if (request.purpose.key === key) {
        reached.resolve()
        const stopped = Promise.withResolvers<never>()
        signal.addEventListener("abort", () => stopped.reject(signal.reason), { once: true })
        stopped.promise.catch(() => {})
        await Promise.race([gate.promise, stopped.promise])
      }
      yield* model.stream(request, signal)
    },
  }
}
