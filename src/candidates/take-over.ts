import { z } from "zod"
import type { Strategy } from "../run/strategy.ts"

/** How the candidate that is taken ended. */
const ended = z.discriminatedUnion("status", [
  z.object({ status: z.literal("done") }),
  z.object({ status: z.literal("incomplete"), limit: z.string(), reason: z.string() }),
  z.object({ status: z.literal("failed"), reason: z.string() }),
])

const taken = z.object({
  /** Its copy of the workspace. */
  from: z.string(),
  changes: z.array(z.object({ path: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  /** Its answer, and what is said of the choice. */
  answer: z.string(),
  ended,
})
export type TakenCandidate = z.infer<typeof taken>

/** Under this name a folder's list of runs has it. */
export const BEST_OF = "best-of"

/**
 * The last step of several candidates: the one that was chosen is put into the folder. Asks no model.
 *
 *   take_changes ─▶ the project's checks ─▶ the candidate's answer, and how it was chosen
 */
export const takeOver: Strategy<TakenCandidate> = {
  name: BEST_OF,
  summary: "Takes over what the best of several candidates changed.",
  settings: taken,
  stages: ["round"],

  async run(run, { from, changes, answer, ended }) {
    run.summariseWith(async () => ({ layer: "closing", text: answer, highlights: [] }))
    await run.enter("EXECUTING")
    if (changes.length > 0) {
      const title = run.environment.language === "zh" ? "采用最好的一个" : "Take over the best one"
      const { value } = await run.stage({ kind: "round", name: "round-1", title }, async (here) => {
        const task = {
          id: 1,
          tool: "take_changes",
          arguments: { from, changes: [...changes] },
          depends_on: [],
          why: "",
        }
        const { outcomes } = await here.execute([task])
        const failed = outcomes.find(({ status }) => status !== "done")
        return { status: failed ? "failed" : "done", summary: failed?.text ?? "", value: failed }
      })
      if (value) return { kind: "failed", reason: value.text, isFinal: true }
    }
    const { status, ...rest } = ended
    if (status === "incomplete") return { kind: "incomplete", ...(rest as { limit: string; reason: string }) }
    return status === "failed" ? { kind: "failed", ...(rest as { reason: string }) } : { kind: "done" }
  },
}
