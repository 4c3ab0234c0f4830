import type { LoggedEvent } from "../../protocol/log/event.ts"
import { placeOf } from "../../protocol/log/key.ts"
import { isEnd } from "../../protocol/log/outcome.ts"
import type { RunResult } from "../../protocol/log/run.ts"
import { soFar } from "../../run/finish/summary/so-far.ts"
import { quotedName } from "../../text/quoted-name.ts"
import { amount, dayAndTime, duration, percent, plural } from "../../text/words/units.ts"
import type { Paint } from "../paint/paint.ts"
import { onOneLine } from "../paint/text.ts"
import { costWords } from "./cost.ts"
import { endLines } from "./end-lines.ts"
import { describeEvent } from "./events/describe-event.ts"
import type { Screen } from "./live/screen.ts"
import { drawTree } from "./live/tree.ts"
import { toldInShell } from "./message.ts"

/** What `show` prints is made of. */
export type Report = {
  readonly screen: Screen
  readonly result: RunResult
  readonly events: readonly LoggedEvent[]
  readonly columns: number
  readonly paint: Paint
  /** Where it is printed. */
  readonly stream?: NodeJS.WriteStream
}

/** The whole tree, the figures, the message, and how to go on. */
export function reportLines({
  screen,
  result,
  events,
  columns,
  paint,
  stream = process.stdout,
}: Report): readonly string[] {
  const { view } = screen
  const now = view.updatedAt
  const elapsedMs = result.limits.used.time_ms ?? 0
  const tree = drawTree(screen, { now, elapsedMs, rows: Number.POSITIVE_INFINITY, columns, paint })
  return [
    paint("bold", `Run ${result.run_id}`),
    paint("dim", `${dayAndTime(view.startedAt)} · ${quotedName(view.environment?.workspace ?? "-")}`),
    "",
    ...tree,
    "",
    ...modelLines(events).map((line) => paint("dim", line)),
    "",
    ...[...figures(result, view.failedTries), ...quality(screen)].map((line) => paint("dim", line)),
    "",
    ...stillGoing(screen),
    endLines(toldInShell(result, "shell", soFar(view)), stream),
  ]
}

const OF_CALLS: ReadonlySet<string> = new Set(["model.called", "model.failed", "plan.rejected"])

/** Calls have the numbers that `--call` takes. */
function modelLines(events: readonly LoggedEvent[]): string[] {
  let calls = 0
  return events.flatMap(({ key, event }) => {
    if (!OF_CALLS.has(event.type)) return []
    const number = event.type === "model.called" ? `${++calls}. ` : ""
    return [`${number}${describeEvent(event)}  ${onOneLine(placeOf(key))}`]
  })
}

function figures(
  { figures: { cache_share, prefix_share, compression }, usage, limits, ...result }: RunResult,
  failedTries: number,
): string[] {
  return [
    `${plural(result.phases_completed, "phase")} done, ${plural(result.total_rounds, "round")}, ${plural(result.total_tasks, "task")}, ${plural(result.files.length, "file")} changed`,
    `${plural(usage.calls, "model call")}${failedTries > 0 ? ` (failed tries: ${failedTries})` : ""}, ${amount(usage.prompt)} tokens in (${percent(cache_share)} cached, ${percent(prefix_share)} repeated), ${amount(usage.completion)} out, ${costWords(usage.cost)}`,
    `${duration(limits.used.time_ms ?? 0)} active${compression === null ? "" : `, structured request ${percent(compression)} of the raw one's tokens`}`,
  ]
}

function quality({ view: { summary } }: Screen): string[] {
  return summary?.quality ? [`quality, as the model says: ${onOneLine(summary.quality)}`] : []
}

/** The message of an end or a question says this itself. */
function stillGoing({ view }: Screen): string[] {
  if (isEnd(view.state) || view.state === "WAITING") return []
  return [`It is ${view.state}: still going on elsewhere, or cut off.`]
}
