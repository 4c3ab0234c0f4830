import type { EmulatedThought, HeardRequest } from "../support/emulators/mind.ts"
import { type Due, obedientMind } from "../support/emulators/obedient-mind.ts"

/* The model of the pages' readers: it knows the little shop of the tutorial, and says what it is asked for in whichever shape. */

type Task = { readonly tool: string; readonly arguments: object }

/** What is in its head for one request, found by words of it. */
type Job = {
  readonly words: string
  /** Answers at once; what has none is work. */
  readonly answer?: string
  /** The one thing that has to be done. */
  readonly task?: Task
  readonly summary?: string
}

/** Of several jobs the first whose words stand in the request; the last knows an answer to anything. */
export function shopMind(jobs: readonly Job[]): (asked: HeardRequest) => EmulatedThought {
  const jobOf = (asked: HeardRequest) => jobs.find(({ words }) => wordsOf(asked).includes(words)) ?? UNKNOWN
  const obey = obedientMind((due, asked) => controlOf(due, asked, jobOf(asked)))
  return (asked) => (asked.format ? obey(asked) : turnOf(jobOf(asked), asked))
}

const UNKNOWN: Job = { words: "", answer: "It is a small shop." }

/** A free turn: what has to be done, and when its result is there, what came of it. */
function turnOf({ task, summary, answer }: Job, { messages }: HeardRequest): EmulatedThought {
  if (task && !messages.some(({ role }) => role === "tool"))
    return { calls: [{ name: task.tool, input: task.arguments }] }
  return { text: summary ?? answer ?? "" }
}

function controlOf(due: Due, asked: HeardRequest, job: Job): object {
  const name = /Due: (\w+)/.exec(asked.messages.at(-1)?.text ?? "")?.[1] ?? due.control ?? ""
  const answers: Readonly<Record<string, () => object>> = {
    request_analyser: () => analysis(job),
    plan_tool_call: () => planned(job),
    think: () => ({ user_summary: job.summary, task_completed: true, next_steps_preview: "" }),
    summarizer: () => ({ final_summary: job.summary ?? "", missing: [] }),
  }
  const answer = answers[name]?.() ?? {}
  return due.parts.includes(name) ? { [name]: answer } : answer
}

function analysis({ answer, words }: Job): object {
  const work = { core_goal: words, requirements: [], complexity: "simple", changes: answer ? "none" : "files" }
  return answer ? { ...work, direct_answer: answer } : work
}

function planned({ task }: Job): object {
  return { tasks: task ? [{ ...task, depends_on: [], why: "" }] : [], reasoning: "" }
}

function wordsOf({ messages }: HeardRequest): string {
  return messages.map(({ text }) => text).join("\n")
}
