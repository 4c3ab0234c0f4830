import type { Environment } from "../../protocol/log/environment.ts"
import type { LoggedEvent } from "../../protocol/log/event.ts"
import { numberOf } from "../../protocol/log/key.ts"
import { addUsage } from "../../protocol/log/usage.ts"
import type { Lists } from "../lists.ts"
import type { RunView, StageView } from "../run-view.ts"
import { itemsAfter, todosAfter, withWanted } from "./apply-plan.ts"
import { endedProcess, startedProcess, stoppedWithRun } from "./apply-process.ts"
import { approvalAnswered, withoutQuestion, withQuestion } from "./apply-question.ts"
import { endStage, startedStage } from "./apply-stage.ts"
import { addedWord, heardBy } from "./apply-words.ts"
import { endTask, startTask, withChanges, withCheck } from "./apply-work.ts"

/** What one fact changes in the picture of a run. */
export function changeBy(view: RunView, { event, at }: LoggedEvent, lists: Lists): Partial<RunView> {
  switch (event.type) {
    case "run.started":
      return {
        request: event.request,
        ...(event.by === undefined ? {} : { askedBy: event.by }),
        strategy: event.strategy,
        opens: event.stages ?? [],
        environment: event.environment,
        epoch: 1,
        startedAt: at,
      }
    case "run.resumed":
      return reopenedRun(view, event)
    case "source.opened":
      return {
        environment: view.environment && withInstructions(view.environment, event.instructions),
        base: event.commit,
      }
    case "work.delivered": {
      const { type: _type, ...delivered } = event
      return { delivered }
    }
    case "state.changed":
      return { state: event.state }
    case "cancel.requested":
      return { cancelled: event.reason }
    case "limit.reached":
      return { limits: [...view.limits, { limit: event.limit, used: event.used, allowed: event.allowed }] }
    case "summary.made":
      return {
        summary: {
          layer: event.layer,
          text: event.text,
          highlights: event.highlights,
          quality: event.quality ?? null,
          ...(event.answer === undefined ? {} : { answer: event.answer }),
        },
      }
    case "run.ended":
      return {
        outcome: event.outcome,
        message: event.message,
        // An ended run asks nothing; resumed, it asks again.
        questions: [],
        processes: view.processes.map((process) => stoppedWithRun(process, at)),
        ...(event.workspace_gone ? { changes: allGone(view.changes) } : {}),
      }
    case "clarification.asked":
      return withQuestion(view, { kind: "clarification", id: event.question, questions: event.questions })
    case "approval.asked": {
      const { type: _type, question, ...asked } = event
      return withQuestion(view, { kind: "approval", id: question, ...asked })
    }
    case "word.added":
      return { words: [...view.words, addedWord(event, at)] }
    case "words.heard":
      return { words: view.words.map((word) => heardBy(word, event)) }
    case "clarification.answered":
      return withoutQuestion(view, event.question)
    case "approval.answered":
      return approvalAnswered(view, event.question, event.decision)
    case "request.analysed":
      return {
        analysis: event.analysis,
        ...withWanted(view, event.analysis),
        compression: compressionOf(event.structured_tokens, event.raw_tokens),
        ...withSaved(view, "structuring", event.raw_tokens - event.structured_tokens),
      }
    case "phases.planned":
      return { iterations: view.iterations + 1, phases: event.phases }
    case "stage.started":
      return {
        iterations: view.iterations + event.iterations,
        stages: lists.append(view.stages, startedStage(event, at)),
      }
    case "stage.ended":
      return {
        stages: endStage(view.stages, event, at, lists),
      }
    case "judge.ruled":
      return { summaries: lists.append(view.summaries, { stage: event.stage, text: event.verdict.user_summary }) }
    case "task.started":
      return { tasks: startTask(view.tasks, event, at, lists) }
    case "task.ended":
      return {
        tasks: endTask(view.tasks, event, at, lists),
        changes: withChanges(view.changes, event.changes),
      }
    case "process.started":
      return { processes: [...view.processes, startedProcess(event, at)] }
    case "process.ended":
      return { processes: view.processes.map((process) => endedProcess(process, event, at)) }
    case "results.shown":
      return withSaved(view, "digesting", event.left_out ?? 0)
    case "violation.recorded":
      return { violations: view.violations + 1 }
    case "model.called":
      return { lastPrompt: event.usage.prompt, usage: addCall(view.usage, event) }
    case "model.failed":
      return { failedTries: view.failedTries + 1 }
    case "window.learned":
      return { learnedWindow: event.tokens }
    case "reflection.raised":
      return { alarms: view.alarms + 1 }
    case "context.measured":
      return { context: { tokens: event.tokens, limit: event.limit } }
    case "context.compacted":
      return withSaved(view, "compacting", event.before - event.after)
    case "constraints.set": {
      const { type: _type, ...constraints } = event
      return { constraints }
    }
    case "budget.estimated":
      return { estimate: { expected: event.expected, worst: event.worst } }
    case "steps.planned":
      return {
        steps: event.steps,
        cutSteps: cutOf(view, event.generation),
        ...withWanted(view, event),
      }
    case "plan.cut":
      return { cutSteps: { stage: event.stage, dropped: event.dropped } }
    case "todo.changed":
      return { todos: event.todos, ...itemsAfter(view, event) }
    case "strategy.chosen":
      return { chosen: { strategy: event.strategy, reason: event.reason } }
    case "plan.made":
      return withWanted(view, event)
    case "thought.made":
      return { summaries: lists.append(view.summaries, { stage: event.stage, text: event.user_summary }) }
    case "note.made": {
      const { type: _type, ...note } = event
      return { notes: lists.append(view.notes, note) }
    }
    case "gate.ruled": {
      const { type: _, ...gate } = event
      return {
        gate,
        settled: [...view.settled, ...gate.settled],
        todos: todosAfter(view, gate.settled),
        mustPass: view.mustPass.filter((name) => !gate.withdrawn.includes(name)),
      }
    }
    case "checks.found":
      return { knownChecks: event.checks }
    case "check.ended":
      return { checks: withCheck(view, event) }
    case "checkpoint.made":
      return { changes: withChanges(view.changes, event.changes) }
    case "checkpoint.missed":
      return { uncovered: lists.append(view.uncovered, { stage: event.stage, ms: event.ms, why: event.why }) }
    case "undo.made": {
      const isRedo = (event.undoes ?? null) !== null
      return { changes: withChanges(view.changes, event.changes), undos: Math.max(0, view.undos + (isRedo ? -1 : 1)) }
    }
    case "run.archived":
      return { archived: event.archived }
    case "deadlock.found":
    case "stage.extended":
    case "handover.made":
    case "control.missed":
    case "calls.cut":
    case "plan.replaced":
    case "exception.asked":
    case "exception.decided":
    case "run.forked":
    case "plan.rejected":
      return {}
  }
}

