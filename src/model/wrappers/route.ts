import type { LearnedFact, Model, ModelRequest } from "../seam/model.ts"
import { ModelError, type ModelErrorKind } from "../seam/model-error.ts"
import { wrapModel } from "../seam/wrap-model.ts"

/** The main model, with others that answer some controls in its place. What a run records is the main one's. */
export function routed(main: Model, byControl: Readonly<Record<string, Model>>): Model {
  const forControl = (control: string) => byControl[control] ?? main.forControl?.(control) ?? main
  const stream: Model["stream"] = (request, signal) => forControl(request.purpose.control).stream(request, signal)
  const prepare = () => prepareAll([main, ...Object.values(byControl)])
  return Object.defineProperties(wrapModel(main, stream), {
    forControl: { value: forControl },
    prepare: { value: prepare },
  })
}

/** When to ask a model again that gave up; the clock is passed in so that tests need not wait. */
export type FallbackSettings = { readonly restMs: number; readonly now: () => number }

/** A model that gave up has been tried for a minute already; asking it first each time would cost that minute again. */
const DEFAULT_FALLBACK: FallbackSettings = { restMs: 5 * 60_000, now: () => performance.now() }

/** The request itself is at fault, or there is an answer to it on the ladder: another model is not asked. */
const NOT_GIVEN_UP: ReadonlySet<ModelErrorKind> = new Set(["unsupported", "refused", "overflow"])

/**
 * The same model; when it gives up, the request goes to the fallback, announced by a `retry` part. For a while the fallback
 * is then asked first, so traits, window and learning are those of whoever is asked.
 */
export function withFallback(model: Model, fallback: Model, settings: Partial<FallbackSettings> = {}): Model {
  const { restMs, now } = { ...DEFAULT_FALLBACK, ...settings }
  let restsUntil = 0
  const asked = () => (now() < restsUntil ? fallback : model)
  const stream: Model["stream"] = async function* (request, signal) {
    let fault: ModelError | undefined
    if (asked() === model) {
      try {
        yield* model.stream(hurried(request), signal)
        return
      } catch (error) {
        signal.throwIfAborted()
        if (!isGivenUp(error)) throw error
        fault = error
        restsUntil = now() + restMs
        yield { type: "retry", reason: `${error.message} ${fallback.id} is asked instead.`, waitMs: 0, error }
      }
    }
    try {
      yield* fallback.stream(request, signal)
    } catch (error) {
      throw fault && isGivenUp(error) ? both(error, fault) : error
    }
  }
  return Object.defineProperties(wrapModel(model, stream), {
    traits: { get: () => asked().traits },
    contextWindow: { get: () => asked().contextWindow },
    standIn: { get: () => (asked() === model ? undefined : fallback) },
    learn: { get: () => asked().learn },
    prepare: { value: () => prepareAll([model, fallback]) },
  })
}

/** Nobody waits for the first one as long as a run has time. */
function hurried({ patience, ...request }: ModelRequest): ModelRequest {
  return patience ? { ...request, patience: patience.hurried() } : request
}

/** Each keeps for itself what it is told; the first one's word is passed on. */
async function prepareAll(models: readonly Model[]): Promise<LearnedFact> {
  const told = await Promise.all([...new Set(models)].map((model) => model.prepare?.()))
  return told[0] ?? {}
}

function isGivenUp(error: unknown): error is ModelError {
  return error instanceof ModelError && !NOT_GIVEN_UP.has(error.kind)
}

function both(error: ModelError, before: ModelError): ModelError {
  return new ModelError(error.kind, `${error.message} Before that: ${before.message}`, error)
}
