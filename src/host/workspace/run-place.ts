import type { RecordedRun } from "../recorded-run.ts"
import type { Surroundings } from "../surroundings.ts"

/** Where it works; of a run with a source, a folder that is made by whoever carries it out. */
export async function placeFor(
  { header, source, environment: { workspace } }: RecordedRun,
  at: Surroundings,
  mayWork: boolean,
) {
  if (!source) return { workspace, clear: async () => {} }
  const { movingRun, storedRun } = await import("./moving-run.ts")
  return mayWork ? movingRun(at.store, header.id, source, at.mayPush) : storedRun(at.store, header.id)
}
