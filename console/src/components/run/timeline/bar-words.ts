import type { Language } from "@keelson/protocol/log/environment.ts"
import { numberOf } from "@keelson/protocol/log/key.ts"
import { amount, dollars, duration, percent, timeOfDay } from "@keelson/text/words/units.ts"
import type { RunView } from "@keelson/view/run-view.ts"
import type { CallView } from "@keelson/view/story.ts"
import type { Bar, BarOf, Lane } from "@keelson/view/timeline/bar.ts"
import { titleIn } from "../../../words/retold.ts"
import { isWord, type Say } from "../../../words/use-words.ts"
import { stageName } from "../graph/stage-name.ts"

/** What a card says: a title, how it stands, and figures. */
export type CardWords = {
  readonly title: string
  readonly status: string
  readonly rows: readonly (readonly [name: string, value: string])[]
  readonly text: string
}

/** What a lane is called. */
export function laneName({ of }: Pick<Lane, "of">, say: Say, language: Language): string {
  if (typeof of === "string") return say(`timeline.lane.${of}`)
  const number = of.stage.kind === "closing" ? 0 : numberOf(of.stage.id)
  return [number || "", stageName(of.stage, say, language)].filter(Boolean).join(" ")
}

/** What a bar is called, short enough to stand in it. */
export function barName(of: BarOf, say: Say, language: Language): string {
  if ("call" in of) return of.call.control
  if ("task" in of) return of.task.title === of.task.tool ? of.task.tool : titleIn(language, of.task.title)
  if ("check" in of) return of.check.name
  if ("asked" in of) return say("timeline.wait.you")
  if ("holder" in of) return say("timeline.wait.folder")
  return of.heard || say(`timeline.kind.${of.kind}`)
}

/** Everything that is worth a look before one opens it. */
export function barWords(bar: Bar, end: number, view: RunView, say: Say, language: Language): CardWords {
  const { of } = bar
  const time = [say("card.time"), duration((bar.to ?? end) - bar.from)] as const
  const words = (more: Partial<CardWords>): CardWords => ({
    title: `${say(`timeline.kind.${bar.kind}`)}: ${barName(of, say, language)}`,
    status: statusWord(bar, say),
    text: "",
    ...more,
    rows: [time, ...(more.rows ?? [])],
  })
  if ("call" in of) return words({ rows: callRows(of.call, say), text: of.call.failure?.reason ?? "" })
  if ("task" in of) {
    const { task } = of
    return words({ rows: [[say("card.tool"), task.tool], at(task.startedAt, say)], text: firstLine(task.digest) })
  }
  if ("check" in of) {
    const { check } = of
    return words({ rows: [[say("card.command"), check.command], at(check.from, say)], text: check.failing[0] ?? "" })
  }
  if ("asked" in of) {
    const { asked } = of
    const waited = asked.to === null ? [] : [[say("card.waited"), duration(asked.to - asked.from)] as const]
    return words({ rows: [...waited, at(asked.from, say)], text: asked.text })
  }
  if (!("holder" in of)) return words({})
  const holder = view.stages.find(({ id }) => id === of.holder)
  return words({ rows: holder ? [[say("card.holder"), laneName({ of: { stage: holder } }, say, language)]] : [] })
}

function callRows({ from, usage, cost, rung, attempt, failure }: CallView, say: Say): CardWords["rows"] {
  if (failure) {
    const { status, kind, waitMs } = failure
    const again = waitMs === null ? [] : [[say("card.retried"), duration(waitMs)] as const]
    return [at(from, say), [say("card.status"), status === null ? kind : String(status)], ...again]
  }
  return [
    at(from, say),
    [say("spend.prompt"), amount(usage.prompt)],
    [say("spend.cached"), usage.prompt > 0 ? percent(usage.cached / usage.prompt) : "–"],
    [say("spend.completion"), amount(usage.completion)],
    [say("spend.cost"), dollars(cost)],
    [say("card.rung"), attempt > 1 ? `${rung} ↻ ${attempt}` : rung],
  ]
}

function at(moment: number, say: Say): readonly [string, string] {
  return [say("card.at"), timeOfDay(moment)]
}

function statusWord({ kind, status }: Bar, say: Say): string {
  const key = kind === "check" && status !== "running" ? `check.${status}` : `task.${status}`
  if (kind === "model" && status !== "running" && status !== "failed")
    return status === "again" ? say("card.again") : ""
  if (kind === "wait" && status === "done") return ""
  return isWord(key) ? say(key) : status
}

function firstLine(text: string): string {
  return text.trimStart().split("\n")[0]?.slice(0, 160) ?? ""
}
