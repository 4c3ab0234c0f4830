import type { Model } from "../../model/seam/model.ts"
import { wrapModel } from "../../model/seam/wrap-model.ts"
import type { Environment } from "../../protocol/log/environment.ts"
import type { Tally } from "./tally.ts"

/** The model's window as a run begins with it, and who says so. */
export function windowOf({ contextWindow, givenWindow, isWindowAssumed }: Model): Environment["context_window"] {
  const from = givenWindow === undefined ? (isWindowAssumed ? "assumed" : "known") : "given"
  return { tokens: contextWindow, from }
}

type Windowed = { readonly environment: Pick<Environment, "context_window">; readonly tally: Tally }

/**
 * The same model with its run's window: as the user gave it when the run began, whoever goes on with it, and never more than the endpoint
 * was found to take.
 */
export function withRunWindow(model: Model, { environment, tally }: Windowed): Model {
  const { tokens, from } = environment.context_window ?? {}
  const given = from === "given" ? tokens : undefined
  const window = () =>
    model.standIn?.contextWindow ??
    Math.min(given ?? model.contextWindow, tally.view.learnedWindow ?? Number.POSITIVE_INFINITY)
  const wrapped = Object.defineProperties(
    wrapModel(model, (request, signal) => model.stream(request, signal)),
    { contextWindow: { get: window } },
  )
  const { forControl } = model
  if (!forControl) return wrapped
  const answering = (control: string) => {
    const other = forControl(control)
    return other.id === model.id ? wrapped : other
  }
  return Object.defineProperty(wrapped, "forControl", { value: answering })
}
