import type { CompareReply, CompareRequest } from "../../protocol/api/comparison-api.ts"
import { newRunId } from "../../run/lifecycle/run-id.ts"
import { ApiFailure } from "../http/failure.ts"
import type { Services } from "../services.ts"
import type { TakenRun } from "./run-desk.ts"
import type { WorkFolders } from "./run-host.ts"

type Wish = Omit<CompareRequest, "workspace"> & { readonly workspace: string }
type Begun = { readonly run: TakenRun; readonly strategy: string }

/** Starts the same request under several strategies, side by side, each in a copy of the folder; all of them, or none. */
export async function startComparison(services: Services, { strategies, ...wish }: Wish): Promise<CompareReply> {
  const copies = copiesOf(services)
  const planning = await planningAmong(services, strategies)
  const comparison = { id: newRunId(Date.now()), workspace: wish.workspace }
  const begun: Begun[] = []
  try {
    for (const strategy of strategies) {
      const copy = await copies.make(wish.workspace, comparison.id, strategy)
      // One that makes no plan has none to be looked at.
      const { review, ...rest } = wish
      const own = { ...rest, ...(review && planning.has(strategy) ? { review } : {}), strategy, copy }
      begun.push({ run: await services.desk.start(own, { comparison }), strategy })
    }
  } catch (error) {
    await Promise.allSettled(begun.map(({ run }) => services.desk.cancel(run.id, "the comparison could not be begun")))
    if (begun.length === 0) await copies.remove(wish.workspace, comparison.id)
    throw error
  }
  return { comparison: comparison.id, runs: begun.map(({ run, strategy }) => ({ run_id: run.id, strategy })) }
}

function copiesOf({ host }: Services): WorkFolders {
  if (host.copies && !host.handOver) return host.copies
  const why = host.handOver
    ? "workers on other machines would not have its copies of the folder"
    : "it has no place for copies of folders"
  throw new ApiFailure(409, "conflict", `This server can't compare: ${why}.`, {
    hint: "Start the request once with each strategy and open the runs beside each other, or say keelson compare in the folder.",
  })
}

/** Those that make plans. Throws for a name that nobody has, before anything is copied. */
async function planningAmong({ host }: Services, names: readonly string[]): Promise<ReadonlySet<string>> {
  const { strategies } = await host.settings()
  const unknown = names.find((name) => !strategies.some((known) => known.name === name))
  if (unknown !== undefined) {
    const known = strategies.map(({ name }) => name).join(", ")
    throw new ApiFailure(400, "bad_request", `strategies: there is no strategy "${unknown}".`, {
      hint: `There are: ${known}.`,
    })
  }
  return new Set(strategies.filter(({ plans }) => plans).map(({ name }) => name))
}
