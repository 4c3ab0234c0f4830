import { KeelsonError } from "../protocol/log/keelson-error.ts"
import type { RunState } from "../protocol/log/outcome.ts"
import type { MissingPart } from "./run-store.ts"

/** The same key was written before with another record: code and log disagree. */
export class KeyConflictError extends KeelsonError {
  override name = "KeyConflictError"
  readonly key: string
  constructor(runId: string, key: string) {
    super("key_conflict", "fault", `Run ${runId} already has another record under the key "${key}".`)
    this.key = key
  }
}

/** Another process has claimed the run since; this one may not write any more. */
export class LeaseLostError extends KeelsonError {
  override name = "LeaseLostError"
  constructor(runId: string) {
    super("lease_lost", "lost", `Another process took over run ${runId}; this one stops without writing.`)
  }
}

/** The run has ended, so it asks nothing and takes no answer. Resumed, it asks again. */
export class RunEndedError extends KeelsonError {
  override name = "RunEndedError"
  constructor(runId: string, state: RunState) {
    const ended = `Run ${runId} has ended (${state.toLowerCase()}): it asks nothing any more, and takes no answer.`
    super("run_ended", "conflict", ended, state === "DONE" ? undefined : { remedy: "ask_again", runId })
  }
}

/** The run is being carried out elsewhere. */
export class RunBusyError extends KeelsonError {
  override name = "RunBusyError"
  constructor(runId: string, holder: string) {
    const message = `Run ${runId} is already being carried out by ${holder}.`
    super("busy", "conflict", message, { remedy: "cancel", runId })
  }
}

/** Another run writes in the same folder: which one, where that may be known. */
export class WorkspaceBusyError extends KeelsonError {
  override name = "WorkspaceBusyError"
  readonly workspace: string
  readonly runId: string | undefined
  constructor(workspace: string, runId?: string) {
    const who = runId === undefined ? "Another run" : `Run ${runId}`
    super(
      "busy",
      "conflict",
      `${who} is writing in ${workspace}.`,
      runId === undefined ? undefined : { remedy: "cancel", runId },
    )
    this.workspace = workspace
    this.runId = runId
  }
}

/** A new run was to have the id of another one. */
export class RunExistsError extends KeelsonError {
  override name = "RunExistsError"
  constructor(runId: string) {
    super("run_exists", "conflict", `There is a run "${runId}" already; a new run needs an id of its own.`)
  }
}

/** There is no run of that id in the store. */
export class RunNotFoundError extends KeelsonError {
  override name = "RunNotFoundError"
  constructor(runId: string) {
    super("not_found", "missing", `There is no run "${runId}".`, { remedy: "list" })
  }
}

/** The log was written by a newer Keelson, or is damaged. */
export class LogUnreadableError extends KeelsonError {
  override name = "LogUnreadableError"
  constructor(what: string) {
    super("log_unreadable", "unavailable", what)
  }
}

/** The place where runs are kept cannot be used at all; the message is one line that says what to do about it. */
export class StoreUnusableError extends KeelsonError {
  override name = "StoreUnusableError"
  readonly path: string
  /** What is wrong, in a few words. */
  readonly problem: string
  constructor(path: string, problem: string, remedy: string) {
    super("store_unusable", "unavailable", `Cannot use the run store ${path}: ${problem}. ${remedy}`)
    this.path = path
    this.problem = problem
  }
}

/** Another process is writing; it may be done in a moment. */
export class StoreLockedError extends StoreUnusableError {
  override name = "StoreLockedError"
  constructor(
    path: string,
    problem = "another process keeps it locked",
    remedy = "Try again; if it stays so, end that process.",
  ) {
    super(path, problem, remedy)
  }
}

/** The database does not answer; it may in a moment, and what was sent to it last may have been done. */
export class StoreUnreachableError extends StoreLockedError {
  override name = "StoreUnreachableError"
  constructor(path: string) {
    super(path, "it does not answer", "See whether the server runs, and whether its address is right.")
  }
}

/** The log of a run lacks what was written for good: what it did there would be done again. */
export class LogCutError extends KeelsonError {
  override name = "LogCutError"
  constructor({ runId, kept, written }: MissingPart) {
    super(
      "log_cut",
      "conflict",
      `The log of run ${runId} was cut or rolled back: it ends with entry ${kept}, and ${written} were written. What the run did after that is not known here and would be done a second time. Start its request anew.`,
    )
  }
}

/** A lease that can't be given back ends by itself. */
export function ignoreUnusable(error: unknown): void {
  if (!(error instanceof StoreUnusableError)) throw error
}
