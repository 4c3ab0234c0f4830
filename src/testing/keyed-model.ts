import type { Model } from "../model/seam/model.ts"
import { type ScriptLine, speak } from "./script-line.ts"

/** A model whose answer depends on who asks, not on when: for branches side by side and for calls asked again. */
export interface KeyedModel extends Model {
  /** The keys in the order they were asked. */
  readonly asked: string[]
}

/**
 * Answers by `request.purpose.key`. The same key gets the same line again; a list gives one line for each ask and then
 * repeats its last. An unknown key throws, naming the key.
 */
export function keyedModel(lines: Readonly<Record<string, ScriptLine | readonly ScriptLine[]>>): KeyedModel {
  const asked: string[] = []
  return {
    id: "keyed:model",
    contextWindow: 128_000,
    asked,
    async *stream(request, signal) {
      signal.throwIfAborted()
      const { key, control } = request.purpose
      const before = asked.filter((other) => other === key).length
      asked.push(key)
      const line = lineAt(lines[key], before)
      if (line === undefined) {
        throw new Error(`No line for key "${key}" (control ${control}); there are: ${Object.keys(lines).join(", ")}.`)
      }
      yield* speak(line, request, (index) => `${key}/call-${index + 1}`)
    },
  }
}

function lineAt(lines: ScriptLine | readonly ScriptLine[] | undefined, asked: number): ScriptLine | undefined {
  return isList(lines) ? lines[Math.min(asked, lines.length - 1)] : lines
}

function isList(lines: ScriptLine | readonly ScriptLine[] | undefined): lines is readonly ScriptLine[] {
  return Array.isArray(lines)
}
