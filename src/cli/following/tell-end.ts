import type { RunResult } from "../../protocol/log/run.ts"
import { escapedJson } from "../../text/quoted-name.ts"
import { say } from "../../text/words/words.ts"
import { markdownForTerminal } from "../paint/markdown.ts"
import { painter } from "../paint/paint.ts"
import { printable } from "../paint/text.ts"
import { type ChangeLines, NO_CHANGES } from "../render/change-lines.ts"
import { endLines, plainFacts, undrawnFacts } from "../render/end-lines.ts"
import { outputInShell, type ToldEnd, toldInShell, type Where, waysToAnswer } from "../render/message.ts"

/** `isShaped`: the answer was to fit a schema. `quiet`: nothing is said beside it, unless the run is not done. */
export type TellFlags = {
  readonly isShaped?: boolean | undefined
  readonly quiet?: boolean | undefined
  readonly where?: Where | undefined
}

/** What else the surface knows of the run, and tells in its place. */
export type KnownBeside = {
  /** The files that were changed with their lines, in place of the fact that names them; and how to see them. */
  readonly changes?: () => Promise<ChangeLines>
  /** What exists of a run that waits. */
  readonly soFar?: () => string
}

/**
 * The answer goes to standard output and nothing else does, so that another program can read it, and where the model gave none the engine's own
 * report; how it came out goes before it to standard error, and
 * what else there is to say after it: what was changed, the facts, and as the last line how to go on. Of a run that waits, what exists so far and
 * its questions stand for the answer. A number is the exit code in place of the outcome's: a literal run that is done without its shaped answer
 * fails the caller.
 */
export async function tellEnd(
  result: RunResult,
  flags: TellFlags,
  beside: KnownBeside = {},
): Promise<number | undefined> {
  if (isAsking(result, flags)) return tellQuestions(result, flags, beside.soFar?.() ?? "")
  const isLacking = flags.isShaped === true && result.answer === undefined
  const tell = isLacking || !flags.quiet || result.outcome !== "done" ? tellFacts : () => {}
  const told = toldInShell(result, flags.where)
  const printed = answerText(result, flags)
  tell(told.head, printed === "" ? "" : "below")
  tellAnswer(result, { told, printed, flags, isLacking })
  const changes = flags.quiet ? NO_CHANGES : ((await beside.changes?.()) ?? NO_CHANGES)
  tellRest(withChanges(told.rest, result, changes), tell, printed === "" ? "" : "above")
  tell(told.next, "")
  if (isLacking) process.stderr.write("keelson: the model gave no answer that fits the schema.\n")
  return isLacking && result.outcome === "done" ? 1 : undefined
}

/** Only the first part stands below the answer. */
function tellRest(parts: readonly Part[], tell: typeof tellFacts, answer: "above" | ""): void {
  const said = parts.filter(({ text }) => text !== "")
  for (const [index, { text, isDrawn }] of said.entries()) {
    if (isDrawn) process.stderr.write(`${text}\n`)
    else tell(text, index === 0 ? answer : "")
  }
}

type Part = { readonly text: string; readonly isDrawn?: true }

/** Where every file is listed with its lines the fact that names them is left out. */
function withChanges(rest: string, { language }: RunResult, { files, hint, isWhole }: ChangeLines): readonly Part[] {
  const title = `- **${say(language, "facts.files")}:**`
  const list: Part = { text: files.join("\n"), isDrawn: true }
  const ends: Part = { text: hint, isDrawn: true }
  if (!isWhole) return [{ text: rest }, list, ends]
  const others = rest.split("\n").filter((line) => !line.startsWith(title))
  return [{ text: title }, list, { text: others.join("\n") }, ends]
}

/** Whoever wants the answer alone, or in a shape, gets no question for one. */
function isAsking({ outcome, questions }: RunResult, { isShaped, quiet }: TellFlags): boolean {
  return outcome === "waiting" && questions.length > 0 && !isShaped && !quiet
}

/** Where standard output is kept or read by a program, standard error alone says that somebody is waited for, and how to answer. */
function tellQuestions(result: RunResult, { where }: TellFlags, soFar: string): undefined {
  const { head, rest, next } = toldInShell(result, where, soFar)
  const isSeen = process.stdout.isTTY
  tellFacts(head, "below")
  if (rest !== "") show(process.stdout, `${rest}\n`)
  if (isSeen) process.stdout.write(`${plainFacts(next, process.stdout)}\n`)
  else show(process.stdout, next)
  if (!isSeen) for (const way of waysToAnswer(result, where)) process.stderr.write(`${printable(way)}\n`)
  return undefined
}

type Telling = {
  readonly told: ToldEnd
  readonly printed: string
  readonly flags: TellFlags
  readonly isLacking: boolean
}

/** One that does not have its shape is not for programs. */
function tellAnswer(result: RunResult, { told, printed, flags, isLacking }: Telling): void {
  if (isLacking) show(process.stderr, told.answer)
  else if (process.stdout.isTTY && !isShaped(result, flags)) show(process.stdout, told.answer)
  else process.stdout.write(printed)
}

/** Apart from the answer, where both are on one screen. */
function tellFacts(facts: string, answer: "above" | "below" | ""): void {
  if (facts === "") return
  const isApart = process.stderr.isTTY && answer !== ""
  const text = plainFacts(facts, process.stderr)
  process.stderr.write(
    `${isApart && answer === "above" ? "\n" : ""}${text}\n${isApart && answer === "below" ? "\n" : ""}`,
  )
}

/** The answer as programs and files get it; where the model gave none, how the run ended and the engine's own report. */
export function answerText(result: RunResult, flags: TellFlags): string {
  if (isShaped(result, flags))
    return result.answer === undefined ? "" : `${escapedJson(JSON.stringify(result.answer, null, 2))}\n`
  const { outcome, text } = outputInShell(result)
  const parts = [undrawnFacts(outcome), printable(text)].filter((part) => part !== "")
  return parts.length === 0 ? "" : `${parts.join("\n\n")}\n`
}

/** The report of a run that somebody ended: that is what they asked for. */
export function printMessage(result: RunResult): void {
  process.stdout.write(`${endLines(toldInShell(result), process.stdout)}\n`)
}

function isShaped({ answer }: RunResult, flags: TellFlags): boolean {
  return flags.isShaped === true || answer !== undefined
}

/** A terminal gets Markdown drawn; whatever else reads it gets it as it is. */
function show(stream: NodeJS.WriteStream, text: string): void {
  if (text === "") return
  const shown = stream.isTTY ? markdownForTerminal(text, stream.columns || 80, painter(stream)) : printable(text)
  stream.write(`${shown}\n`)
}
