import type { Language } from "../../protocol/log/environment.ts"
import type { DurableEvent, LiveEvent } from "../../protocol/log/event.ts"
import { isRepeated } from "../../protocol/log/stage-kind.ts"
import { clip } from "../../text/clip.ts"
import { type Dictionary, speaker } from "../../text/words/dictionary.ts"
import { formName, say as sayOfRun } from "../../text/words/words.ts"
import { lackingOf } from "../../view/lacking.ts"
import { tellingLines } from "../../view/telling-lines.ts"

/** What somebody who waits is told of a run that goes on. */
export const PROGRESS_WORDS = {
  strategy: ["Strategy {}: {}", "策略 {}：{}"],
  plan: ["Plan: {}", "计划：{}"],
  part: ["Now: {}", "正在进行：{}"],
  replanned: ["Planned anew: {}", "重新规划：{}"],
  check: ["Check {}: {}", "检查 {}：{}"],
  missing: ["Still missing: {}", "仍缺少：{}"],
  alarm: ["Looking back: {}", "回顾：{}"],
  limit: ["Limit reached: {}", "达到上限：{}"],
  resumed: ["Going on.", "继续执行。"],
  store: ["Waiting for the store of runs, which another process keeps locked", "等待运行记录库（被其他进程锁定）"],
  checkpoint: ["Keeping the folder as it is, so that it can be undone", "正在保存文件夹现状以便撤销"],
  folder: ["Waiting for another part of the run that works in the folder", "等待本次运行中正在使用该文件夹的另一部分"],
} as const satisfies Dictionary

const sayProgress = speaker(PROGRESS_WORDS)

/** What holds a run up, for somebody who waits. */
export function busyLine(what: Extract<LiveEvent, { type: "engine.busy" }>["with"], language: Language): string {
  return sayProgress(language, what)
}

const LONGEST = 300

/** What somebody who waits is told of a fact, on one line; `undefined` for what only a log needs. */
export function progressLine(event: DurableEvent, language: Language): string | undefined {
  const text = describe(event, language)?.replace(/\s+/g, " ").trim()
  if (text === undefined || text === "") return undefined
  return clip(text, LONGEST)
}

function describe(event: DurableEvent, language: Language): string | undefined {
  const say = (word: keyof typeof PROGRESS_WORDS, ...values: string[]) => sayProgress(language, word, ...values)
  switch (event.type) {
    case "strategy.chosen":
      return say("strategy", event.strategy, event.reason)
    case "phases.planned":
      return say("plan", event.phases.map(({ name }) => name).join("; "))
    case "steps.planned":
      return say("plan", event.steps.map(({ description }) => description).join("; "))
    case "plan.replaced":
      return say("replanned", event.reason)
    case "stage.started":
      return isRepeated(event) ? undefined : say("part", event.title)
    case "task.started":
      return `${event.tool} ${event.title}`
    case "judge.ruled":
      return event.verdict.user_summary
    case "thought.made":
      return event.user_summary
    case "note.made":
      return `${event.kind}: ${event.title}`
    case "check.ended":
      if (event.moment === "base") return undefined
      return say(
        "check",
        event.name,
        [
          sayOfRun(language, event.compared === "as_before" ? "check.red_before" : `check.${event.status}`),
          ...(event.status === "failed" ? tellingLines(event) : event.failing).slice(0, 1),
        ].join(": "),
      )
    case "gate.ruled":
      return event.next === "mend" ? say("missing", lackingOf(event).join("; ")) : undefined
    case "control.missed":
      return sayOfRun(language, "control.missed", formName(event.control))
    case "reflection.raised":
      return say("alarm", event.reason)
    case "limit.reached":
      return say("limit", event.limit)
    case "run.resumed":
      return say("resumed")
    default:
      return undefined
  }
}
