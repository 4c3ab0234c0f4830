import type { Candidate } from "../../candidates/race.ts"
import type { Config } from "../../config.ts"
import { requireStrategy } from "../../host/strategies.ts"
import { UsageError } from "../terminal/failure.ts"

/** More copies of a folder than this nobody means. */
const MOST = 16

type Wish = { readonly bestOf?: number | undefined; readonly candidates?: string | undefined }

/** Who tries: one model several times, or models (`provider:name`) and strategies that are named. Throws `UsageError`. */
export function namedCandidates({ bestOf, candidates }: Wish, config: Config): Candidate[] {
  if (bestOf !== undefined && candidates !== undefined)
    throw new UsageError("give --best-of or --candidates, not both: candidates are one try each.")
  const names =
    candidates
      ?.split(",")
      .map((name) => name.trim())
      .filter(Boolean) ?? []
  const count = bestOf ?? names.length
  if (count < 2 || count > MOST)
    throw new UsageError(`${bestOf === undefined ? "--candidates" : "--best-of"}: from 2 to ${MOST} can try.`)
  const { strategy } = config
  if (bestOf !== undefined)
    return Array.from({ length: count }, (_, index) => ({
      ...{ job: "", repeat: index + 1, model: modelOf(config), strategy, name: `try ${index + 1}` },
    }))
  return names.map((name, index) => {
    const isModel = name.includes(":")
    if (!isModel) requireStrategy(name, config)
    const own = isModel ? { model: name, strategy } : { model: modelOf(config), strategy: name }
    return { job: "", repeat: index + 1, name, ...own }
  })
}

function modelOf({ model }: Config): string {
  if (model !== undefined) return model
  throw new UsageError(
    "no model: name one with --model, or candidates that are models; keelson models lists the providers.",
  )
}
