import type { Changes, Thought } from "../../protocol/log/control.ts"
import { waysToAsk } from "../../run/constraints/task-rules.ts"
import { Conversation } from "../../run/context/conversation.ts"
import { analysedRequest, firstMessage, systemPrompt } from "../../run/context/prompts.ts"
import type { RunContext } from "../../run/run-context.ts"
import { type CheckReport, NO_REPORT } from "../../run/verification/check-report.ts"
import { controlsFor, type RoundsControls } from "./controls.ts"
import type { RoundsSettings } from "./settings.ts"

/** What one round hands to the next. */
export type Work = {
  readonly settings: RoundsSettings
  readonly controls: RoundsControls
  readonly conversation: Conversation
  /** How many rounds there may be; known once the first plan is. */
  most: number
  tasks: number
  /** Whether anything has succeeded so far. */
  hasResults: boolean
  /** What the project's checks said last. */
  checks: CheckReport
  notes: string[]
  /** What the last thought says to the user; blank where it says nothing. */
  summary: string
  /** The newest thought of all. */
  thought: Thought | undefined
  /** Whether something is to change, as the first plan says. */
  changes: Changes | undefined
  /** What was said of a result that lacks, and whether that was said before; once is enough. */
  lacking: string | undefined
  isTold: boolean
}

/** Before the first round. */
export function startWork(run: RunContext, settings: RoundsSettings, controls = ownControls(run, settings)): Work {
  return {
    settings,
    controls,
    conversation: new Conversation([
      { role: "system", text: systemPrompt(run.environment) },
      { role: "user", text: run.analysis ? analysedRequest(run, run.analysis) : firstMessage(run) },
    ]),
    most: settings.rounds.complex,
    tasks: 0,
    hasResults: false,
    checks: NO_REPORT,
    notes: [],
    summary: "",
    thought: undefined,
    changes: undefined,
    lacking: undefined,
    isTold: false,
  }
}

function ownControls(run: RunContext, { fuse }: RoundsSettings): RoundsControls {
  const tools = [...run.tools, ...waysToAsk(run)]
  return controlsFor(tools, run.environment.limits.max_tasks_per_round, fuse && !run.environment.literal)
}
