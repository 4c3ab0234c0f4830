/** The same key was written before with another record: code and log disagree. */
export class KeyConflictError extends Error {
  readonly key: string
  constructor(runId: string, key: string) {
    super(`Run ${runId} already has another record under the key "${key}".`)
    this.name = "KeyConflictError"
    this.key = key
  }
}

/** Another process has claimed the run since; this one may not write any more. */
export class LeaseLostError extends Error {
  constructor(runId: string) {
    super(`Another process took over run ${runId}; this one stops without writing.`)
    this.name = "LeaseLostError"
  }
}

/** The run is being carried out elsewhere. */
export class RunBusyError extends Error {
  constructor(runId: string, holder: string) {
    super(
      `Run ${runId} is already being carried out by ${holder}. Wait for it, or stop it with: keelson cancel ${runId}`,
    )
    this.name = "RunBusyError"
  }
}

/** Another run writes in the same folder. */
export class WorkspaceBusyError extends Error {
  constructor(workspace: string, runId: string) {
    super(`Run ${runId} is writing in ${workspace}. Wait for it, or stop it with: keelson cancel ${runId}`)
    this.name = "WorkspaceBusyError"
  }
}

export class RunNotFoundError extends Error {
  constructor(runId: string) {
    super(`There is no run "${runId}". See the list with: keelson runs`)
    this.name = "RunNotFoundError"
  }
}

/** The log was written by a newer Keelson, or is damaged. */
export class LogUnreadableError extends Error {
  constructor(what: string) {
    super(what)
    this.name = "LogUnreadableError"
  }
}

/** The place where runs are kept cannot be used at all; the message is one line that says what to do about it. */
export class StoreUnusableError extends Error {
  readonly path: string
  constructor(path: string, problem: string, remedy: string) {
    super(`Cannot use the run store ${path}: ${problem}. ${remedy}`)
    this.name = "StoreUnusableError"
    this.path = path
  }
}
