import type { Todo } from "../../protocol/log/control.ts"
import { underRules } from "../../run/tool-loop/prompts.ts"

export function start(request: string, rules: string): string {
  return [
    underRules(request, rules),
    "If the work takes several steps, first list them with todo_write. Mark each item in_progress when you start it and completed when a result shows that it is done. When everything is done, call task_done with the whole answer; that completes the item in progress, but no other: mark what else is done first, in the same reply.",
  ].join("\n\n")
}

/** The chart's own way to end. */
export function startLiteral(request: string, rules: string, marker: string): string {
  return [
    underRules(request, rules),
    `If the work takes several steps, first write a list of 3-5 items with todo_write. Mark each item in_progress before you start it and completed when it is done. When no item is open, reply with the whole answer as Markdown, without a call, and end it with ${marker}.`,
  ].join("\n\n")
}

export function howToEnd(marker: string): string {
  return `reply with the answer for the user and ${marker}`
}

export function stillOpen(open: readonly Todo[]): string {
  const items = open.map(({ id, content, status }) => `${id} ${content} (${status})`)
  return `These items are still open: ${items.join("; ")}. Do them, or mark them: completed if done, cancelled if you will not do them. Then give the whole answer.`
}

export function forgotten(turns: number, hasList: boolean): string {
  return hasList
    ? `The to-do list has not changed for ${turns} turns. Update it with todo_write.`
    : `You have worked for ${turns} turns without a list. If more than one thing is left to do, list what is left with todo_write.`
}
