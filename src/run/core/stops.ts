import type { Language } from "../../protocol/log/environment.ts"
import { KeelsonError } from "../../protocol/log/keelson-error.ts"
import type { OpenQuestion } from "../../protocol/log/run.ts"
import { isNamedSo } from "../../protocol/zod/same-class.ts"
import { say } from "../../text/words/words.ts"

/* Ways in which a run stops short. They are control flow, not faults: `run-strategy.ts` alone catches them. */

/** A limit would be passed by the next spend, so it is not made. */
export class BudgetExceeded extends Error {
  readonly limit: string
  readonly used: number
  readonly allowed: number
  constructor(limit: string, used: number, allowed: number) {
    super(`${limit}: ${used} of ${allowed} used`)
    this.name = "BudgetExceeded"
    this.limit = limit
    this.used = used
    this.allowed = allowed
  }
}

/** Somebody ended the run: cancel, Ctrl-C, SIGTERM. */
export class RunCancelled extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = "RunCancelled"
  }
}

/** This process stops carrying the run out; nothing is recorded, so that anybody may take it up where it is. */
export class RunDetached extends KeelsonError {
  override name = "RunDetached"
  constructor(runId: string) {
    super("shutting_down", "unavailable", `This process no longer carries run ${runId} out; it can be resumed.`)
  }
}

/** The run can't go on before these questions are answered; nobody is here to ask. */
export class RunWaiting extends Error {
  readonly questions: readonly OpenQuestion[]
  constructor(questions: readonly OpenQuestion[]) {
    super(`waiting for ${questions.length} answer(s)`)
    this.name = "RunWaiting"
    this.questions = questions
  }
}

/** Somebody removed the folder that the run works in: nothing of its work is left, and nothing can follow. */
export class WorkspaceGone extends Error {
  readonly folder: string
  constructor(folder: string) {
    super(`The workspace ${folder} is gone.`)
    this.name = "WorkspaceGone"
    this.folder = folder
  }
}

/** The model did not give the structure that was asked for, however often it was told what is wrong. */
export class ControlFailed extends Error {
  readonly control: string
  readonly issues: readonly string[]
  constructor(language: Language, control: string, tries: number, issues: readonly string[]) {
    super(say(language, tries === 1 ? "control.failed_once" : "control.failed", control, tries))
    this.name = "ControlFailed"
    this.control = control
    this.issues = issues
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isNamedSo(value, "ControlFailed", "control")
  }
}
