import type { RunResult } from "../protocol/run.ts"
import { escapedJson } from "../text/quoted-name.ts"
import { markdownForTerminal } from "./render/markdown.ts"
import { answerInShell, messageInShell, remarksInShell, type Where } from "./render/message.ts"
import { painter } from "./render/paint.ts"
import { printable } from "./render/text.ts"

/** `isShaped`: the answer was to fit a schema. `quiet`: nothing is said beside it, unless the run is not done. */
export type TellFlags = {
  readonly isShaped?: boolean | undefined
  readonly quiet?: boolean | undefined
  readonly where?: Where | undefined
}

/**
 * The answer and nothing else goes to standard output, so that another program can read it; what else there is to say to standard
 * error. A number is the exit code in place of the outcome's: a literal run that is done without its shaped answer fails the caller.
 */
export function tellEnd(result: RunResult, flags: TellFlags): number | undefined {
  const isLacking = flags.isShaped === true && result.answer === undefined
  if (process.stdout.isTTY && !isShaped(result, flags)) show(process.stdout, answerInShell(result))
  else process.stdout.write(answerText(result, flags))
  if (isLacking)
    show(process.stderr, `${messageInShell(result)}\nkeelson: the model gave no answer that fits the schema.`)
  else if (!flags.quiet || result.outcome !== "done") showRemarks(result, flags.where)
  return isLacking && result.outcome === "done" ? 1 : undefined
}

/** Apart from the answer, where both are on one screen. */
function showRemarks(result: RunResult, where: Where | undefined): void {
  const remarks = remarksInShell(result, where)
  const isBelow = process.stderr.isTTY && answerInShell(result) !== "" && remarks !== ""
  show(process.stderr, `${isBelow ? "\n" : ""}${remarks}`)
}

/** The answer as programs and files get it. */
export function answerText(result: RunResult, flags: TellFlags): string {
  if (isShaped(result, flags))
    return result.answer === undefined ? "" : `${escapedJson(JSON.stringify(result.answer, null, 2))}\n`
  const text = printable(answerInShell(result))
  return text === "" ? "" : `${text}\n`
}

/** The report of a run that somebody ended: that is what they asked for. */
export function printMessage(result: RunResult): void {
  show(process.stdout, messageInShell(result))
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
