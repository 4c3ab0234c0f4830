import type { OpenQuestion } from "../protocol/log/run.ts"

type Approval = Extract<OpenQuestion, { kind: "approval" }>

/** What a call is judged by, in two parts: the command line that it runs, if it runs one, and whatever else there is to see. */
export type Judged = { readonly command: string | undefined; readonly rest: string }

/** A command is seen as a command line, arguments as names with their values, and a diff or a plan as it is. */
export function judgedBy({ command, detail, about }: Pick<Approval, "command" | "detail" | "about">): Judged {
  if (about === "plan") return { command: undefined, rest: detail }
  if (command !== undefined && detail.trim() === command.trim()) return { command, rest: "" }
  return { command, rest: argumentText(detail, command) ?? detail }
}

/** What the call is called; only the tool where the command line says the rest. */
export function headlineOf({ tool, summary, command }: Pick<Approval, "tool" | "summary" | "command">): string {
  const start = onOneLine(command?.trimStart().split("\n")[0] ?? "").slice(0, 40)
  return start !== "" && onOneLine(summary).includes(start) ? tool : `${tool} ${summary}`
}

/** The same as one text, for where there is no room for parts. */
export function judgedText(question: Parameters<typeof judgedBy>[0]): string {
  const { command, rest } = judgedBy(question)
  return [...(command === undefined ? [] : [commandText(command)]), ...(rest === "" ? [] : [rest])].join("\n")
}

/** A command as shells show it; further lines are set in, so that none of them looks like words of ours. */
export function commandText(command: string): string {
  return `$ ${setIn(command)}`
}

function argumentText(detail: string, command: string | undefined): string | undefined {
  const value = parseObject(detail)
  if (!value) return undefined
  // The command has its own place; an exception names it one level further down.
  const unsaid = (name: string, part: unknown) => (name === "command" && part === command ? undefined : part)
  return Object.entries(value)
    .filter(([name, part]) => unsaid(name, part) !== undefined)
    .map(([name, part]) => [name, typeof part === "string" ? part : JSON.stringify(part, unsaid)] as const)
    .filter(([, text]) => command === undefined || text !== "{}")
    .map(([name, text]) => `${name}: ${setIn(text)}`)
    .join("\n")
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim()
}

function setIn(text: string): string {
  return text.replaceAll("\n", "\n  ")
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
