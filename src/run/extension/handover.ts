import { estimateTokens } from "../../model/seam/tokens.ts"
import type { DurableEvent } from "../../protocol/log/event.ts"
import { isWithin, shortKey } from "../../protocol/log/key.ts"
import { fence } from "../../text/fence.ts"
import { quotedName } from "../../text/quoted-name.ts"
import type { RunContext } from "../run-context.ts"
import { isOutcome } from "../tasks/run-task.ts"
import { filesRead, outdatedReadings, workingSet } from "./working-set.ts"

/** A result that can be opened: its id, and what is said of it. */
type Openable = { readonly key: string; readonly id: string; readonly text: string }

/** The newest so many are named, and fewer in a small window. */
const MOST_NAMED = 30
const WINDOW_FOR_ONE = 1000

/**
 * What a part that begins in a conversation of its own is told of those that it stands on (`from`: their stages), beside how they
 * ended: the results that it can open, and the files that were read there. Recorded once.
 */
export async function handOver(here: RunContext, from: readonly string[]): Promise<string> {
  if (from.length === 0) return ""
  const all = openables(here, from)
  const { results, files } = here.log.fact("handover", "handover.made") ?? (await chosen(here, from, all))
  const named = all.filter(({ id }) => results.includes(id)).map(({ text }) => `- ${text}`)
  const read = new Map(filesRead(here.log.entries, from, here.tools).map(({ path, text }) => [path, text]))
  const shown = files.map((path) => `${quotedName(path)}\n${fence(read.get(path) ?? "")}`)
  return [
    ...(named.length > 0 ? ["Results that you can open with read_artifact:", ...named] : []),
    ...(shown.length > 0 ? ["Files that were read there, complete and unchanged since:", ...shown] : []),
  ].join("\n")
}

async function chosen(here: RunContext, from: readonly string[], all: readonly Openable[]) {
  const set = workingSet(here.log.entries, from, { tools: here.tools, window: here.contextWindow })
  const most = Math.min(MOST_NAMED, Math.ceil(here.contextWindow / WINDOW_FOR_ONE))
  // A file as it was before it changed would only mislead.
  const outdated = outdatedReadings(here.log.entries, from, here.tools)
  const current = all.filter(({ key }) => !outdated.has(key))
  const results = current.slice(-most).map(({ id }) => id)
  const files = set.map(({ path }) => path)
  await here.record("handover", { type: "handover.made", stage: here.path, from: [...from], results, files })
  return { results, files }
}

/** What a write has to say is said in a line, and stands in the workspace. */
function openables({ log: { entries }, tools }: RunContext, from: readonly string[]): Openable[] {
  const writes = new Set(tools.filter(({ access }) => access === "write").map(({ name }) => name))
  const titles = new Map<string, Extract<DurableEvent, { type: "task.started" }>>()
  return entries.flatMap(({ key, record }) => {
    if (record.kind === "event" && record.event.type === "task.started") titles.set(record.event.task, record.event)
    if (record.kind !== "step" || !from.some((stage) => isWithin(key, stage)) || !isOutcome(record.value)) return []
    const { status, text, tool } = record.value
    if (status !== "done" || writes.has(tool)) return []
    const id = shortKey(key)
    return [{ key, id, text: `${id}: ${tool}, ${titles.get(key)?.title ?? ""} (${estimateTokens(text)} tokens)` }]
  })
}
