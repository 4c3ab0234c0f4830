import type { SettingsReply, StartRequest } from "@keelson/protocol/api.ts"
import type { ApprovalPolicy } from "@keelson/protocol/environment.ts"
import type { Limits } from "@keelson/protocol/limits.ts"

/** What the form holds; limits as they are typed, empty where the default shall hold. */
export type Wish = {
  readonly workspace: string
  readonly strategy: string
  readonly model: string
  readonly approve: ApprovalPolicy
  readonly scope: string
  /** Ask about the plan before anything of it runs. */
  readonly review: boolean
  readonly iterations: string
  readonly calls: string
  readonly minutes: string
  readonly cost: string
}

export function initialWish(settings: SettingsReply): Wish {
  return {
    workspace: settings.workspace,
    strategy: settings.strategy ?? settings.strategies[0]?.name ?? "",
    model: "",
    approve: settings.approve,
    scope: "",
    review: false,
    iterations: "",
    calls: "",
    minutes: "",
    cost: "",
  }
}

/** Only what differs from the server's own settings is sent. */
export function requestOf(request: string, wish: Wish, settings: SettingsReply): StartRequest {
  const scope = wish.scope.split(/[\s,]+/).filter(Boolean)
  const limits = limitsOf(wish)
  return {
    request: request.trim(),
    workspace: wish.workspace,
    strategy: wish.strategy,
    ...(wish.model.trim() === "" ? {} : { model: wish.model.trim() }),
    ...(wish.approve === settings.approve ? {} : { approve: wish.approve }),
    ...(scope.length > 0 ? { scope } : {}),
    ...(wish.review && canReview(settings, wish.strategy) ? { review: true } : {}),
    ...(Object.keys(limits).length > 0 ? { limits } : {}),
  }
}

/** Whether the strategy makes a plan to look at: some decide from call to call. */
export function canReview({ strategies }: SettingsReply, strategy: string): boolean {
  return strategies.find(({ name }) => name === strategy)?.plans ?? false
}

const MINUTE = 60_000

function limitsOf({ iterations, calls, minutes, cost }: Wish): Partial<Limits> {
  return {
    ...(iterations === "" ? {} : { max_iterations: Number(iterations) }),
    ...(calls === "" ? {} : { max_model_calls: Number(calls) }),
    ...(minutes === "" ? {} : { max_time_ms: Number(minutes) * MINUTE }),
    ...(cost === "" ? {} : { max_cost: Number(cost) }),
  }
}
