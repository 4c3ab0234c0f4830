import type { Language } from "../../protocol/log/environment.ts"
import type { LiveEvent } from "../../protocol/log/event.ts"
import { type Dictionary, speaker } from "./dictionary.ts"
import { amount, percent } from "./units.ts"

type Progress = Extract<LiveEvent, { type: "model.progress" }>

/** What is said of a call under way. */
export const CALL_WORDS = {
  reads: ["the model reads the prompt: {} of {} tokens", "模型正在读取提示：{}，共 {} token"],
  begins: ["the model answers: {} tokens", "模型正在回答：{} token"],
  writes: ["the model answers: {} tokens, {} a second", "模型正在回答：{} token，每秒 {} token"],
} as const satisfies Dictionary

const say = speaker(CALL_WORDS)

/** How far a call has come, in words. */
export function progressWords({ tokens, per_second, prompt }: Progress, language: Language): string {
  if (prompt && tokens === 0) {
    return say(language, "reads", percent(prompt.of > 0 ? prompt.read / prompt.of : 0), amount(prompt.of))
  }
  if (per_second === 0) return say(language, "begins", amount(tokens))
  return say(language, "writes", amount(tokens), per_second < 10 ? per_second.toFixed(1) : amount(per_second))
}
