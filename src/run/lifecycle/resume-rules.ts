import type { Environment, Price } from "../../protocol/log/environment.ts"
import type { Limits } from "../../protocol/log/limits.ts"
import type { RunView } from "../../view/run-view.ts"

/** What a resumed run gets anew; everything else stays as it was recorded. */
export type ResumeOptions = {
  readonly limits?: Partial<Limits>
  readonly model?: string
  readonly endpoint?: string | null
  /** The new model's window. */
  readonly window?: Environment["context_window"]
  /** What the new model costs; without it a change of model makes costs unknown. */
  readonly price?: Price | null
  /**
   * Goes on as it was left, as after an answer: a cancellation that nobody heeded ends it, and one that has ended is refused
   * (`RunEndedError`). Else whoever resumes a run has changed their mind.
   */
  readonly asLeft?: boolean
}

/** The environment of the next epoch. */
export function reopenedEnvironment(environment: Environment, options: ResumeOptions): Environment {
  const { limits = {}, model = environment.model, endpoint = environment.endpoint } = options
  const known = model === environment.model ? environment.price : null
  return {
    ...environment,
    limits: { ...environment.limits, ...limits },
    model,
    ...(model === environment.model ? {} : { context_window: options.window }),
    endpoint,
    price: options.price ?? known,
  }
}

/** Why a run can't be taken up like this, as the end of a sentence about it; `undefined` if it can. */
export function whyNotResumed(view: RunView, strategy: string, options: ResumeOptions): string | undefined {
  if (!view.environment) return "stopped before its first entry was written; start it again."
  if (view.state === "DONE") return "is done; there is nothing to resume."
  if (view.strategy !== strategy) return `was started with the strategy "${view.strategy}", not with "${strategy}".`
  return spentLimit(view, options) ?? uncountableCost(view, view.environment, options)
}

function spentLimit(view: RunView, { limits = {} }: ResumeOptions): string | undefined {
  const spent = view.outcome?.status === "incomplete" ? view.limits.at(-1) : undefined
  if (!spent || !(spent.limit in (view.environment?.limits ?? {}))) return undefined
  const given = limits[spent.limit as keyof Limits]
  if (given !== undefined && (given === null || given > spent.allowed)) return undefined
  return `was ended by ${spent.limit} (${spent.used} of ${spent.allowed}). Give it a higher limit to go on.`
}

/** A limit on money is kept or refused, never forgotten. */
function uncountableCost(view: RunView, environment: Environment, options: ResumeOptions): string | undefined {
  const { limits, price, model } = reopenedEnvironment(environment, options)
  if (limits.max_cost === null) return undefined
  if (price === null) return `can't go on so: max_cost can't be enforced, because the price of ${model} is not known.`
  return view.usage.cost === null
    ? "can't go on so: max_cost can't be enforced, because what was spent so far is not known."
    : undefined
}
