import type { Todo } from "../../protocol/control.ts"
import { underRules } from "../../run/turns/prompts.ts"

export function start(request: string, rules: string, marker: string): string {
  return [
    underRules(request, rules),
    `If it takes several steps, make a list of 3-5 items with todo_write first. Mark each item in_progress before its work and completed after it. When no item is open, reply with the whole answer as Markdown, without a call, and end it with ${marker}.`,
  ].join("\n\n")
}

export function howToEnd(marker: string): string {
  return `reply with the answer for the user and ${marker}`
}

export function stillOpen(open: readonly Todo[]): string {
  const items = open.map(({ id, content, status }) => `${id} ${content} (${status})`)
  return `These items are still open: ${items.join("; ")}. Do them, or mark what is done as completed and what is not going to be done as cancelled; then give the whole answer.`
}

export function forgotten(turns: number, hasList: boolean): string {
  return hasList
    ? `The list has not changed for ${turns} turns. Bring it up to date with todo_write.`
    : `You have worked for ${turns} turns without a list. If more than one thing is left to do, write it down with todo_write.`
}
