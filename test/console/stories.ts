import { type KeyedModel, keyedModel } from "../../src/testing/keyed-model.ts"
import type { ScriptLine } from "../../src/testing/script-line.ts"
import { analysis, complete, phase, phases, plan, say, summary, task, unfinished } from "../scenarios/lines.ts"

type Lines = Readonly<Record<string, ScriptLine>>

export const SUMMARY = `## The note is written

- **Cause:** nobody had written it.
- **Change:** \`note.md\` says hello.`

/** Two phases: looks around, then edits a note. One control a call, so that every step can be held up. */
export function noteStory(lines: Lines = {}): KeyedModel {
  return keyedModel({
    "analysis/try-1": say("request_analyser", analysis({ core_goal: "Write a friendly note" })),
    "phases/try-1": say(
      "phase_planner",
      phases([phase(1, { name: "Look around" }), phase(2, { name: "Write the note", dependencies: [1] })]),
    ),
    "phase-1/round-1/plan/try-1": say(
      "plan_tool_call",
      plan(task("list_files", {}), task("read_file", { path: "note.md" })),
    ),
    "phase-1/round-1/judge/try-1": say(
      "judge_tasks",
      complete([1, 2], { user_summary: "There is a note, and it is rude." }),
    ),
    "phase-2/round-1/plan/try-1": say(
      "plan_tool_call",
      plan(task("edit_file", { path: "note.md", old_text: "go away", new_text: "hello" })),
    ),
    "phase-2/round-1/judge/try-1": say("judge_tasks", complete([1], { user_summary: "The note is friendly now." })),
    "end-1/summarizer/try-1": say("summarizer", summary(SUMMARY, { highlights: ["the note is friendly"] })),
    "end-2/summarizer/try-1": say("summarizer", summary(SUMMARY, { highlights: ["the note is friendly"] })),
    ...lines,
  })
}

export const UNCLEAR: Lines = {
  "analysis/try-1": say(
    "request_analyser",
    analysis({
      clarification_needed: true,
      clarification_questions: ["In which language?", "How friendly (a little or very)?"],
    }),
  ),
  "analysis-2/try-1": say("request_analyser", analysis({ core_goal: "Write a friendly note in French" })),
}

export const GOES_ON = say("judge_tasks", unfinished({ user_summary: "There is more to look at." }))

export const LITERAL = { literal: true } as const
export const NOTE_FILES = { "note.md": "go away\n", "README.md": "A project.\n" }
