import type { ReplayReply } from "../../protocol/api/replay-api.ts"
import type { RulingDifference } from "./difference.ts"
import type { PolicyReplay } from "./replay-policies.ts"

/** What both have, what would be new (+) and what would be gone (-): alarms, limits, violations, each in their order. */
export function replayReply({ alarms, limits, violations }: PolicyReplay): ReplayReply {
  const byStage = (one: { stage: string }, other: { stage: string }) =>
    one.stage.localeCompare(other.stage, "en", { numeric: true })
  const bySeq = (one: { seq: number }, other: { seq: number }) => one.seq - other.seq
  return {
    turns: alarms.turns,
    counts: { alarms: countsOf(alarms), limits: countsOf(limits), violations: countsOf(violations) },
    rows: [
      ...marked(alarms, byStage).map(([mark, { stage, detector, level, reason }]) => ({
        ...{ mark, place: stage, name: detector, kind: level, text: reason },
      })),
      ...marked(limits, bySeq).map(([mark, { stage, limit, used, allowed, ends }]) => ({
        ...{ mark, place: stage || "start", name: limit, kind: ends ? "ends" : "cuts" },
        text: ends ? `${rounded(used)} used of ${rounded(allowed)}` : `${used} where ${allowed} is the most`,
      })),
      ...marked(violations, bySeq).map(([mark, { task, tool, reason }]) => ({
        ...{ mark, place: task, name: tool, kind: "violation", text: firstLine(reason) },
      })),
    ],
  }
}

function countsOf({ fired, recorded, added, dropped }: RulingDifference<unknown>) {
  return { fired: fired.length, recorded: recorded.length, added: added.length, dropped: dropped.length }
}

function marked<T>(
  { recorded, added, dropped }: RulingDifference<T>,
  order: (one: T, other: T) => number,
): (readonly ["+" | "-" | " ", T])[] {
  return [...recorded, ...added]
    .sort(order)
    .map((one) => [added.includes(one) ? "+" : dropped.includes(one) ? "-" : " ", one] as const)
}

function rounded(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toFixed(4))
}

function firstLine(text: string): string {
  return text.trim().split("\n")[0] ?? ""
}
