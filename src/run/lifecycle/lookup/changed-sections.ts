import type { SentSection } from "../../../protocol/api/call-api.ts"
import { textDiff } from "../../../tools/code/text/text-diff.ts"

type Sent = SentSection & { readonly same: boolean; readonly difference?: string }

/** A part of the lines that both must have for one to be the other, changed. */
const ALIKE = 0.3
const LONGEST_MS = 200

/**
 * Says of each section that stands where another one stood in the call before in which lines they differ; of what is gone, only
 * what nothing stands for is left.
 */
export async function withDifferences(
  sent: readonly Omit<Sent, "difference">[],
  gone: readonly SentSection[],
): Promise<{ sent: Sent[]; gone: SentSection[] }> {
  const left = [...gone]
  const told: Sent[] = []
  for (const section of sent) {
    const at = section.same ? -1 : left.findIndex((other) => isChanged(other, section))
    const before = left[at]
    const difference = before && (await differenceOf(before, section))
    if (difference !== undefined) left.splice(at, 1)
    told.push(difference === undefined ? section : { ...section, difference })
  }
  return { sent: told, gone: left }
}

function differenceOf(before: SentSection, after: SentSection): Promise<string | undefined> {
  return textDiff(ended(before.text), ended(after.text), { from: "before", to: "after", longestMs: LONGEST_MS })
}

function isChanged(before: SentSection, after: SentSection): boolean {
  if (before.kind !== after.kind || before.name !== after.name || before.calls?.length || after.calls?.length)
    return false
  const [known, own] = [linesOf(before), linesOf(after)]
  const shared = [...own].filter((line) => known.has(line)).length
  return shared > 0 && shared >= ALIKE * Math.max(known.size, own.size)
}

function linesOf({ text }: SentSection): ReadonlySet<string> {
  return new Set(text.split("\n").filter((line) => line.trim() !== ""))
}

/** Whether a last line ends is nothing that anybody looks for here. */
function ended(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`
}
