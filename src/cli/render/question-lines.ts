import { languageHere } from "../../host/user-language.ts"
import type { ApprovalRule } from "../../protocol/log/approval.ts"
import type { OpenQuestion } from "../../protocol/log/run.ts"
import { spelledOut } from "../../text/spelled-out.ts"
import { risksByLine, riskLines as saidRisks } from "../../text/words/risk-lines.ts"
import { commandText, judgedBy } from "../../view/approval-text.ts"
import type { Paint, TextFormat } from "../paint/paint.ts"
import { sayAsking } from "../words/prompt-words.ts"

type Approval = Extract<OpenQuestion, { kind: "approval" }>

/** A rule in a line: the tool, and what of it. */
export function ruleText({ tool, match, decision }: ApprovalRule): string {
  const what = match === undefined ? tool : `${tool} ${spelledOut(match)}`
  return decision === "allow" ? what : `${decision} ${what}`
}

/** What an approval is judged by: a coloured diff, or the arguments with their text as it is. Nothing in it is hidden. */
export function detailLines(question: Approval, paint: Paint): readonly string[] {
  const { command, rest } = judgedBy(question)
  return [
    ...(command === undefined ? [] : commandLines(command, paint)),
    ...(rest === "" ? [] : withRisks(diffLines(spelledOut(rest), paint), question, paint)),
  ]
}

/** Below a line that deserves a second look it says why; no line of a diff begins with this sign. */
function withRisks(lines: readonly string[], { file_risks }: Approval, paint: Paint): readonly string[] {
  const said = risksByLine(languageHere(), file_risks)
  return lines.flatMap((line, index) => {
    const risk = said.get(index + 1)
    return risk === undefined ? [line] : [line, paint("yellow", `! ${risk}`)]
  })
}

/** What to look at in its command line or its files; shown even where those are too long to be shown at once. */
export function riskLines(question: Approval, paint: Paint): readonly string[] {
  return saidRisks(languageHere(), question).map((line) => paint("yellow", line))
}

/** The first of many lines, with how many are left out. */
export function beginning(lines: readonly string[], most: number): readonly string[] {
  const left = lines.length - most
  return left <= 0 ? lines : [...lines.slice(0, most), sayAsking("left", left)]
}

function commandLines(command: string, paint: Paint): readonly string[] {
  return spelledOut(commandText(command))
    .split("\n")
    .map((line) => paint("bold", line))
}

/** Colours what is added and what is taken away. */
export function diffLines(text: string, paint: Paint): readonly string[] {
  return text.split("\n").map((line) => paint(lineFormat(line), line))
}

function lineFormat(line: string): TextFormat {
  if (line.startsWith("+")) return "green"
  if (line.startsWith("-")) return "red"
  return line.startsWith("@@") ? "cyan" : "none"
}