/** A request that got longer was not compressed: then there is no figure. */
function compressionOf(structured: number, raw: number): number | null {
  return raw > 0 && Math.round((100 * structured) / raw) < 100 ? structured / raw : null
}

/** The user's own come first, as everywhere. */
function withInstructions(environment: Environment, found: string): Environment {
  return { ...environment, instructions: [environment.instructions, found].filter(Boolean).join("\n\n") }
}

/** A plan says what it left out just before it is recorded; that of an earlier plan is up to this one. */
function cutOf({ cutSteps }: RunView, generation: number): RunView["cutSteps"] {
  return cutSteps && numberOf(cutSteps.stage) === generation ? cutSteps : null
}

function withSaved(view: RunView, by: keyof RunView["saved"], tokens: number): Pick<RunView, "saved"> {
  return { saved: { ...view.saved, [by]: view.saved[by] + Math.max(0, tokens) } }
}

/** A resumed run has neither end nor limit nor cancellation until the next one. */
const REOPENED = { summary: null, outcome: null, message: "", limits: [], cancelled: null, undos: 0 } as const

/** Another model has a window of its own. */
function reopenedRun(view: RunView, { environment, epoch }: EventOf<"run.resumed">): Partial<RunView> {
  const isSame = environment.model === view.environment?.model
  const learnedWindow = isSame ? view.learnedWindow : null
  return { environment, epoch, stages: view.stages.map(reopened), learnedWindow, ...REOPENED }
}

const UNDONE: readonly string[] = ["failed", "forced", "incomplete", "unproven", "skipped", "blocked"]

/** What was left undone is open again; rounds and turns are history. */
function reopened(stage: StageView): StageView {
  const isOpen = !stage.isRepeated && UNDONE.includes(stage.status)
  return isOpen ? { ...stage, status: "running", endedAt: null } : stage
}

type EventOf<Type extends LoggedEvent["event"]["type"]> = Extract<LoggedEvent["event"], { type: Type }>

function addCall(usage: RunView["usage"], event: EventOf<"model.called">): RunView["usage"] {
  return {
    ...addUsage(usage, event.usage),
    calls: usage.calls + 1,
    cost: usage.cost === null || event.cost === null ? null : usage.cost + event.cost,
    repeated: usage.repeated + event.repeated,
  }
}

/** A folder that was removed has none of its files. */
export function allGone(changes: RunView["changes"]): RunView["changes"] {
  return changes.map((change) => ({ ...change, after: null }))
}
