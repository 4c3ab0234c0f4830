import { z } from "zod"

/** Where a run is. The last five are ends; WAITING pauses until somebody answers. */
export const RunState = z.enum([
  "INTAKE",
  "PLANNING",
  "EXECUTING",
  "VERIFYING",
  "RECOVERING",
  "WAITING",
  "DONE",
  "INCOMPLETE",
  "FAILED",
  "BLOCKED",
  "CANCELLED",
])
export type RunState = z.infer<typeof RunState>

/** Why a run came to its end; every end also carries a summary (see `summary.made`). */
export const Outcome = z.discriminatedUnion("status", [
  z.object({
    status: z.literal("done"),
    verified: z.boolean(),
    /** By what it is verified: "51 passing tests and lint". */
    proof: z.string().optional(),
    /** What is not green and does not count, as clauses: "red as before: lint", "could not run: types (…)". */
    except: z.array(z.string()).optional(),
    /** What stands beside it in the first line: what could not be compared and why, tests that were removed, flaky ones. */
    notes: z.array(z.string()).optional(),
  }),
  z.object({
    status: z.literal("incomplete"),
    limit: z.string(),
    reason: z.string(),
    /** What the request asks for and is not done, where that is known; and what was refused. */
    missing: z.array(z.string()).optional(),
    refused: z.array(z.string()).optional(),
  }),
  z.object({ status: z.literal("failed"), reason: z.string() }),
  /** `key`: where code and log disagree, if that is what blocks it; the run can be forked there. */
  z.object({ status: z.literal("blocked"), reason: z.string(), key: z.string().optional() }),
  z.object({ status: z.literal("cancelled"), reason: z.string() }),
])
export type Outcome = z.infer<typeof Outcome>
/** How a run stands when it is looked at: its end, or that it waits for an answer. */
export type OutcomeStatus = Outcome["status"] | "waiting"

const END_STATE = {
  done: "DONE",
  incomplete: "INCOMPLETE",
  failed: "FAILED",
  blocked: "BLOCKED",
  cancelled: "CANCELLED",
  waiting: "WAITING",
} as const satisfies Record<OutcomeStatus, RunState>

const EXIT_CODE = {
  done: 0,
  failed: 1,
  waiting: 3,
  incomplete: 4,
  blocked: 5,
  cancelled: 130,
} as const satisfies Record<OutcomeStatus, number>

/** The state that a run is in after such an end. */
export function endState(status: OutcomeStatus): RunState {
  return END_STATE[status]
}

/** What a state says of how a run came out. */
export function outcomeIn(state: RunState): OutcomeStatus | "running" {
  const statuses = Object.keys(END_STATE) as OutcomeStatus[]
  return statuses.find((status) => END_STATE[status] === state) ?? "running"
}

/** The process exit code that tells a script how the run ended; 2 (usage or config) means no run was made. */
export function exitCode(status: OutcomeStatus | "running"): number {
  return EXIT_CODE[status === "running" ? "waiting" : status]
}

/** Whether nothing happens any more in this state unless somebody resumes the run. */
export function isEnd(state: RunState): boolean {
  return (
    state === "DONE" || state === "INCOMPLETE" || state === "FAILED" || state === "BLOCKED" || state === "CANCELLED"
  )
}
