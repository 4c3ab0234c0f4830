import type { OpenedCall, SentSection } from "../../protocol/api/call-api.ts"
import { amount, dayAndTime, duration, percent, plural } from "../../text/words/units.ts"
import type { Paint } from "../paint/paint.ts"
import { onOneLine, printable } from "../paint/text.ts"
import { costWords } from "./cost.ts"
import { diffLines } from "./question-lines.ts"

/** One call of a model: figures, what was sent, what came back. Without `isWhole`, what the call before had is only counted. */
export function callLines(call: OpenedCall, paint: Paint, isWhole: boolean): readonly string[] {
  return [
    paint("bold", `Call ${call.n} of ${call.of}: ${onOneLine(call.control)}`),
    ...figures(call).map((line) => paint("dim", line)),
    "",
    paint("bold", "Sent"),
    ...sentLines(call, paint, isWhole),
    "",
    paint("bold", "Came back"),
    ...replyLines(call, paint),
  ]
}

function figures({ key, model, rung, attempt, at, ms, usage, cost }: OpenedCall): string[] {
  const asked = [model, `rung ${rung}`, `try ${attempt}`, dayAndTime(at)].filter((word) => word !== undefined)
  const cached = usage && usage.prompt > 0 ? ` (${percent(usage.cached / usage.prompt)} cached)` : ""
  const spent = usage && [
    ms === null ? "" : duration(ms),
    `${amount(usage.prompt)} tokens in${cached}`,
    `${amount(usage.completion)} out`,
    costWords(cost),
  ]
  return [onOneLine(key), asked.join(" · "), ...(spent ? [spent.join(" · ")] : [])]
}

function sentLines({ sent, before }: OpenedCall, paint: Paint, isWhole: boolean): string[] {
  if (!sent) return ["nothing of it is kept"]
  const shown = isWhole ? sent : sent.filter(({ same }) => !same)
  const same = sent.length - shown.length
  const folded =
    same > 0 ? [paint("dim", `${plural(same, "section")} as in call ${before?.n}: --whole prints them`)] : []
  const gone = before && before.gone.length > 0 ? [paint("dim", goneWords(before.gone.length, before.n))] : []
  return [...folded, ...gone, ...shown.flatMap((section) => sectionLines(section, paint, isWhole))]
}

function goneWords(count: number, n: number): string {
  return `${plural(count, "section")} of call ${n} no longer there`
}

type Shown = SentSection & { readonly difference?: string | undefined }

/** Of a section that changed the lines in which it did, unless the whole of it is wanted. */
function sectionLines(section: Shown, paint: Paint, isWhole: boolean): readonly string[] {
  const { kind, name, text, calls = [], cut, difference } = section
  const isPart = difference !== undefined && !isWhole
  return [
    paint("cyan", `── ${name === undefined ? kind : `${kind} ${onOneLine(name)}`}${isPart ? ", changed" : ""}`),
    ...(isPart ? changedLines(difference, paint) : text === "" ? [] : [printable(text)]),
    ...callsMade(calls),
    ...(cut === undefined ? [] : [paint("dim", `… ${amount(cut)} more characters are not kept`)]),
  ]
}

/** Without the names of both sides, which say nothing here. */
function changedLines(difference: string, paint: Paint): readonly string[] {
  const hunks = difference.slice(difference.indexOf("@@")).replace(/\n$/, "")
  return diffLines(printable(hunks), paint)
}

function callsMade(calls: NonNullable<SentSection["calls"]>): string[] {
  return calls.map(({ name, arguments: input }) => `→ ${onOneLine(name)} ${printable(input)}`)
}

function replyLines({ reply, lost, issues }: OpenedCall, paint: Paint): string[] {
  if (!reply) return [lost ? "the reply was lost on its way; what came of it counts" : "no reply recorded"]
  return [
    ...(reply.text === "" ? [] : [printable(reply.text)]),
    ...callsMade(reply.calls),
    ...(reply.refused === undefined ? [] : [`refused: ${printable(reply.refused)}`]),
    ...issues.map((issue) => paint("yellow", `sent back: ${printable(issue)}`)),
  ]
}
