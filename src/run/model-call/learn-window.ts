import type { Model } from "../../model/seam/model.ts"
import type { ModelError } from "../../model/seam/model-error.ts"
import { factKey } from "../../protocol/log/key.ts"
import type { RunParts } from "../core/run-parts.ts"
import { modelFor } from "./call-model.ts"
import { inOwnTokens } from "./context-size.ts"

/** A prompt that was refused as too long, and what its size was estimated at. */
export type RefusedPrompt = { readonly key: string; readonly control: string; readonly estimated: number }

/** What an endpoint refused teaches what fits, told or not; from then on the run goes by that. */
export async function learnWindow(
  parts: RunParts,
  { key: place, control, estimated }: RefusedPrompt,
  sizes: ModelError["sizes"],
): Promise<void> {
  const model = modelFor(parts, control)
  const tokens = sizes?.window ?? Math.floor(UNTOLD_SHARE * inOwnTokens(parts, estimated))
  const prompt = sizes?.prompt === undefined ? {} : { prompt: sizes.prompt }
  const key = factKey(place, "window.learned")
  const before = windowBefore(parts, model)
  if (model.id !== parts.model.id || tokens >= before || parts.journal.find(key)) return
  const learned = { type: "window.learned", model: model.id, tokens, before, ...prompt, estimated } as const
  await parts.journal.record(key, learned)
}

/** What the run went by. A model that remembers what its endpoint says knows better by now; the run and its user have yet to be told. */
function windowBefore({ environment, tally }: RunParts, { standIn, contextWindow }: Model): number {
  const recorded = tally.view.learnedWindow ?? environment.context_window?.tokens ?? 0
  return standIn ? contextWindow : Math.max(contextWindow, recorded)
}

/** Of a prompt that was too long, where nobody says for what. */
const UNTOLD_SHARE = 0.9
